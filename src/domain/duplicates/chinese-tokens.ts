import { simplifyCharacters } from '../text/fold-script.ts';
import type { DifferenceKind } from './difference.ts';
import { type GuardToken, numberToken } from './guard-token.ts';
import { CHINESE_KINDS, isLightParticle, SAME_CHARACTERS } from './guard-vocabulary.ts';

const NUMERAL = /[〇零一二两兩三四五六七八九十百千万萬亿億]{1,32}/y;
const CLAUSE_BORDER = /[\s，。；、！？,;.!?：:]$|^$/;

/** Tokens of text[start, end), a run of Han or kana: characters, numerals as numbers, particles left out. `kinds` is kindsOf(text). */
export function chineseTokens(text: string, start: number, end: number, kinds: ReadonlyMap<number, DifferenceKind>): GuardToken[] {
  const tokens: GuardToken[] = [];
  const done = text.slice(start, end).includes('已');
  for (let index = start; index < end; ) {
    NUMERAL.lastIndex = index;
    const numeral = NUMERAL.exec(text)?.[0];
    const kind = kinds.get(index);
    if (numeral !== undefined) {
      const token = numberToken(numeral, integerOf(numeral));
      // 周一 and 五月 are a weekday and a date: their numerals must not pass for a count.
      tokens.push(kind === undefined || kind === 'number' ? token : { ...token, kind });
      index += numeral.length;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const before = text.slice(Math.max(0, index - 1), index);
    const after = text.slice(index + character.length, index + character.length + 1);
    const light = isLightParticle(character, { before, after, clause_start: CLAUSE_BORDER.test(before), done });
    if (!light) tokens.push(characterToken(character, kind ?? 'wording'));
    index += character.length;
  }
  return tokens;
}

/** The kind of each place of `text` that belongs to a date, weekday, unit, negation or number word. */
export function kindsOf(text: string): ReadonlyMap<number, DifferenceKind> {
  const kinds = new Map<number, DifferenceKind>();
  for (const [kind, pattern] of CHINESE_KINDS) {
    for (const match of text.matchAll(pattern)) {
      for (let index = match.index; index < match.index + match[0].length; index += 1) if (!kinds.has(index)) kinds.set(index, kind);
    }
  }
  return kinds;
}

function characterToken(character: string, kind: DifferenceKind): GuardToken {
  const same = SAME_CHARACTERS[character] ?? character;
  const simplified = simplifyCharacters(same);
  const token: GuardToken = { shown: character, kind, forms: [`=${same}`] };
  return simplified === same ? token : { ...token, stands_for: `=${simplified}` };
}

const DIGITS = '零一二三四五六七八九';
const SMALL_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const BIG_UNITS: Readonly<Record<string, number>> = { 万: 10_000, 亿: 100_000_000 };

/** The value of a Chinese numeral; null where it is ambiguous (三百二 is 320 in speech) or not well formed. */
export function integerOf(numeral: string): number | null {
  const text = numeral
    .replaceAll('〇', '零')
    .replace(/[两兩]/g, '二')
    .replaceAll('萬', '万')
    .replaceAll('億', '亿');
  if (!/[十百千万亿]/.test(text)) {
    // 二三 is two or three; a row of digits is one number only as a year, or where a zero shows that it is read digit by digit.
    const row = text.length === 1 || text.length === 4 || (text.includes('零') && text.length <= 15);
    return row ? Number([...text].map((digit) => DIGITS.indexOf(digit)).join('')) : null;
  }
  if (/[百千万亿][一二三四五六七八九]$/.test(text) || /[一二三四五六七八九]{2}|^[百千万亿]|万亿/.test(text)) return null;
  let [total, section, digit] = [0, 0, 0];
  for (const character of text) {
    const small = SMALL_UNITS[character];
    const big = BIG_UNITS[character];
    if (small !== undefined) {
      section += (digit || 1) * small;
      digit = 0;
    } else if (big !== undefined) {
      total += (section + digit) * big;
      section = 0;
      digit = 0;
    } else digit = DIGITS.indexOf(character);
  }
  return total + section + digit;
}
