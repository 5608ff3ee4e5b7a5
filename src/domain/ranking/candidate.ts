/** What ranking is given. ports/candidate-source.ts brings it. */
import type { Memory, MemoryId } from '../memory.ts';

export interface RankingCandidate {
  readonly memory: Memory;
  /** The wording that matched the view (an older version's when `known_at` asks for it). */
  readonly content: string;
  /** Folded terms of that wording, repeats kept: BM25 is computed from them, so that every store ranks alike. */
  readonly terms: readonly string[];
}

/** `id` stands `distance` turns after (before, when negative) `of` in their session, in the order (occurred_at, created_at, id). */
export interface RankingNeighbour {
  readonly id: MemoryId;
  readonly of: MemoryId;
  readonly distance: number;
}

export interface RankingPool {
  readonly candidates: readonly RankingCandidate[];
  readonly neighbours: readonly RankingNeighbour[];
  /** Documents that hold each term, over the whole namespace. */
  readonly document_frequency: Readonly<Record<string, number>>;
  readonly documents: number;
  /** Mean number of terms of a document. */
  readonly mean_terms: number;
}
