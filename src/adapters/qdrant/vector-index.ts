import type { Schemas } from '@qdrant/js-client-rest';
import * as z from 'zod';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import type { VectorEntry, VectorHit, VectorIndex } from '../../ports/vector-index.ts';
import { hashNamespace } from '../remote/namespace-hash.ts';
import {
  type AskForChunks,
  batchesOf,
  type ChunkHit,
  type ChunkQuestion,
  firstUsable,
  isUsable,
  memoriesByChunks,
  sortEntries,
} from '../remote/vector-entries.ts';
import { type QdrantClient, STORE_NAME } from './client.ts';
import type { QdrantCollections } from './collections.ts';
import { beyondChunks, collectionOf, filterOf, firstChunks, inNamespace, ofMemories, pointsOf, VECTOR_NAME } from './points.ts';

/** Points of one request: a batch of short memories whole. 1,536 numbers each are 8 MB of JSON, well below Qdrant's 32 MB. */
const POINTS_PER_REQUEST = 512;
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

  const requestOf = ({ query, chunks }: ChunkQuestion) =>
    ({
      query: [...query.vector],
      using: VECTOR_NAME,
      filter: filterOf(tenant, query.filter),
      limit: chunks,
      with_payload: ['memory_id'],
    }) satisfies Schemas['QueryRequest'];
  const chunksOf = (answer: z.output<typeof FOUND> | null | undefined): readonly ChunkHit[] =>
    (answer?.points ?? []).map(({ score, payload }) => ({ memory_id: payload.memory_id, cosine: score }));

  const askOf =
    (generation: string): AskForChunks =>
    async (questions) => {
      const path = `${points(collectionOf(generation))}/query`;
      const [first, ...others] = questions;
      if (first === undefined) return ok([]);
      if (others.length === 0) {
        const found = await client.call('POST', path, requestOf(first), FOUND);
        return found.ok ? ok([chunksOf(found.value)]) : found;
      }
      const body = { searches: questions.map(requestOf) } satisfies Schemas['QueryRequestBatch'];
      const found = await client.call('POST', `${path}/batch`, body, z.array(FOUND));
      return found.ok ? ok(questions.map((_question, at) => chunksOf(found.value?.[at]))) : found;
    };

  const queryMany: VectorIndex['queryMany'] = async (queries) => {
    const nothing = queries.map((): readonly VectorHit[] => []);
    const [first] = queries;
    if (first === undefined) return ok(nothing);
    const dimensions = await collections.dimensionsOf(first.generation);
    if (!dimensions.ok) return dimensions;
    const asked = [...queries.entries()].filter(
      ([, { limit, filter, vector }]) => limit > 0 && filter.ids?.length !== 0 && isUsable(vector) && vector.length === dimensions.value,
    );
    const found = await memoriesByChunks(
      asked.map(([, query]) => query),
      POINTS_MAX,
      askOf(first.generation),
    );
    if (!found.ok) return found;
    const hits = new Map(asked.map(([at], place) => [at, found.value[place] ?? []]));
    return ok(nothing.map((none, at) => hits.get(at) ?? none));
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
      const names = await collections.usable();
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
      const found = await queryMany([query]);
      return found.ok ? ok(found.value[0] ?? []) : found;
    },

    queryMany,

    async present(ids) {
      if (ids.length === 0) return ok([]);
      const names = await collections.usable();
      return names.ok ? presentIn(names.value, ids) : names;
    },

    async retire(keep_generation) {
      const names = await collections.usable();
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
