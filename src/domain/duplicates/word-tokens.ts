import { exactToken, type GuardToken, numberToken } from './guard-token.ts';
import {
  COUNT_WORDS,
  DATE_WORDS,
  FUNCTION_WORDS,
  NEGATIONS,
  NO_PLURAL,
  NUMBER_WORDS,
  SAME_WORDS,
  UNITS,
  WEEKDAYS,
} from './guard-vocabulary.ts';

/** Where a word stands decides what its capital letter means. */
export interface WordPlace {
  readonly sentence_start: boolean;
  readonly after_number: boolean;
}

const CONTRACTION = /^(\p{L}+)['’](s|m|re|ve|ll|d|t)$/iu;
const NEGATED = /^(\p{L}+)n['’]t$/iu;
const FULL_FORM: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const EXPANSION: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };
const LOWER = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}]+$/u;
const CAPITALISED = /^\p{Lu}[\p{Ll}\p{M}]*$/u;
const PLURAL = /^[a-z]{4,}$/;

/** Tokens of one word of letters, apostrophes allowed: contractions become the words they stand for. */
export function wordTokens(word: string, place: WordPlace): GuardToken[] {
  const negated = NEGATED.exec(word)?.[1];
  if (negated !== undefined) {
    const full = FULL_FORM[negated.toLowerCase()] ?? negated;
    return [wordToken(full, place), wordToken('not', { sentence_start: false, after_number: false })];
  }
  if (word.toLowerCase() === 'cannot') return [wordToken('can', place), wordToken('not', { sentence_start: false, after_number: false })];
  const [, base, ending] = CONTRACTION.exec(word) ?? [];
  if (base === undefined || ending === undefined) return [wordToken(word, place)];
  const expansion = EXPANSION[ending.toLowerCase()];
  // 's and 'd stand for several words: kept as they are, so that "user's" is neither "user is" nor "users".
  const tail =
    expansion === undefined ? exactToken(`'${ending.toLowerCase()}`, 'wording') : wordToken(expansion, { ...place, sentence_start: false });
  return [wordToken(base, place), tail];
}

function wordToken(word: string, place: WordPlace): GuardToken {
  const lower = word.toLowerCase();
  const lowercase = LOWER.test(word);
  const ordinary = lowercase || (CAPITALISED.test(word) && (place.sentence_start || FUNCTION_WORDS.has(lower)));
  const kind = kindOf(word, lower, place, ordinary && (lowercase || FUNCTION_WORDS.has(lower)) && word !== 'A');
  // After a number case tells units apart: Mb and MB, mg and Mg.
  if (!ordinary || kind === 'unit') return exactToken(word, kind);
  const value = NUMBER_WORDS[lower];
  if (value !== undefined) return { ...numberToken(lower, value), forms: [`=${word}`, `~${lower}`, `#${value}`] };
  const forms = [`=${word}`, `~${SAME_WORDS[lower] ?? lower}`];
  const singular = lowercase ? singularOf(lower) : null;
  return { shown: word, kind, forms: singular === null ? forms : [...forms, `~${singular}`] };
}

function kindOf(word: string, lower: string, place: WordPlace, plain: boolean): GuardToken['kind'] {
  if (WEEKDAYS.has(lower) || WEEKDAYS.has(lower.replace(/s$/, ''))) return 'weekday';
  if (NEGATIONS.has(lower)) return 'negation';
  if (place.after_number && (UNITS.has(lower) || UNITS.has(lower.replace(/s$/, '')))) return 'unit';
  if (NUMBER_WORDS[lower] !== undefined || COUNT_WORDS.has(lower)) return 'number';
  if (DATE_WORDS.has(lower)) return 'date';
  if (plain || LOWER.test(word)) return 'wording';
  return word.length === 1 && word !== 'I' ? 'identifier' : 'name';
}

/** seats → seat, prefers → prefer, studies → study. Tense and -ing stay apart: lived is not lives. */
function singularOf(word: string): string | null {
  if (!PLURAL.test(word) || NO_PLURAL.has(word) || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return null;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:sh|ch|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
