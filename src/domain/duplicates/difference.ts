export type DifferenceKind = 'number' | 'date' | 'identifier' | 'name' | 'path' | 'unit' | 'negation' | 'weekday' | 'wording';

export interface Difference {
  readonly kind: DifferenceKind;
  /** What only the first text says, and what only the second says. */
  readonly left: string;
  readonly right: string;
}
