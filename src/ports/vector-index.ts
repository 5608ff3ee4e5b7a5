import type { Memory, MemoryId } from '../domain/memory.ts';
import type { Result } from '../domain/result.ts';
import type { MemoryFilter, View } from '../domain/view.ts';
import type { StoreFault } from './store-fault.ts';

/** What of a memory never changes and can be filtered by: an index far from the records narrows by a copy of these. */
export type Facets = Pick<Memory, 'layer' | 'key' | 'session_id' | 'occurred_at'>;

export interface VectorEntry {
  readonly id: MemoryId;
  readonly facets: Facets;
  /** No vector of this id was ever made: a service that would have to look for surplus chunks of an older text need not. */
  readonly is_new?: true;
  /** One vector a chunk; the best chunk counts. Unit length. */
  readonly chunks: readonly Float32Array[];
}

export interface VectorHit {
  readonly id: MemoryId;
  /** Cosine, -1 to 1, of the best chunk. */
  readonly cosine: number;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  /** The embedder id: only vectors of this generation are compared. */
  readonly generation: string;
  readonly limit: number;
  /** Applied inside the index as far as it can; every hit is checked against the record all the same. */
  readonly filter: MemoryFilter;
  readonly view: View;
  /** Hits below it are of no use to the caller: the index may leave them out. */
  readonly cosine_min?: number;
}

export interface VectorIndexCapabilities {
  /** False when a write may be invisible to the next query for a while. */
  readonly read_your_writes: boolean;
  /** Vectors of one namespace; null where the service sets no useful bound. Beyond it, memories stay lexical and stats say so. */
  readonly vectors_max: number | null;
}

/** Derived and rebuildable: the record store is the truth. */
export interface VectorIndex {
  readonly name: string;
  readonly capabilities: VectorIndexCapabilities;
  /** Replaces all chunks of each id. All or nothing per id. */
  upsert(generation: string, entries: readonly VectorEntry[]): Promise<Result<{ readonly rejected: readonly MemoryId[] }, StoreFault>>;
  /** Removes the ids in every generation; unknown ids are fine. */
  remove(ids: readonly MemoryId[]): Promise<Result<{ readonly removed: number }, StoreFault>>;
  /** Best first; ties by id. */
  query(query: VectorQuery): Promise<Result<readonly VectorHit[], StoreFault>>;
  /** Each as `query` answers it, in order; all of them at once, as far as the service takes them together. Of one generation. */
  queryMany(queries: readonly VectorQuery[]): Promise<Result<readonly (readonly VectorHit[])[], StoreFault>>;
  /** Which of these ids still have vectors in any generation: the read-back of a forget receipt. */
  present(ids: readonly MemoryId[]): Promise<Result<readonly MemoryId[], StoreFault>>;
  /** Drops every generation but this one. */
  retire(keep_generation: string): Promise<Result<{ readonly removed: number }, StoreFault>>;
  ping(): Promise<boolean>;
}
