/**
 * Which texts the builtin encoder understands: English, and Chinese through glosses. Any other language gives it vectors that look alike whatever
 * they say (two unrelated Korean sentences: .98), so such text is better found by words alone.
 */
import type { PieceTable } from './pieces.ts';

/** Letters of other scripts, as a share of all letters, from which a text counts as foreign: a quoted name passes, a sentence does not. */
const FOREIGN_LETTERS_MAX = 0.25;
/**
 * Mean log-probability per character of the words. Measured on test/adapters/models/language-samples.ts: sentences in Latin-script languages other
 * than English lie below -2.8, all but one in a thousand English chat turns of four words or more lie above.
 */
const PLAUSIBILITY_MIN = -2.8;
/** For text with a word that only English has: rare names and terms then do not count against it. */
const PLAUSIBILITY_MIN_MARKED = -3.3;
/** One or two words are too few to tell a language by; only what looks like none is left out. */
const PLAUSIBILITY_MIN_SHORT = -5;
const ENGLISH_MARKS = new Set(
  (
    'the and with for are were what how when where which who why his her she he you your my our their they this these those that there here from have has had not ' +
    'does did would should could about into because but than then every never always'
  ).split(' '),
);
/** No other language has these: `I'm a vegan` and `can I eat prawns` are English, however rare its only content word. */
const ENGLISH_PHRASE =
  /\b(?:i['’]m|i['’](?:ve|ll|d)|(?:do|does|is|are|was|were|have|has|ca|wo|did)n['’]t|(?:he|she|it|that|what|who)['’]s|(?:we|they|you)['’](?:re|ve|ll)|(?:can|could|may|should|must|did) (?:i|he|she|we|they))\b/i;
/** Proper names start with a capital; they are left out of the judgement when this many other words remain. */
const PLAIN_WORDS_MIN = 3;

export type Language = 'english' | 'chinese';
export type Verdict = { readonly language: Language } | { readonly language: null; readonly reason: string };

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export function judgeLanguage(text: string, pieces: PieceTable): Verdict {
  const letters = count(text, /\p{L}/gu);
  if (letters === 0)
    return /\p{N}/u.test(text) ? { language: 'english' } : { language: null, reason: 'nothing to embed: neither letters nor digits' };
  const han = count(text, /\p{Script=Han}/gu);
  const latin = count(text, /\p{Script=Latin}/gu);
  if (1 - (han + latin) / letters > FOREIGN_LETTERS_MAX)
    return { language: null, reason: 'a script that the builtin embedder does not know' };
  if (han > 0) return { language: 'chinese' };
  return isEnglish(text, pieces)
    ? { language: 'english' }
    : { language: null, reason: 'a language that the builtin embedder does not know' };
}

function isEnglish(text: string, pieces: PieceTable): boolean {
  if (ENGLISH_PHRASE.test(text)) return true;
  const all = text.normalize('NFKC').match(/\p{Script=Latin}+/gu) ?? [];
  const plain = all.filter((word) => /^\p{Ll}/u.test(word));
  const words = plain.length >= PLAIN_WORDS_MIN ? plain : all.map((word) => word.toLowerCase());
  let score = 0;
  let characters = 0;
  for (const word of words) {
    score += pieces.score(word);
    characters += word.length + 1;
  }
  return score / characters >= leastPlausibility(words);
}

function leastPlausibility(words: readonly string[]): number {
  if (words.length < PLAIN_WORDS_MIN) return PLAUSIBILITY_MIN_SHORT;
  return words.some((word) => ENGLISH_MARKS.has(word)) ? PLAUSIBILITY_MIN_MARKED : PLAUSIBILITY_MIN;
}
