import type { Instant } from '../instant.ts';
import { BIGRAM_MARK, cjkTerms, digitDateTerm, hangulTerms, wordsOf } from './cjk-terms.ts';
import { isEmptyBigram, isEmptyWord, isStopTerm } from './stop-words.ts';
import { chunkTerms } from './word-terms.ts';

/**
 * The words by which text is found, for the index and for queries alike. A term holds no white space, double quote or control character.
 * English: folded, stemmed, identifiers whole beside their parts. Chinese and Japanese: words, and bigrams with a mark. Pictures: each by itself,
 * whatever its colour or company.
 */
const RUN =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)|(\p{Script=Hangul}+)|([\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|([[!#-~\p{L}\p{M}\p{N}’]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]]+)|(\p{Extended_Pictographic}|\p{Regional_Indicator}{2})[\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]*/gv;
const ASCII_RUN = /[!#-~]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
const ASCII_ONLY = /^[\u0000-\u007f]*$/;
const ENDS_IN_DIGITS = /(\d{1,4})$/;

/** Folded terms in the order of the text, repeats kept. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  if (ASCII_ONLY.test(text)) {
    for (const chunk of text.match(ASCII_RUN) ?? []) append(terms, chunkTerms(chunk));
    return terms;
  }
  let before: { readonly end: number; readonly digits: string } | null = null;
  for (const match of text.normalize('NFKC').matchAll(RUN)) {
    const [run, cjk, hangul, unspaced, , picture] = match;
    if (cjk !== undefined) {
      const date = before !== null && before.end === match.index ? digitDateTerm(before.digits, cjk) : null;
      if (date !== null) terms.push(date);
      append(terms, cjkTerms(cjk));
    } else if (hangul !== undefined) append(terms, hangulTerms(hangul));
    else if (unspaced !== undefined) append(terms, wordsOf(unspaced));
    else if (picture !== undefined) terms.push(picture);
    else append(terms, chunkTerms(run));
    const digits = ENDS_IN_DIGITS.exec(run)?.[1];
    before = digits === undefined ? null : { end: match.index + run.length, digits };
  }
  return terms;
}

/** Distinct terms of a question, stop words dropped unless nothing would remain. */
export function queryTermsOf(query: string): readonly string[] {
  const distinct = [...new Set(termsOf(query))];
  const telling = distinct.filter(isTelling);
  return telling.length > 0 ? telling : distinct;
}

const isTelling = (term: string): boolean =>
  term.startsWith(BIGRAM_MARK) ? !isEmptyBigram(term.slice(BIGRAM_MARK.length)) : !isStopTerm(term) && !isEmptyWord(term);

/** Terms of a question that are all stop words: kept because nothing else is there. */
export const isHollow = (terms: readonly string[]): boolean => !terms.some(isTelling);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Distinct terms by which a UTC date is asked for in words: year, month, day, weekday, in English and Chinese. */
export function dateTermsOf(instant: Instant): readonly string[] {
  const date = new Date(instant);
  const [year, month, day, weekday] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()];
  const iso = date.toISOString().slice(0, 10);
  const english = `${iso} ${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`;
  const chinese = `${year}年 ${month + 1}月 ${day}日 周${'日一二三四五六'[weekday]}`;
  return [...new Set(termsOf(`${english} ${chinese}`))];
}

function append(terms: string[], more: readonly string[]): void {
  for (const term of more) terms.push(term);
}
