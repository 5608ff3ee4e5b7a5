/**
 * Chinese word to English gloss, looked up in the file as it is: nothing is parsed at load, memory is the size of the file.
 * Layout (little-endian): u32 slots, u32 entries' bytes; slots x u32 offset + 1 of an entry (0: free), open addressing on `glossHash`;
 * entries: u8 word length in UTF-16 units, u8 gloss length in bytes, the word's units, the gloss in ASCII; each entry on an even address.
 */

export const GLOSS_HEADER_BYTES = 8;
/** Longest word looked up, in UTF-16 units: longer entries of the dictionary are sayings and titles. */
export const GLOSS_WORD_UNITS_MAX = 8;

/** FNV-1a over UTF-16 units. */
export function glossHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export interface GlossTable {
  /** An empty gloss is an answer too: a particle without a meaning of its own. */
  find(word: string): string | undefined;
}

/** Throws when the buffer is not such a file. */
export function glossTable(buffer: ArrayBuffer): GlossTable {
  const [slots = 0, bytes = 0] = new Uint32Array(buffer, 0, 2);
  const entriesAt = GLOSS_HEADER_BYTES + slots * 4;
  if (slots === 0 || (slots & (slots - 1)) !== 0 || entriesAt + bytes !== buffer.byteLength) throw new RangeError('not a gloss file');
  const table = new Uint32Array(buffer, GLOSS_HEADER_BYTES, slots);
  const units = new Uint16Array(buffer, entriesAt, bytes >> 1);
  const octets = new Uint8Array(buffer, entriesAt, bytes);
  const ascii = new TextDecoder();

  const holds = (entry: number, word: string): boolean => {
    if (octets[entry] !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (units[(entry >> 1) + 1 + i] !== word.charCodeAt(i)) return false;
    return true;
  };
  return {
    find(word) {
      if (word.length > GLOSS_WORD_UNITS_MAX) return undefined;
      for (let slot = glossHash(word) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
        const entry = (table[slot] ?? 0) - 1;
        if (entry < 0) return undefined;
        if (!holds(entry, word)) continue;
        const start = entry + 2 + word.length * 2;
        return ascii.decode(octets.subarray(start, start + (octets[entry + 1] ?? 0)));
      }
    },
  };
}
