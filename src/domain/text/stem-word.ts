import { stemmer } from 'stemmer';

const STEMMABLE = /^[a-z]{3,}$/;
/** Most words of a conversation repeat; stemming is two thirds of the cost of English terms. Dropped whole when full. */
const REMEMBERED_MAX = 20_000;
const remembered = new Map<string, string>();

/** Porter stem of a lower-case ASCII word; anything else comes back as it is. */
export function stemWord(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stem = STEMMABLE.test(word) ? stemmer(word) : word;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(word, stem);
  return stem;
}
