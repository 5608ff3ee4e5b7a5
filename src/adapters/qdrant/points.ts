/** How a memory's vectors stand in Qdrant: one point a chunk, in the collection of their generation. */
import type { Schemas } from '@qdrant/js-client-rest';
import { v5 as uuidv5 } from 'uuid';
import type { MemoryId } from '../../domain/memory.ts';
import type { MemoryFilter } from '../../domain/view.ts';
import type { VectorEntry } from '../../ports/vector-index.ts';
import { hashName } from '../remote/namespace-hash.ts';

export const COLLECTION_PREFIX = 'hindsight_';
/** Vectors of different embedders are never compared, and need not have as many numbers: each embedder has a collection. */
export const collectionOf = (generation: string): string => `${COLLECTION_PREFIX}${hashName(generation)}`;

export const VECTOR_NAME = 'dense';
/** Any fixed UUID: it keeps our point ids from those that others derive by name. */
const POINT_NAMES = '6f1f6f0e-6d0c-5f0e-9d55-0b3f2c9a7e11';

/** Ids and hashes only: what a user wrote (keys and session ids too) stays in the record store. */
export interface PointPayload {
  readonly namespace: string;
  readonly memory_id: MemoryId;
  readonly chunk: number;
  readonly layer: string;
  readonly occurred_at: number;
  readonly key_hash?: string;
  readonly session_hash?: string;
}

/** Made with the collection: without them a filter would look at every point. `is_tenant` keeps a namespace's points together. */
export const PAYLOAD_INDEXES = [
  { field_name: 'namespace', field_schema: { type: 'keyword', is_tenant: true } },
  { field_name: 'memory_id', field_schema: 'keyword' },
  { field_name: 'chunk', field_schema: 'integer' },
  { field_name: 'layer', field_schema: 'keyword' },
  { field_name: 'key_hash', field_schema: 'keyword' },
  { field_name: 'session_hash', field_schema: 'keyword' },
  { field_name: 'occurred_at', field_schema: 'integer' },
] as const satisfies readonly Schemas['CreateFieldIndex'][];

/** No graph over everybody's points, one for each namespace: every query stands in one. */
const EDGES_PER_POINT = 16;

export const collectionSettings = (dimensions: number) =>
  ({
    vectors: { [VECTOR_NAME]: { size: dimensions, distance: 'Cosine' } },
    hnsw_config: { m: 0, payload_m: EDGES_PER_POINT },
  }) satisfies Schemas['CreateCollection'];

export function pointsOf(namespace: string, { id, facets, chunks }: VectorEntry): Schemas['PointStruct'][] {
  const { layer, key, session_id, occurred_at } = facets;
  return chunks.map((vector, chunk) => ({
    id: uuidv5(JSON.stringify([namespace, id, chunk]), POINT_NAMES),
    vector: { [VECTOR_NAME]: [...vector] },
    payload: {
      namespace,
      memory_id: id,
      chunk,
      layer,
      occurred_at,
      ...(key === null ? {} : { key_hash: hashName(key) }),
      ...(session_id === null ? {} : { session_hash: hashName(session_id) }),
    } satisfies PointPayload,
  }));
}

const equals = (key: keyof PointPayload, value: string): Schemas['FieldCondition'] => ({ key, match: { value } });
const oneOf = (key: keyof PointPayload, any: readonly string[]): Schemas['FieldCondition'] => ({ key, match: { any: [...any] } });

export const inNamespace = (namespace: string): Schemas['Filter'] => ({ must: [equals('namespace', namespace)] });

export const ofMemories = (namespace: string, ids: readonly MemoryId[]): Schemas['Filter'] => ({
  must: [equals('namespace', namespace), oneOf('memory_id', ids)],
});

/** What is left of longer texts after these were written over them. */
export const beyondChunks = (namespace: string, entries: readonly VectorEntry[]): Schemas['Filter'] => ({
  must: [equals('namespace', namespace)],
  should: entries.map(({ id, chunks }) => ({ must: [equals('memory_id', id), { key: 'chunk', range: { gte: chunks.length } }] })),
});

export const firstChunks = (namespace: string): Schemas['Filter'] => ({
  must: [equals('namespace', namespace), { key: 'chunk', match: { value: 0 } }],
});

/** All of MemoryFilter but tags, which change while a vector stands; whoever reads checks every hit against its record. */
export function filterOf(namespace: string, { layer, session_id, key, since, until, ids }: MemoryFilter): Schemas['Filter'] {
  const times = { ...(since === undefined ? {} : { gte: since }), ...(until === undefined ? {} : { lte: until }) };
  return {
    must: [
      equals('namespace', namespace),
      ...(layer === undefined ? [] : [equals('layer', layer)]),
      ...(session_id === undefined ? [] : [equals('session_hash', hashName(session_id))]),
      ...(key === undefined ? [] : [equals('key_hash', hashName(key))]),
      ...(Object.keys(times).length === 0 ? [] : [{ key: 'occurred_at', range: times }]),
      ...(ids === undefined ? [] : [oneOf('memory_id', ids)]),
    ],
  };
}
