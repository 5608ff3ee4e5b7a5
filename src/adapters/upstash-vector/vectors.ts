/** How a memory's vectors stand in Upstash Vector: one vector a chunk, in the namespace of its own. */
import type { MemoryId } from '../../domain/memory.ts';
import type { MemoryFilter } from '../../domain/view.ts';
import type { VectorEntry } from '../../ports/vector-index.ts';
import { hashName } from '../remote/namespace-hash.ts';

/**
 * Ids and hashes only. A memory has vectors of one embedder at a time: its ids are the same for all, so that a new embedder's take the place
 * of the older one's, and `generation` keeps the two apart while both are there.
 */
export interface VectorMetadata extends Record<string, unknown> {
  readonly memory_id: MemoryId;
  readonly chunk: number;
  /** How many there are: tells a shorter text's writing what to delete. */
  readonly chunks: number;
  readonly generation: string;
  readonly layer: string;
  readonly occurred_at: number;
  readonly key_hash: string;
  readonly session_hash: string;
}

export const generationOf = (generation: string): string => hashName(generation);

/** `:` stands in no memory id of ours; ids that came by import have it hashed away. */
const nameOf = (id: MemoryId): string => (UUID.test(id) ? id : hashName(id));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const vectorId = (id: MemoryId, chunk: number): string => `${nameOf(id)}:${chunk}`;
export const vectorPrefix = (id: MemoryId): string => `${nameOf(id)}:`;

export function vectorsOf(generation: string, { id, facets, chunks }: VectorEntry) {
  const { layer, key, session_id, occurred_at } = facets;
  return chunks.map((vector, chunk) => ({
    id: vectorId(id, chunk),
    vector: [...vector],
    metadata: {
      memory_id: id,
      chunk,
      chunks: chunks.length,
      generation: generationOf(generation),
      layer,
      occurred_at,
      // A field that is always there: how a filter treats an absent one is the service's affair.
      key_hash: key === null ? '' : hashName(key),
      session_hash: session_id === null ? '' : hashName(session_id),
    } satisfies VectorMetadata,
  }));
}

/** Only hashes, numbers and well-formed ids get into the text: nothing needs quoting. All of MemoryFilter but tags, which change. */
export function filterOf(generation: string, { layer, session_id, key, since, until, ids }: MemoryFilter): string {
  return [
    `generation = '${generationOf(generation)}'`,
    ...(layer === undefined ? [] : [`layer = '${layer}'`]),
    ...(session_id === undefined ? [] : [`session_hash = '${hashName(session_id)}'`]),
    ...(key === undefined ? [] : [`key_hash = '${hashName(key)}'`]),
    ...(since === undefined ? [] : [`occurred_at >= ${since}`]),
    ...(until === undefined ? [] : [`occurred_at <= ${until}`]),
    ...(ids === undefined ? [] : [memoriesIn(ids)]),
  ].join(' AND ');
}

export const memoriesIn = (ids: readonly MemoryId[]): string =>
  `memory_id IN (${wellFormed(ids)
    .map((id) => `'${id}'`)
    .join(', ')})`;

export const wellFormed = (ids: readonly MemoryId[]): readonly MemoryId[] => ids.filter((id) => UUID.test(id));
