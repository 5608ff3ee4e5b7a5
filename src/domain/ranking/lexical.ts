/** Words as evidence: BM25 over the terms of one text or of several read together, as a share of what the question could earn. */
import type { RankingTuning } from '../tuning.ts';

export type TermCounts = ReadonlyMap<string, number>;

/** A text, or several read as one. */
export interface TermBag {
  readonly counts: TermCounts;
  readonly length: number;
}

export interface LexicalScale {
  /** Of each query term: ln(1 + (N - n + 0.5) / (n + 0.5)), never negative. */
  readonly rarity: ReadonlyMap<string, number>;
  /** Sum over the question's terms. */
  readonly total_rarity: number;
  readonly mean_terms: number;
}

export function lexicalScale(
  terms: readonly string[],
  document_frequency: Readonly<Record<string, number>>,
  documents: number,
  mean_terms: number,
): LexicalScale {
  const rarity = new Map(
    terms.map((term) => {
      const holding = Math.min(documents, Object.hasOwn(document_frequency, term) ? (document_frequency[term] ?? 0) : 0);
      return [term, Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))] as const;
    }),
  );
  const total_rarity = [...rarity.values()].reduce((sum, one) => sum + one, 0);
  return { rarity, total_rarity, mean_terms: Math.max(1, mean_terms) };
}

/** Only the question's terms are counted; `length` counts all. */
export function bagOf(terms: readonly string[], scale: LexicalScale): TermBag {
  const counts = new Map<string, number>();
  for (const term of terms) if (scale.rarity.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}

export function joinBags(bags: readonly TermBag[]): TermBag {
  const counts = new Map<string, number>();
  let length = 0;
  for (const bag of bags) {
    for (const [term, times] of bag.counts) counts.set(term, (counts.get(term) ?? 0) + times);
    length += bag.length;
  }
  return { counts, length };
}

/**
 * BM25 divided by the question's total rarity, saturating: x / (x + half), in [0, 1). Free of the question's length, so that one weight fits
 * two words and two hundred. `texts`: how many texts the bag joins, for the length norm.
 */
export function lexicalShare(bag: TermBag, scale: LexicalScale, texts: number, tuning: RankingTuning['lexical']): number {
  if (scale.total_rarity === 0 || bag.counts.size === 0) return 0;
  const norm = tuning.k1 * (1 - tuning.b + (tuning.b * bag.length) / (scale.mean_terms * texts));
  let sum = 0;
  // In the question's order: sums of floats in the order of the texts would make the rank depend on how candidates came in.
  for (const [term, rarity] of scale.rarity) {
    const times = bag.counts.get(term);
    if (times !== undefined) sum += (rarity * times * (tuning.k1 + 1)) / (times + norm);
  }
  const share = sum / scale.total_rarity;
  return share / (share + tuning.half);
}

/** Share of the question's rarity that the bag holds at all: 0 to 1. */
export function coverage(bag: TermBag, scale: LexicalScale): number {
  if (scale.total_rarity === 0) return 0;
  let held = 0;
  for (const [term, rarity] of scale.rarity) if (bag.counts.has(term)) held += rarity;
  return held / scale.total_rarity;
}

/** Adjacent pairs of query terms that stand adjacent in a text, in order: 0 for none, towards 1 for many. */
export function adjacencyReader(query_terms: readonly string[]): (terms: readonly string[]) => number {
  const followers = new Map<string, Set<string>>();
  for (const [index, term] of query_terms.slice(1).entries()) {
    const before = query_terms[index] ?? '';
    followers.set(before, (followers.get(before) ?? new Set()).add(term));
  }
  return (terms) => {
    let found = 0;
    for (let index = 1; index < terms.length; index += 1) if (followers.get(terms[index - 1] ?? '')?.has(terms[index] ?? '')) found += 1;
    return found / (found + 1);
  };
}
