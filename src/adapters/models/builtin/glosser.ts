/** Chinese to a string of English glosses, one per word, in the order of the sentence: enough for an English encoder to place it. */
import { GLOSS_WORD_UNITS_MAX, type GlossTable } from './gloss-table.ts';

const HAN = /\p{Script=Han}/u;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

export const hasHan = (text: string): boolean => HAN.test(text);

/**
 * Words of other scripts stay as they are. Words side by side that the dictionary has as one are one (比 特 币 is Bitcoin, 上个 月 last month): the
 * segmenter knows fewer words than the dictionary. A word that the dictionary lacks is taken apart, longest known part first.
 */
export function gloss(text: string, table: GlossTable): string {
  const words: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    for (const word of joined(run, table)) words.push(word);
    run = [];
  };
  for (const { segment, isWordLike } of SEGMENTER.segment(text.normalize('NFKC'))) {
    if (isWordLike === true && hasHan(segment)) run.push(...parts(segment, table));
    else {
      flush();
      if (isWordLike === true) words.push(segment);
    }
  }
  flush();
  return words.filter((word) => word !== '').join(' ');
}

/** Meanings of the words of a run, longest join first. */
function joined(words: readonly string[], table: GlossTable): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    let next = at + 1;
    let meaning = table.find(words[at] ?? '');
    let joint = words[at] ?? '';
    for (let end = at + 1; end < words.length; end += 1) {
      joint += words[end];
      if (joint.length > GLOSS_WORD_UNITS_MAX) break;
      const whole = table.find(joint);
      if (whole === undefined) continue;
      meaning = whole;
      next = end + 1;
    }
    if (meaning !== undefined) found.push(meaning);
    at = next;
  }
  return found;
}

/** The word, or the known words that it is made of; characters without a meaning stay, as they may be part of a longer word. */
function parts(word: string, table: GlossTable): string[] {
  const found: string[] = [];
  for (let start = 0; start < word.length; ) {
    let length = Math.min(GLOSS_WORD_UNITS_MAX, word.length - start);
    while (length > 1 && table.find(word.slice(start, start + length)) === undefined) length -= 1;
    found.push(word.slice(start, start + length));
    start += length;
  }
  return found;
}
