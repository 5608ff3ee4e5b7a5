/** Chinese to a string of English glosses, one per word, in the order of the sentence: enough for an English encoder to place it. */
import { GLOSS_WORD_UNITS_MAX, type GlossTable } from './gloss-table.ts';

const HAN = /\p{Script=Han}/u;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

export const hasHan = (text: string): boolean => HAN.test(text);

/** Words of other scripts stay as they are; a Chinese word that the dictionary lacks is taken apart, longest known part first. */
export function gloss(text: string, table: GlossTable): string {
  const words: string[] = [];
  for (const { segment, isWordLike } of SEGMENTER.segment(text.normalize('NFKC'))) {
    if (isWordLike !== true) continue;
    if (hasHan(segment)) words.push(...parts(segment, table));
    else words.push(segment);
  }
  return words.filter((word) => word !== '').join(' ');
}

function parts(word: string, table: GlossTable): string[] {
  const found: string[] = [];
  for (let start = 0; start < word.length; ) {
    let length = Math.min(GLOSS_WORD_UNITS_MAX, word.length - start);
    let meaning = table.find(word.slice(start, start + length));
    while (meaning === undefined && length > 1) {
      length -= 1;
      meaning = table.find(word.slice(start, start + length));
    }
    if (meaning !== undefined) found.push(meaning);
    start += length;
  }
  return found;
}
