import { foldForIdentity } from '../text/fold-text.ts';

export type DifferenceKind = 'number' | 'date' | 'identifier' | 'name' | 'path' | 'unit' | 'negation' | 'weekday' | 'wording';

export interface Difference {
  readonly kind: DifferenceKind;
  /** What only the first text says, and what only the second says. */
  readonly left: string;
  readonly right: string;
}

/** Null only when merging two near-identical texts loses nothing. */
export function differenceThatMatters(a: string, b: string): Difference | null {
  const [left, right] = [foldForIdentity(a), foldForIdentity(b)];
  return left === right ? null : { kind: 'wording', left, right };
}
