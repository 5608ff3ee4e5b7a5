/// <reference types="@cloudflare/vitest-plugin/types" />
import { describe, expect, test } from 'vitest';
import { createEmbeddedVectorIndex } from '../../../src/adapters/embedded/vector-index.ts';
import { recordBytes, recordOf } from '../../../src/adapters/embedded/vector-record.ts';
import { commit, day, idOf, insertOf, memoryOf, revisionOf, tombstoneOf, view } from '../../contracts/contract.ts';
import { FACETS, GENERATION, seededVector, unwrap, vectorIndexContract } from '../../contracts/vector-index.ts';
import { withEmbeddedStores } from './with-stores.ts';

vectorIndexContract({
  name: 'embedded',
  withStores: (work) =>
    withEmbeddedStores(({ store }, storage) => {
      const open = () => ({ store, vectors: createEmbeddedVectorIndex(storage, { dimensions: 64 }) });
      return work(open(), open);
    }),
});

describe('embedded vectors', () => {
  test('state how many fit and reject what does not, until there is room again', () =>
    withEmbeddedStores(async ({ store }, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: 64, vector_bytes_max: 3 * (recordBytes(64) + 4) });
      expect(vectors.capabilities.vectors_max).toBe(3);
      await commit(store, ...[1, 2, 3].map((number) => insertOf(memoryOf(number, `note ${number}`))));
      const entry = (number: number, count = 1) => ({
        id: idOf(number),
        facets: FACETS,
        chunks: Array.from({ length: count }, (_, i) => seededVector(number + 100 * i)),
      });
      expect(unwrap(await vectors.upsert(GENERATION, [entry(1, 2), entry(2, 2), entry(3)])).rejected).toEqual([idOf(2)]);
      expect(unwrap(await vectors.present([1, 2, 3].map(idOf)))).toEqual([idOf(1), idOf(3)]);
      await vectors.remove([idOf(1)]);
      expect(unwrap(await vectors.upsert(GENERATION, [entry(2, 2)])).rejected).toEqual([]);
      expect(unwrap(await vectors.present([1, 2, 3].map(idOf)))).toEqual([idOf(2), idOf(3)]);
      const slots = storage.sql.exec('SELECT count(*) AS n, max(slot) AS last FROM vector_slots').one();
      expect(slots).toEqual({ n: 3, last: 2 });
    }));

  test('a removed vector is overwritten in its row', () =>
    withEmbeddedStores(async (_, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: 64 });
      await vectors.upsert(
        GENERATION,
        [1, 2].map((number) => ({ id: idOf(number), facets: FACETS, chunks: [seededVector(number)] })),
      );
      const holds = (number: number): boolean => {
        const row = storage.sql.exec('SELECT records FROM vector_blocks').one();
        const bytes = Array.from(new Uint8Array(row.records as ArrayBuffer)).join(',');
        return bytes.includes(Array.from(recordOf(seededVector(number)).subarray(0, 64)).join(','));
      };
      expect([holds(1), holds(2)]).toEqual([true, true]);
      await vectors.remove([idOf(1)]);
      expect([holds(1), holds(2)]).toEqual([false, true]);
    }));

  test('thousands of memories over many blocks and segments, found each', () =>
    withEmbeddedStores(async ({ store }, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: 64 });
      const numbers = Array.from({ length: 2_000 }, (_, i) => i + 1);
      for (let start = 0; start < numbers.length; start += 500) {
        const part = numbers.slice(start, start + 500);
        await commit(store, ...part.map((number) => insertOf(memoryOf(number, `note ${number}`, { occurred_at: 1 }), undefined)));
        await vectors.upsert(
          GENERATION,
          part.map((number) => ({ id: idOf(number), facets: FACETS, chunks: [seededVector(number)] })),
        );
      }
      for (const number of [1, 64, 65, 511, 512, 513, 1_024, 1_999, 2_000]) {
        const query = { vector: seededVector(number), generation: GENERATION, limit: 1, filter: {}, view: view() };
        expect(unwrap(await vectors.query(query))[0]?.id).toBe(idOf(number));
      }
    }));

  test('what happens to a memory after it got its vector shows in the very next query', () =>
    withEmbeddedStores(async ({ store }, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: 64 });
      const numbers = [1, 2, 3, 4];
      const memories = numbers.map((number) => memoryOf(number, `note ${number}`));
      await commit(store, ...memories.map((memory) => insertOf(memory)));
      await vectors.upsert(
        GENERATION,
        numbers.map((number) => ({ id: idOf(number), facets: FACETS, chunks: [seededVector(number)] })),
      );
      const query = { vector: seededVector(1), generation: GENERATION, limit: 10, filter: {}, view: view() };
      const seen = async (fields: Partial<typeof query> = {}): Promise<string[]> =>
        unwrap(await vectors.query({ ...query, ...fields }))
          .map(({ id }) => id)
          .sort();
      const ids = (...kept: number[]) => kept.map(idOf);
      expect(await seen()).toEqual(ids(1, 2, 3, 4));
      expect(await seen({ filter: { layer: 'episodic' } })).toEqual(ids(1, 2, 3, 4));
      expect(await seen({ filter: { layer: 'semantic' } })).toEqual([]);

      const [first, second, third] = memories;
      if (first === undefined || second === undefined || third === undefined) throw new Error('three memories');
      await commit(store, { type: 'relink', id: first.id, valid_to: day(50), superseded_at: day(50), superseded_by: second.id });
      expect(await seen()).toEqual(ids(2, 3, 4));
      expect(await seen({ view: view({ include_superseded: true }) })).toEqual(ids(1, 2, 3, 4));
      await commit(store, { type: 'relink', id: first.id, valid_to: null, superseded_at: null, superseded_by: null });
      expect(await seen()).toEqual(ids(1, 2, 3, 4));

      await commit(store, revisionOf(second, day(10), { expires_at: day(99) }).change);
      expect(await seen({ view: view({ now: day(98) }) })).toEqual(ids(1, 2, 3, 4));
      expect(await seen()).toEqual(ids(1, 3, 4));

      await commit(store, { type: 'forget', tombstone: tombstoneOf(third, day(60)) });
      expect(await seen()).toEqual(ids(1, 4));
    }));

  test('what is less near than asked for may be left out, and nothing else', () =>
    withEmbeddedStores(async ({ store }, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: 64 });
      const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
      await commit(store, ...numbers.map((number) => insertOf(memoryOf(number, `note ${number}`))));
      await vectors.upsert(
        GENERATION,
        numbers.map((number) => ({ id: idOf(number), facets: FACETS, chunks: [seededVector(number)] })),
      );
      const query = { vector: seededVector(7), generation: GENERATION, limit: 5, filter: {}, view: view() };
      const all = unwrap(await vectors.query({ ...query, limit: 40 }));
      for (const cosine_min of [-1, 0, all[2]?.cosine ?? 0, 0.99, 1.1])
        expect(unwrap(await vectors.query({ ...query, cosine_min }))).toEqual(all.filter(({ cosine }) => cosine >= cosine_min).slice(0, 5));
    }));
});
