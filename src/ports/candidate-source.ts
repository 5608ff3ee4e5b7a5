import type { MemoryId } from '../domain/memory.ts';
import type { RankingCandidate, RankingNeighbour, RankingPool } from '../domain/ranking/candidate.ts';
import type { MemoryFilter, View } from '../domain/view.ts';

export interface GatherRequest {
  /** Distinct folded terms of the query, from domain/text/terms. Literal: no operator is ever interpreted. */
  readonly terms: readonly string[];
  /** Memories that other arms found (dense, exact key): they are hydrated and checked against filter and view here. */
  readonly ids: readonly MemoryId[];
  readonly filter: MemoryFilter;
  readonly view: View;
  /** Lexical candidates, best first by BM25, after filter and view. */
  readonly lexical_limit: number;
  /** Turns on each side, in the same session, fetched for each of the best candidates; 0 for none. */
  readonly neighbour_radius: number;
  /** How many of the best candidates get neighbours. */
  readonly neighbour_of: number;
}

export interface Candidate extends RankingCandidate {
  /** Found by words, asked for by id, or brought in as a neighbour. */
  readonly found_by: 'lexical' | 'id' | 'neighbour';
}

export type Neighbourhood = RankingNeighbour;

export interface Gathered extends RankingPool {
  readonly candidates: readonly Candidate[];
  /** Live memories of the namespace at the view's `now`. */
  readonly live: number;
  /** The view shows something that passes the filter, whether an arm found it or not. */
  readonly occupied: boolean;
}

/** One round trip that brings everything ranking needs; ranking itself is pure and lives in domain/ranking. */
export interface CandidateSource {
  gather(request: GatherRequest): Promise<Gathered>;
  /** Each as `gather` answers it, in order; all of them in one round trip, or in a few that go out at once. */
  gatherMany(requests: readonly GatherRequest[]): Promise<readonly Gathered[]>;
}
