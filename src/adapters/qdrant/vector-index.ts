import type { Schemas } from '@qdrant/js-client-rest';
import * as z from 'zod';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import type { VectorEntry, VectorIndex, VectorQuery } from '../../ports/vector-index.ts';
import { hashNamespace } from '../remote/namespace-hash.ts';
import { batchesOf, type ChunkHit, firstUsable, isUsable, memoriesByChunks, sortEntries } from '../remote/vector-entries.ts';
import { type QdrantClient, STORE_NAME } from './client.ts';
import type { QdrantCollections } from './collections.ts';
import { beyondChunks, collectionOf, filterOf, firstChunks, inNamespace, ofMemories, pointsOf, VECTOR_NAME } from './points.ts';

/** Points of one request: 1,536 numbers each are 4 MB of JSON, far below Qdrant's 32 MB. */
const POINTS_PER_REQUEST = 256;
/** Points one query may bring: more than ranking looks at. */
const POINTS_MAX = 10_000;
const MEMORIES_PER_REQUEST = 500;

const DONE = z.unknown();
const COUNT = z.object({ count: z.number() });
const FACETS = z.object({ hits: z.array(z.object({ value: z.string() })) });
const FOUND = z.object({ points: z.array(z.object({ score: z.number(), payload: z.object({ memory_id: z.string() }) })) });

/** The vectors of one namespace. A write is visible to the next query (`wait`); a query of one generation is one request, as a rule. */
export function createQdrantVectorIndex(client: QdrantClient, collections: QdrantCollections, namespace: Namespace): VectorIndex {
  const tenant = hashNamespace(namespace);
  const points = (collection: string): string => `/collections/${collection}/points`;

  const write = async (collection: string, entries: readonly VectorEntry[]): Promise<Result<null, StoreFault>> => {
    const batches = batchesOf(
      entries.flatMap((entry) => pointsOf(tenant, entry)),
      POINTS_PER_REQUEST,
    );
    for (const [at, batch] of batches.entries()) {
      // In order, in one request as a rule: new chunks, then what is left of longer texts. A repeat mends what broke off in between.
      const leftovers = at === batches.length - 1 ? [{ delete: { filter: beyondChunks(tenant, entries) } }] : [];
      const body = { operations: [{ upsert: { points: batch } }, ...leftovers] } satisfies Schemas['UpdateOperations'];
      const written = await client.call('POST', `${points(collection)}/batch?wait=true`, body, DONE);
      if (!written.ok) return written;
      if (written.value === null) return err(collections.lost(collection));
    }
    return ok(null);
  };

  const distinctIn = async (collection: string, ids: readonly MemoryId[]): Promise<Result<readonly MemoryId[], StoreFault>> => {
    const body = { key: 'memory_id', filter: ofMemories(tenant, ids), limit: ids.length, exact: true } satisfies Schemas['FacetRequest'];
    const found = await client.call('POST', `/collections/${collection}/facet`, body, FACETS);
    return found.ok ? ok((found.value?.hits ?? []).map(({ value }) => value)) : found;
  };

  const remove = (collection: string, filter: Schemas['Filter']): Promise<Result<unknown, StoreFault>> =>
    client.call('POST', `${points(collection)}/delete?wait=true`, { filter } satisfies Schemas['FilterSelector'], DONE);

  const presentIn = async (names: readonly string[], ids: readonly MemoryId[]): Promise<Result<readonly MemoryId[], StoreFault>> => {
    const seen = new Set<MemoryId>();
    for (const name of names)
      for (const batch of batchesOf(ids, MEMORIES_PER_REQUEST)) {
        const found = await distinctIn(name, batch);
        if (!found.ok) return found;
        for (const id of found.value) seen.add(id);
      }
    return ok(ids.filter((id) => seen.has(id)));
  };

  const ask = async (query: VectorQuery, chunks: number): Promise<Result<readonly ChunkHit[], StoreFault>> => {
    const body = {
      query: [...query.vector],
      using: VECTOR_NAME,
      filter: filterOf(tenant, query.filter),
      limit: chunks,
      with_payload: ['memory_id'],
    } satisfies Schemas['QueryRequest'];
    const found = await client.call('POST', `${points(collectionOf(query.generation))}/query`, body, FOUND);
    return found.ok
      ? ok((found.value?.points ?? []).map(({ score, payload }) => ({ memory_id: payload.memory_id, cosine: score })))
      : found;
  };

  return {
    name: STORE_NAME,
    capabilities: { read_your_writes: true, vectors_max: null },

    async upsert(generation, entries) {
      const first = firstUsable(entries);
      if (first === undefined) return ok({ rejected: entries.map(({ id }) => id) });
      const dimensions = await collections.open(generation, first.length);
      if (!dimensions.ok) return dimensions;
      const { usable, rejected } = sortEntries(entries, dimensions.value);
      if (usable.length === 0) return ok({ rejected });
      const written = await write(collectionOf(generation), usable);
      return written.ok ? ok({ rejected }) : written;
    },

    async remove(ids) {
      if (ids.length === 0) return ok({ removed: 0 });
      const names = await collections.all();
      if (!names.ok) return names;
      const there = await presentIn(names.value, [...new Set(ids)]);
      if (!there.ok) return there;
      // Deleted whether seen or not: a vector may have come since.
      for (const name of names.value)
        for (const batch of batchesOf(ids, MEMORIES_PER_REQUEST)) {
          const removed = await remove(name, ofMemories(tenant, batch));
          if (!removed.ok) return removed;
        }
      return ok({ removed: there.value.length });
    },

    async query(query) {
      if (query.limit <= 0 || query.filter.ids?.length === 0 || !isUsable(query.vector)) return ok([]);
      const dimensions = await collections.dimensionsOf(query.generation);
      if (!dimensions.ok) return dimensions;
      if (dimensions.value !== query.vector.length) return ok([]);
      return memoriesByChunks(query.limit, POINTS_MAX, (chunks) => ask(query, chunks));
    },

    async present(ids) {
      if (ids.length === 0) return ok([]);
      const names = await collections.all();
      return names.ok ? presentIn(names.value, ids) : names;
    },

    async retire(keep_generation) {
      const names = await collections.all();
      if (!names.ok) return names;
      let total = 0;
      for (const name of names.value.filter((one) => one !== collectionOf(keep_generation))) {
        const body = { filter: firstChunks(tenant), exact: true } satisfies Schemas['CountRequest'];
        const counted = await client.call('POST', `${points(name)}/count`, body, COUNT);
        if (!counted.ok) return counted;
        const removed = await remove(name, inNamespace(tenant));
        if (!removed.ok) return removed;
        total += counted.value?.count ?? 0;
      }
      return ok({ removed: total });
    },

    async ping() {
      return (await collections.all()).ok;
    },
  };
}
