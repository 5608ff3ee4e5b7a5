/** What ranking is given: the same shapes that ports/candidate-source.ts brings, seen from the domain. */
import type { Memory, MemoryId } from '../memory.ts';

export interface RankingCandidate {
  readonly memory: Memory;
  readonly content: string;
  readonly terms: readonly string[];
}

/** `id` stands `distance` turns after `of` in their session. */
export interface RankingNeighbour {
  readonly id: MemoryId;
  readonly of: MemoryId;
  readonly distance: number;
}

export interface RankingPool {
  readonly candidates: readonly RankingCandidate[];
  readonly neighbours: readonly RankingNeighbour[];
  readonly document_frequency: Readonly<Record<string, number>>;
  readonly documents: number;
  readonly mean_terms: number;
}
