import { foldKana, simplify, simplifyCharacters } from './fold-script.ts';
import { isEmptyCharacter } from './stop-words.ts';

/**
 * A letter that occurs in no Chinese, Japanese or Korean text: `ǀ上海` is the bigram, `上海` the word, and no index tokenizer parts them.
 */
export const BIGRAM_MARK = 'ǀ';

// Han and kana share one dictionary in ICU, whatever the locale; Thai, Lao, Khmer and Burmese have their own.
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const KANA = /[\u3041-\u3096\u30a1-\u30fa]/;
const WEEKDAY = /(?:星期|礼拜)(?=[一二三四五六日天])/g;
const SUNDAY = /周天/g;
const NUMERAL_DATE = /([一二三四五六七八九十]{1,3})([月日号])/g;
const DATE_UNIT = /^[年月日号时点分]/;

/** Terms of a run of Han and kana: words of two characters and more, content words of one, bigrams; one character alone is a term. */
export function cjkTerms(run: string): string[] {
  const japanese = KANA.test(run);
  const text = japanese ? run : simplify(run).replace(WEEKDAY, '周').replace(SUNDAY, '周日');
  const characters = [...fold(text, japanese)];
  if (characters.length === 1) return characters;
  const terms = wordsOf(text).flatMap((word) => {
    const folded = fold(word, japanese);
    return isOneCharacter(folded) && (japanese || isEmptyCharacter(folded)) ? [] : [folded];
  });
  if (!japanese) for (const match of text.matchAll(NUMERAL_DATE)) terms.push(`${smallNumber(match[1] ?? '')}${dateUnit(match[2] ?? '')}`);
  return [...terms, ...bigramsOf(characters)];
}

/** `5` and `月…` make the term `5月`: a date in digits is written over two scripts. Null when no date unit follows. */
export function digitDateTerm(digits: string, run: string): string | null {
  const unit = DATE_UNIT.exec(simplify(run.slice(0, 1)))?.[0];
  return unit === undefined ? null : `${digits.replace(/^0+(?=\d)/, '')}${dateUnit(unit)}`;
}

/** Korean particles cling to the word: bigrams find the noun inside. */
export const hangulTerms = (run: string): string[] => [run, ...([...run].length > 1 ? bigramsOf([...run]) : [])];

/** Words of a script that is written without spaces and is neither Han nor kana. */
export const wordsOf = (text: string): string[] =>
  Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment);

const fold = (text: string, japanese: boolean): string => (japanese ? foldKana(simplifyCharacters(text)) : text);

const isOneCharacter = (text: string): boolean => text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);

const bigramsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${BIGRAM_MARK}${characters[index]}${character}`);

/** 5月8号 is 5月8日, 8点 is 8时. */
const dateUnit = (unit: string): string => ({ 号: '日', 点: '时' })[unit] ?? unit;

/** 一 to 九十九, as dates need them. */
function smallNumber(numeral: string): number {
  const [tens, units] = numeral.includes('十') ? numeral.split('十') : ['', numeral];
  const digit = (text: string | undefined): number => (text ? '一二三四五六七八九'.indexOf(text) + 1 : 0);
  return (numeral.includes('十') ? (tens ? digit(tens) : 1) * 10 : 0) + digit(units);
}
