/** CC-CEDICT to one English gloss per word, simplified and traditional, in the layout of src/adapters/models/builtin/gloss-table.ts. */
import { createRequire } from 'node:module';
import { GLOSS_HEADER_BYTES, GLOSS_WORD_UNITS_MAX, glossHash } from '../../src/adapters/models/builtin/gloss-table.ts';

/** Senses that say how a word is written or read, not what it means. */
const NO_SENSE =
  /^(surname |variant of|old variant|see |see also|abbr\. for|used in |CL:|\(old\)|Japanese variant|erhua variant|also written|also pr\.|unofficial variant|Taiwan pr|\(archaic\)|\(Tw\)$|two-character surname|archaic variant)/iu;
/** `see 長沙市|长沙市[Chang2 sha1 Shi4]`: the simplified form of the word that has the meaning. */
const REFERENCE = /^(?:see|variant of|old variant of|abbr\. for) (?:\p{Script=Han}+\|)?(\p{Script=Han}+)\[/u;
/** Of a name only the name: `Hunan province, capital …` is Hunan to somebody who lives there. */
const NAME_ONLY =
  /(?:,| (?:prefecture|subprovincial|county|sub-prefecture|municipality|province|autonomous|district|city|county|capital|company|river|province-level)\b).*$/iu;
const GLOSS_BYTES_MAX = 60;
const LONG_SENSE = 24;
/** What a later sense must gain in log-probability, per place in the dictionary's order, to be preferred to an earlier one. */
const ORDER_COST = 2;

export const dictionaryText = (): string => createRequire(import.meta.url)('hanzi/lib/data/cedict_ts.u8.js') as string;

/** `plausibility`: log-probability of an English text; short, common wordings win. */
export function chooseGlosses(
  dictionary: string,
  plausibility: (text: string) => number,
  overrides: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const senses = new Map<string, { common: string[]; proper: string[] }>();
  const forms: (readonly [traditional: string, simplified: string])[] = [];
  const references = new Map<string, string>();
  for (const line of dictionary.split('\n')) {
    const [, traditional, simplified, reading, definition] = /^(\S+) (\S+) \[([^\]]*)\] \/(.*)\/\s*$/u.exec(line) ?? [];
    if (traditional === undefined || simplified === undefined || reading === undefined || definition === undefined) continue;
    if (simplified.length > GLOSS_WORD_UNITS_MAX || !/\p{Script=Han}/u.test(simplified)) continue;
    forms.push([traditional, simplified]);
    const found = senses.get(simplified) ?? { common: [], proper: [] };
    senses.set(simplified, found);
    for (const sense of definition.split(/\/|;\s*/u)) {
      const referred = REFERENCE.exec(sense)?.[1];
      if (referred !== undefined && !references.has(simplified)) references.set(simplified, referred);
      if (NO_SENSE.test(sense)) continue;
      const cleaned = cleanSense(sense);
      if (cleaned !== '') (/^[A-Z]/u.test(reading) ? found.proper : found.common).push(cleaned);
    }
  }
  const glosses = new Map<string, string>();
  for (const [word, { common, proper }] of senses) {
    const wordings = [...new Set([...common.flatMap(alternatives), ...proper.map(nameOf)].map(shorten))].filter((text) => text !== '');
    const [best] = wordings
      .map((text, index) => ({ text, cost: ORDER_COST * index - plausibility(text) }))
      .sort((left, right) => left.cost - right.cost);
    if (best !== undefined) glosses.set(word, best.text);
  }
  for (const [word, referred] of references) {
    const meaning = glosses.get(referred);
    if (meaning !== undefined && !glosses.has(word)) glosses.set(word, meaning);
  }
  for (const [word, meaning] of overrides) glosses.set(word, meaning);
  for (const [traditional, simplified] of forms) {
    const gloss = glosses.get(simplified);
    if (gloss !== undefined && !glosses.has(traditional)) glosses.set(traditional, gloss);
  }
  return glosses;
}

function cleanSense(sense: string): string {
  return sense
    .normalize('NFD')
    .replace(/\[[^\]]*\]/gu, '')
    .replace(/\p{Script=Han}+(\|\p{Script=Han}+)?/gu, '')
    .replace(/\([^()]*\)/gu, ' ')
    .replace(/\([^()]*\)/gu, ' ')
    .replace(/[^\x20-\x7e]|"/gu, '')
    .replace(/\bsb\b/gu, 'somebody')
    .replace(/\bsth\b/gu, 'something')
    .replace(/\s+([,;.])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** `nian gao, New Year cake, typically …`: two wordings of one sense, and what is said about it. */
const REMARK = /^(?:usually|typically|generally|often|especially|esp|such as|used|made|also|now|the|a|an|in|of|from|with|and|or|by|for)\b/u;

function alternatives(sense: string): readonly string[] {
  if (sense.length <= LONG_SENSE) return [sense];
  const [first = sense, second] = sense.split(/,\s*/u);
  return second === undefined || REMARK.test(second) ? [first] : [first, second];
}

const nameOf = (sense: string): string => sense.replace(NAME_ONLY, '');

const shorten = (sense: string): string =>
  sense
    .replace(/^to /u, '')
    .replace(/^(a|an|the) /u, '')
    .replace(/[?!]+$/u, '')
    .replace(/,? esp\..*$/u, '')
    .slice(0, GLOSS_BYTES_MAX)
    .trim();

export function packGlosses(glosses: ReadonlyMap<string, string>): Uint8Array {
  const slots = 2 ** Math.ceil(Math.log2(glosses.size * 1.5));
  const table = new Uint32Array(slots);
  const entries: Uint8Array[] = [];
  let offset = 0;
  for (const [word, gloss] of glosses) {
    const entry = new Uint8Array(2 + word.length * 2 + gloss.length + (gloss.length % 2));
    entry[0] = word.length;
    entry[1] = gloss.length;
    const view = new DataView(entry.buffer);
    for (let i = 0; i < word.length; i++) view.setUint16(2 + i * 2, word.charCodeAt(i), true);
    for (let i = 0; i < gloss.length; i++) entry[2 + word.length * 2 + i] = gloss.charCodeAt(i);
    let slot = glossHash(word) & (slots - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
    table[slot] = offset + 1;
    entries.push(entry);
    offset += entry.byteLength;
  }
  const header = new Uint32Array([slots, offset]);
  const file = new Uint8Array(GLOSS_HEADER_BYTES + table.byteLength + offset);
  file.set(new Uint8Array(header.buffer));
  file.set(new Uint8Array(table.buffer), GLOSS_HEADER_BYTES);
  let at = GLOSS_HEADER_BYTES + table.byteLength;
  for (const entry of entries) {
    file.set(entry, at);
    at += entry.byteLength;
  }
  return file;
}
