import type { Difference, DifferenceKind } from './difference.ts';
import { type GuardToken, sameToken } from './guard-token.ts';
import { guardTokens } from './guard-tokens.ts';

export type { Difference } from './difference.ts';

/** The most telling kind names a difference that has several. */
const PRECEDENCE: readonly DifferenceKind[] = ['identifier', 'path', 'weekday', 'date', 'number', 'unit', 'negation', 'name', 'wording'];

/**
 * Null only when merging two near-identical texts loses nothing; asked for pairs at or above the cosine threshold only, since vectors hardly
 * see a digit or a "not". A false merge loses a fact for ever and a false keep costs a row, so everything differs until it is known
 * not to matter: articles, politeness, Chinese particles, punctuation, plural and person, the case of ordinary words, contractions,
 * the writing of a number, traditional against simplified. Word order counts.
 */
export function differenceThatMatters(a: string, b: string): Difference | null {
  const [left, right] = [guardTokens(a), guardTokens(b)];
  let start = 0;
  while (start < left.length && start < right.length && same(left[start], right[start])) start += 1;
  if (start === left.length && start === right.length) return null;
  let end = 0;
  const shorter = Math.min(left.length, right.length) - start;
  while (end < shorter && same(left[left.length - 1 - end], right[right.length - 1 - end])) end += 1;
  return describe(left.slice(start, left.length - end), right.slice(start, right.length - end));
}

/** A text that is compared with several others: read once, and only when a comparison comes to it. */
export class GuardedText {
  readonly #text: string;
  #tokens: readonly GuardToken[] | null = null;
  /** Where it last differed from another: in a row of near-identical texts, mostly the same place decides. */
  #telling = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether `differenceThatMatters` would name a difference. */
  differsFrom(other: GuardedText): boolean {
    if (this.#text === other.#text) return false;
    const [left, right] = [this.tokens, other.tokens];
    if (left.length !== right.length) return true;
    const guess = other.#telling;
    if (guess < left.length && !same(left[guess], right[guess])) return true;
    for (let at = 0; at < left.length; at += 1) {
      if (same(left[at], right[at])) continue;
      other.#telling = at;
      return true;
    }
    return false;
  }

  get tokens(): readonly GuardToken[] {
    this.#tokens ??= guardTokens(this.#text);
    return this.#tokens;
  }
}

const same = (left: GuardToken | undefined, right: GuardToken | undefined): boolean =>
  left !== undefined && right !== undefined && sameToken(left, right);

function describe(left: readonly GuardToken[], right: readonly GuardToken[]): Difference {
  const [only_left, only_right] = [without(left, right), without(right, left)];
  const reordered = only_left.length === 0 && only_right.length === 0;
  const kinds = new Set([...only_left, ...only_right].map(({ kind }) => kind));
  return {
    kind: PRECEDENCE.find((kind) => kinds.has(kind)) ?? 'wording',
    left: shown(reordered ? left : only_left),
    right: shown(reordered ? right : only_right),
  };
}

/** By form, not by place: a moved word is no difference of its kind. */
function without(tokens: readonly GuardToken[], others: readonly GuardToken[]): GuardToken[] {
  const forms = new Set(others.flatMap((token) => [...token.forms]));
  return tokens.filter((token) => !token.forms.some((form) => forms.has(form)));
}

/** Enough to recognise the difference; the texts themselves are stored. */
const SHOWN_TOKENS_MAX = 20;

const shown = (tokens: readonly GuardToken[]): string =>
  tokens
    .slice(0, SHOWN_TOKENS_MAX)
    .map((token) => token.shown)
    .join(' ');
