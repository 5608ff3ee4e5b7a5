import type { QueryResult } from '@upstash/vector/cloudflare';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import type { VectorEntry, VectorHit, VectorIndex } from '../../ports/vector-index.ts';
import { hashNamespace } from '../remote/namespace-hash.ts';
import {
  type AskForChunks,
  batchesOf,
  type ChunkHit,
  type ChunkQuestion,
  isUsable,
  memoriesByChunks,
  sortEntries,
} from '../remote/vector-entries.ts';
import { STORE_NAME, type UpstashVectorClient } from './client.ts';
import { filterOf, generationOf, memoriesIn, type VectorMetadata, vectorId, vectorPrefix, vectorsOf, wellFormed } from './vectors.ts';

/** As on the free plan. */
const VECTORS_PER_REQUEST = 1_000;
const TOP_K_MAX = 1_000;
/** Up to so many memories are deleted by prefix, one request each; deleting by filter is one request that looks at every vector. */
const PREFIX_DELETES_MAX = 10;

/**
 * The vectors of one namespace. Writes become visible after a while, so a memory just written is found by its words until then, and one just
 * forgotten is refused by the record. Scores are (1 + cosine) / 2.
 */
export function createUpstashVectorIndex(client: UpstashVectorClient, tenant: Namespace): VectorIndex {
  const namespace = hashNamespace(tenant);
  const within = { namespace };

  const firstChunks = async (ids: readonly MemoryId[]): Promise<Result<readonly VectorMetadata[], StoreFault>> => {
    const found: VectorMetadata[] = [];
    for (const batch of batchesOf(ids, VECTORS_PER_REQUEST)) {
      const names = batch.map((id) => vectorId(id, 0));
      const fetched = await client.call((index) => index.fetch<VectorMetadata>(names, { includeMetadata: true, ...within }));
      if (!fetched.ok) return fetched;
      for (const vector of fetched.value) if (vector?.metadata !== undefined) found.push(vector.metadata);
    }
    return ok(found);
  };

  const deleteIds = async (ids: readonly string[]): Promise<Result<null, StoreFault>> => {
    for (const batch of batchesOf(ids, VECTORS_PER_REQUEST)) {
      const deleted = await client.call((index) => index.delete({ ids: batch }, within));
      if (!deleted.ok) return deleted;
    }
    return ok(null);
  };

  const deleteWhere = async (filter: string): Promise<Result<number, StoreFault>> => {
    const deleted = await client.call((index) => index.delete({ filter }, within));
    return deleted.ok ? ok(deleted.value.deleted) : deleted;
  };

  /** Before the writing: if it breaks off in between, the outbox writes again, and nothing of an older text is left over. */
  const deleteSurplus = async (written: readonly VectorEntry[]): Promise<Result<null, StoreFault>> => {
    const entries = written.filter(({ is_new }) => is_new !== true);
    const before = await firstChunks(entries.map(({ id }) => id));
    if (!before.ok) return before;
    const counts = new Map(before.value.map(({ memory_id, chunks }) => [memory_id, chunks]));
    const surplus = entries.flatMap(({ id, chunks }) =>
      Array.from({ length: Math.max(0, (counts.get(id) ?? 0) - chunks.length) }, (_, at) => vectorId(id, chunks.length + at)),
    );
    return deleteIds(surplus);
  };

  const requestOf = ({ query: { vector, generation, filter }, chunks }: ChunkQuestion) => ({
    vector: [...vector],
    topK: chunks,
    filter: filterOf(generation, filter),
    includeMetadata: true,
  });
  const chunksOf = (answer: readonly QueryResult<VectorMetadata>[] | undefined): readonly ChunkHit[] =>
    (answer ?? []).flatMap(({ score, metadata }) =>
      metadata === undefined ? [] : [{ memory_id: metadata.memory_id, cosine: 2 * score - 1 }],
    );

  const ask: AskForChunks = async (questions) => {
    const [first, ...others] = questions.map(requestOf);
    if (first === undefined) return ok([]);
    if (others.length === 0) {
      const found = await client.call((index) => index.query<VectorMetadata>(first, within));
      return found.ok ? ok([chunksOf(found.value)]) : found;
    }
    const found = await client.call((index) => index.queryMany<VectorMetadata>([first, ...others], within));
    return found.ok ? ok(questions.map((_question, at) => chunksOf(found.value[at]))) : found;
  };

  const queryMany: VectorIndex['queryMany'] = async (queries) => {
    const nothing = queries.map((): readonly VectorHit[] => []);
    if (queries.length === 0) return ok(nothing);
    const dimensions = await client.dimensions();
    if (!dimensions.ok) return dimensions;
    const asked = [...queries.entries()].filter(
      ([, { limit, filter, vector }]) =>
        limit > 0 &&
        isUsable(vector) &&
        vector.length === dimensions.value &&
        (filter.ids === undefined || wellFormed(filter.ids).length > 0),
    );
    const found = await memoriesByChunks(
      asked.map(([, query]) => query),
      TOP_K_MAX,
      ask,
    );
    if (!found.ok) return found;
    const hits = new Map(asked.map(([at], place) => [at, found.value[place] ?? []]));
    return ok(nothing.map((none, at) => hits.get(at) ?? none));
  };

  return {
    name: STORE_NAME,
    capabilities: { read_your_writes: false, vectors_max: null },

    async upsert(generation, entries) {
      const dimensions = await client.dimensions();
      if (!dimensions.ok) return dimensions;
      const { usable, rejected } = sortEntries(entries, dimensions.value);
      const cleared = await deleteSurplus(usable);
      if (!cleared.ok) return cleared;
      const vectors = usable.flatMap((entry) => vectorsOf(generation, entry));
      for (const batch of batchesOf(vectors, VECTORS_PER_REQUEST)) {
        const written = await client.call((index) => index.upsert(batch, within));
        if (!written.ok) return written;
      }
      return ok({ rejected });
    },

    /** By what their ids begin with or by filter, not by counted ids: a count may be of before the last writing. */
    async remove(ids) {
      const distinct = [...new Set(ids)];
      if (distinct.length > PREFIX_DELETES_MAX && wellFormed(distinct).length === distinct.length) {
        const there = await firstChunks(distinct);
        if (!there.ok) return there;
        for (const batch of batchesOf(distinct, VECTORS_PER_REQUEST)) {
          const deleted = await deleteWhere(memoriesIn(batch));
          if (!deleted.ok) return deleted;
        }
        return ok({ removed: there.value.length });
      }
      let removed = 0;
      for (const id of distinct) {
        const deleted = await client.call((index) => index.delete({ prefix: vectorPrefix(id) }, within));
        if (!deleted.ok) return deleted;
        if (deleted.value.deleted > 0) removed += 1;
      }
      return ok({ removed });
    },

    async query(query) {
      const found = await queryMany([query]);
      return found.ok ? ok(found.value[0] ?? []) : found;
    },

    queryMany,

    async present(ids) {
      const found = await firstChunks(ids);
      if (!found.ok) return found;
      const seen = new Set(found.value.map(({ memory_id }) => memory_id));
      return ok(ids.filter((id) => seen.has(id)));
    },

    async retire(keep_generation) {
      const outdated = `generation != '${generationOf(keep_generation)}'`;
      // First chunks last: they say that a memory has vectors, so what broke off is found again.
      const others = await deleteWhere(`${outdated} AND chunk > 0`);
      if (!others.ok) return others;
      const removed = await deleteWhere(`${outdated} AND chunk = 0`);
      return removed.ok ? ok({ removed: removed.value }) : removed;
    },

    async ping() {
      return (await client.call((index) => index.info())).ok;
    },
  };
}
