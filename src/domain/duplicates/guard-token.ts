import type { DifferenceKind } from './difference.ts';

/** One unit of comparison. Two texts say the same when their tokens, light ones left out, are pairwise the same. */
export interface GuardToken {
  readonly shown: string;
  readonly kind: DifferenceKind;
  /** Two tokens are the same when they share a form. */
  readonly forms: readonly string[];
  /** A traditional character is the same as its simplified form, but not as another traditional one that shares it (發 and 髮: 发). */
  readonly stands_for?: string;
}

export const exactToken = (shown: string, kind: DifferenceKind): GuardToken => ({ shown, kind, forms: [`=${shown}`] });

/** A number that has a plain integer value is the same in digits, in words and in Chinese numerals. */
export const numberToken = (shown: string, value: number | null): GuardToken => ({
  shown,
  kind: 'number',
  forms: value === null ? [`=${shown}`] : [`=${shown}`, `#${value}`],
});

export function sameToken(left: GuardToken, right: GuardToken): boolean {
  if (left.forms.some((form) => right.forms.includes(form))) return true;
  const isVariant = (one: GuardToken, other: GuardToken): boolean => one.stands_for !== undefined && other.forms.includes(one.stands_for);
  return isVariant(left, right) || isVariant(right, left);
}
