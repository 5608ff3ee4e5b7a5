import type { Memory, MemoryId } from '../domain/memory.ts';
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

export interface Candidate {
  readonly memory: Memory;
  /** The wording that matched the view (an older version's when `known_at` asks for it). */
  readonly content: string;
  /** Folded terms of that wording, repeats kept: the domain computes BM25 from them, so that every store ranks alike. */
  readonly terms: readonly string[];
  /** Found by words, asked for by id, or brought in as a neighbour. */
  readonly found_by: 'lexical' | 'id' | 'neighbour';
}

/** `id` stands `distance` turns after (before, when negative) `of` in their session, in the order (occurred_at, created_at, id). */
export interface Neighbourhood {
  readonly id: MemoryId;
  readonly of: MemoryId;
  readonly distance: number;
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly neighbours: readonly Neighbourhood[];
  /** Documents that hold each term, over the whole namespace. */
  readonly document_frequency: Readonly<Record<string, number>>;
  readonly documents: number;
  /** Mean number of terms of a document. */
  readonly mean_terms: number;
}

/** One round trip that brings everything ranking needs; ranking itself is pure and lives in domain/ranking. */
export interface CandidateSource {
  gather(request: GatherRequest): Promise<Gathered>;
}
