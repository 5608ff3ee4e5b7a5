/**
 * Keeps a reply readable: a model pays for every character, and clients cut or hide what is too long. The first text is always whole, so
 * that a memory of any allowed length can be read by asking for one result at a time; later ones are shortened once the room is used up,
 * each saying so. No result is dropped.
 */

/** Of the whole reply as compact JSON. About 5,000 tokens of English; clients start to hide replies at 25,000 tokens or 50,000 characters. */
const REPLY_CHARACTERS_MAX = 20_000;
/** Enough to see what a text is about and decide whether to read it. */
const EXCERPT_CHARACTERS_MIN = 160;

interface Item {
  readonly content: string;
}

export interface Fitted<Entry> {
  readonly items: readonly (Entry & { readonly content_truncated?: true })[];
  readonly shortened: number;
}

const size = (value: unknown): number => JSON.stringify(value).length;

/** Whole code points, so that no character is cut in two. */
function excerpt(content: string, characters: number): string {
  let end = Math.min(content.length, characters);
  const unit = content.charCodeAt(end - 1);
  if (unit >= 0xd800 && unit <= 0xdbff) end -= 1;
  return `${content.slice(0, end)}…`;
}

/** `around` is the rest of the reply. Lengths here are UTF-16 units: a bound on size, not a count for the reader. */
export function fitContents<Entry extends Item>(entries: readonly Entry[], around: object): Fitted<Entry> {
  let room = REPLY_CHARACTERS_MAX - size(around) - entries.reduce((sum, entry) => sum + size({ ...entry, content: '' }), 0);
  let shortened = 0;
  const items = entries.map((entry, place) => {
    const others_after = entries.length - place - 1;
    const own = Math.max(EXCERPT_CHARACTERS_MIN, room - others_after * EXCERPT_CHARACTERS_MIN);
    if (place === 0 || entry.content.length <= own) {
      room -= entry.content.length;
      return entry;
    }
    shortened += 1;
    room -= own;
    return { ...entry, content: excerpt(entry.content, own), content_truncated: true as const };
  });
  return { items, shortened };
}
