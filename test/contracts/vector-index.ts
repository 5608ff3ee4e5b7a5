/** What every VectorIndex must do. Vectors come from a seeded generator, the right answers from plain JavaScript over float32. */
import { describe, expect, test } from 'vitest';
import type { Memory, MemoryId } from '../../src/domain/memory.ts';
import type { Result } from '../../src/domain/result.ts';
import type { MemoryFilter } from '../../src/domain/view.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import type { StoreFault } from '../../src/ports/store-fault.ts';
import type { Facets, VectorEntry, VectorIndex, VectorQuery } from '../../src/ports/vector-index.ts';
import { commit, day, idOf, insertOf, memoryOf, tombstoneOf, view } from './contract.ts';

export interface VectorStores {
  readonly store: MemoryStore;
  readonly vectors: VectorIndex;
}

export interface VectorContractOptions {
  readonly name: string;
  /** Runs the work with stores of a fresh, empty namespace. `reopen`: the same data as after a restart. */
  readonly withStores: (work: (stores: VectorStores, reopen: () => VectorStores) => Promise<void>) => Promise<void>;
  /** Tests that an implementation cannot pass, by name, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

export const GENERATION = 'test:seeded@1';
const DIMENSIONS = 64;

/** A unit vector that depends on the seed alone. */
export function seededVector(seed: number, dimensions = DIMENSIONS): Float32Array {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296 - 0.5;
  };
  for (let i = 0; i < 8; i++) next();
  return unit(Float32Array.from({ length: dimensions }, next));
}

const dot = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, j) => sum + value * (right[j] ?? 0), 0);

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

/** `share` of the first, the rest of the second: as near to the first as one likes. */
const blend = (first: Float32Array, second: Float32Array, share: number): Float32Array =>
  unit(first.map((value, j) => share * value + (1 - share) * (second[j] ?? 0)));

export function unwrap<Value>(result: Result<Value, StoreFault>): Value {
  if (!result.ok) throw new Error(result.failure.cause);
  return result.value;
}

export const FACETS: Facets = { layer: 'episodic', key: null, session_id: null, occurred_at: day(1) };

const entry = (number: number, ...chunks: Float32Array[]): VectorEntry => ({
  id: idOf(number),
  facets: FACETS,
  chunks: chunks.length > 0 ? chunks : [seededVector(number)],
});
const ask = (vector: Float32Array, fields: Partial<VectorQuery> = {}): VectorQuery => ({
  vector,
  generation: GENERATION,
  limit: 5,
  filter: {},
  view: view(),
  ...fields,
});
const idsOf = (hits: readonly { readonly id: MemoryId }[]): MemoryId[] => hits.map(({ id }) => id);

export function vectorIndexContract({ name, withStores, skip = [] }: VectorContractOptions): void {
  const check = (title: string, work: (stores: VectorStores, reopen: () => VectorStores) => Promise<void>) => {
    const reason = skip.find(({ tests }) => tests.includes(title))?.reason;
    test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (${reason})`, () => withStores(work));
  };
  const search = async ({ vectors }: VectorStores, query: VectorQuery) => unwrap(await vectors.query(query));

  describe(`vector index contract: ${name}`, () => {
    check('an empty index answers nothing', async (stores) => {
      expect(await search(stores, ask(seededVector(1)))).toEqual([]);
      expect(unwrap(await stores.vectors.present([idOf(1)]))).toEqual([]);
      expect(await stores.vectors.ping()).toBe(true);
    });

    check('ranks by cosine as exact arithmetic does', async (stores) => {
      const numbers = Array.from({ length: 300 }, (_, i) => i + 1);
      await commit(stores.store, ...numbers.map((number) => insertOf(memoryOf(number, `note ${number}`, { occurred_at: day(1) }))));
      expect(
        unwrap(
          await stores.vectors.upsert(
            GENERATION,
            numbers.map((number) => entry(number)),
          ),
        ).rejected,
      ).toEqual([]);
      const query = seededVector(9_001);
      const exact = numbers
        .map((number) => ({ id: idOf(number), cosine: dot(query, seededVector(number)) }))
        .sort((left, right) => right.cosine - left.cosine);
      const hits = await search(stores, ask(query, { limit: 20 }));
      expect(hits).toHaveLength(20);
      for (const [rank, hit] of hits.entries()) {
        expect(hit.cosine).toBeCloseTo(exact[rank]?.cosine ?? 0, 2);
        expect(hit.cosine).toBeCloseTo(exact.find(({ id }) => id === hit.id)?.cosine ?? 0, 2);
      }
      const [best] = await search(stores, ask(seededVector(77), { limit: 1 }));
      expect(best?.id).toBe(idOf(77));
      expect(best?.cosine).toBeGreaterThan(0.999);
    });

    check('the best chunk of a memory counts, and a memory comes once', async (stores) => {
      await commit(stores.store, insertOf(memoryOf(1, 'long')), insertOf(memoryOf(2, 'short')));
      const target = seededVector(50);
      await stores.vectors.upsert(GENERATION, [
        entry(1, seededVector(51), blend(target, seededVector(52), 0.9), seededVector(53)),
        entry(2, blend(target, seededVector(54), 0.7)),
      ]);
      const hits = await search(stores, ask(target));
      expect(idsOf(hits)).toEqual([idOf(1), idOf(2)]);
      expect(hits[0]?.cosine).toBeGreaterThan(hits[1]?.cosine ?? 1);
    });

    check('many queries are answered as each alone, in order, whatever their number', async (stores) => {
      const numbers = Array.from({ length: 120 }, (_, i) => i + 1);
      await commit(stores.store, ...numbers.map((number) => insertOf(memoryOf(number, `note ${number}`, { occurred_at: day(1) }))));
      await stores.vectors.upsert(
        GENERATION,
        numbers.map((number) => entry(number)),
      );
      const queries = [
        ...numbers.map((number) => ask(seededVector(number), { limit: 1 })),
        ask(seededVector(3), { limit: 0 }),
        ask(seededVector(3), { limit: 2, filter: { layer: 'semantic' } }),
        ask(seededVector(7), { limit: 50 }),
      ];
      const together = unwrap(await stores.vectors.queryMany(queries));
      expect(together.slice(0, numbers.length).map((hits) => idsOf(hits))).toEqual(numbers.map((number) => [idOf(number)]));
      const alone = [];
      for (const query of queries) alone.push(await search(stores, query));
      expect(together).toEqual(alone);
      expect(unwrap(await stores.vectors.queryMany([]))).toEqual([]);
      expect(unwrap(await stores.vectors.queryMany(queries.slice(0, 1)))).toEqual(alone.slice(0, 1));
    });

    check('equal vectors of several memories are several hits, ties by id, and removing one leaves the others', async (stores) => {
      const same = seededVector(60);
      await commit(stores.store, ...[3, 1, 2].map((number) => insertOf(memoryOf(number, `copy ${number}`))));
      await stores.vectors.upsert(GENERATION, [entry(3, same), entry(1, same), entry(2, same)]);
      expect(idsOf(await search(stores, ask(same)))).toEqual([idOf(1), idOf(2), idOf(3)]);
      expect(unwrap(await stores.vectors.remove([idOf(2)])).removed).toBe(1);
      expect(idsOf(await search(stores, ask(same)))).toEqual([idOf(1), idOf(3)]);
    });

    check('upsert replaces all chunks', async (stores) => {
      await commit(stores.store, insertOf(memoryOf(1, 'first')), insertOf(memoryOf(2, 'second')));
      const [old, other] = [seededVector(70), seededVector(71)];
      await stores.vectors.upsert(GENERATION, [entry(1, old, old, seededVector(72)), entry(2, blend(old, other, 0.6))]);
      expect(idsOf(await search(stores, ask(old)))[0]).toBe(idOf(1));
      await stores.vectors.upsert(GENERATION, [entry(1, other)]);
      const hits = await search(stores, ask(old));
      expect(idsOf(hits)).toEqual([idOf(2), idOf(1)]);
      expect(hits[1]?.cosine).toBeCloseTo(dot(old, other), 1);
    });

    check('the last entry of a repeated id wins', async (stores) => {
      await commit(stores.store, insertOf(memoryOf(1, 'twice')));
      await stores.vectors.upsert(GENERATION, [entry(1, seededVector(73)), entry(1, seededVector(74))]);
      const hits = await search(stores, ask(seededVector(74)));
      expect(idsOf(hits)).toEqual([idOf(1)]);
      expect(hits[0]?.cosine).toBeGreaterThan(0.999);
    });

    check('vectors that cannot be compared are rejected, and do not take the others with them', async (stores) => {
      await commit(stores.store, ...[1, 2, 3, 4, 5].map((number) => insertOf(memoryOf(number, `note ${number}`))));
      const broken = seededVector(2);
      broken[7] = Number.NaN;
      const { rejected } = unwrap(
        await stores.vectors.upsert(GENERATION, [
          entry(1),
          entry(2, broken),
          entry(3, new Float32Array(DIMENSIONS)),
          entry(4, seededVector(4, DIMENSIONS / 2)),
          { id: idOf(5), facets: FACETS, chunks: [] },
        ]),
      );
      expect([...rejected].sort()).toEqual([2, 3, 4, 5].map(idOf));
      expect(idsOf(await search(stores, ask(seededVector(1))))).toEqual([idOf(1)]);
    });

    check('generations are never compared, and may differ in dimensions', async (stores) => {
      await commit(stores.store, insertOf(memoryOf(1, 'old')), insertOf(memoryOf(2, 'new')));
      await stores.vectors.upsert(GENERATION, [entry(1)]);
      await stores.vectors.upsert('test:other@1', [entry(2, seededVector(2, 100))]);
      expect(idsOf(await search(stores, ask(seededVector(1))))).toEqual([idOf(1)]);
      expect(idsOf(await search(stores, ask(seededVector(2, 100), { generation: 'test:other@1' })))).toEqual([idOf(2)]);
      expect(idsOf(await search(stores, ask(seededVector(1))))).toEqual([idOf(1)]);
      expect(await search(stores, ask(seededVector(2, 100)))).toEqual([]);
      expect(await search(stores, ask(seededVector(1), { generation: 'test:unknown@1' }))).toEqual([]);
      expect(unwrap(await stores.vectors.retire('test:other@1')).removed).toBe(1);
      expect(await search(stores, ask(seededVector(1)))).toEqual([]);
      expect(unwrap(await stores.vectors.present([idOf(1), idOf(2)]))).toEqual([idOf(2)]);
      expect(unwrap(await stores.vectors.retire('')).removed).toBe(1);
      expect(unwrap(await stores.vectors.present([idOf(1), idOf(2)]))).toEqual([]);
    });

    check('remove works in every generation and takes unknown ids calmly', async (stores) => {
      await commit(stores.store, insertOf(memoryOf(1, 'one')), insertOf(memoryOf(2, 'two')));
      await stores.vectors.upsert(GENERATION, [entry(1), entry(2)]);
      await stores.vectors.upsert('test:other@1', [entry(1)]);
      expect(unwrap(await stores.vectors.present([idOf(2), idOf(1), idOf(9)]))).toEqual([idOf(2), idOf(1)]);
      expect(unwrap(await stores.vectors.remove([idOf(1), idOf(9)])).removed).toBe(1);
      expect(unwrap(await stores.vectors.present([idOf(1), idOf(2)]))).toEqual([idOf(2)]);
      expect(idsOf(await search(stores, ask(seededVector(1))))).toEqual([idOf(2)]);
      expect(await search(stores, ask(seededVector(1), { generation: 'test:other@1' }))).toEqual([]);
    });

    check('the filter is applied before the cut', async (stores) => {
      const target = seededVector(500);
      const crowd = Array.from({ length: 200 }, (_, i) => memoryOf(i + 1, `near ${i + 1}`, { session_id: 'crowd', occurred_at: day(1) }));
      const lone = [301, 302, 303].map((number) =>
        memoryOf(number, `far ${number}`, { session_id: 'lone', occurred_at: day(number - 300) }),
      );
      const fact = memoryOf(400, 'a fact', { key: `it's "home"`, occurred_at: day(3) });
      await commit(stores.store, ...[...crowd, ...lone, fact].map((memory) => insertOf(memory)));
      const near = (memory: Memory, share: number): VectorEntry => {
        const { id, layer, key, session_id, occurred_at } = memory;
        const number = Number.parseInt(id.slice(-12), 16);
        return { id, facets: { layer, key, session_id, occurred_at }, chunks: [blend(target, seededVector(number), share)] };
      };
      await stores.vectors.upsert(GENERATION, [
        ...crowd.map((memory) => near(memory, 0.95)),
        ...lone.map((memory, at) => near(memory, 0.8 - at * 0.12)),
        near(fact, 0.3),
      ]);
      const found = async (filter: MemoryFilter, limit = 3) => idsOf(await search(stores, ask(target, { filter, limit })));
      expect(await found({})).toHaveLength(3);
      expect(await found({ session_id: 'lone' })).toEqual([301, 302, 303].map(idOf));
      expect(await found({ session_id: 'lone', since: day(2) })).toEqual([302, 303].map(idOf));
      expect(await found({ since: day(2), until: day(2) })).toEqual([idOf(302)]);
      expect(await found({ key: `it's "home"` })).toEqual([idOf(400)]);
      expect(await found({ key: 'home' })).toEqual([]);
      expect(await found({ layer: 'semantic' })).toEqual([idOf(400)]);
      expect(await found({ layer: 'episodic', session_id: 'lone', until: day(1) })).toEqual([idOf(301)]);
      expect(await found({ ids: [idOf(303), idOf(301), `x' OR 1=1`] })).toEqual([idOf(301), idOf(303)]);
      expect(await found({ ids: [] })).toEqual([]);
      expect(await found({}, 0)).toEqual([]);
    });

    check('what the view hides and tags that are not asked for take no place', async (stores) => {
      const target = seededVector(500);
      const near = Array.from({ length: 200 }, (_, i) => i + 1);
      const far = [301, 302, 303];
      await commit(
        stores.store,
        ...near.map((number) =>
          insertOf(memoryOf(number, `near ${number}`, { session_id: 'crowd', occurred_at: day(1), expires_at: day(2) })),
        ),
        ...far.map((number) =>
          insertOf(memoryOf(number, `far ${number}`, { session_id: 'lone', tags: ['kept', `n${number}`], occurred_at: day(number - 300) })),
        ),
        insertOf(memoryOf(400, 'a fact', { key: 'home', occurred_at: day(3) })),
      );
      await stores.vectors.upsert(GENERATION, [
        ...near.map((number) => entry(number, blend(target, seededVector(number), 0.95))),
        ...far.map((number) => entry(number, blend(target, seededVector(number), 0.8 - (number - 301) * 0.12))),
        entry(400, blend(target, seededVector(400), 0.3)),
      ]);
      const expected = far.map(idOf);
      // The crowd has expired by the contract's day 100 and would fill every slot.
      expect(idsOf(await search(stores, ask(target, { limit: 3 })))).toEqual(expected);
      expect(idsOf(await search(stores, ask(target, { limit: 10 })))).toEqual([...expected, idOf(400)]);
      expect(await search(stores, ask(target, { limit: 3, view: view({ as_of: day(1) }) }))).toHaveLength(3);
      expect(
        idsOf(await search(stores, ask(target, { limit: 3, view: view({ as_of: day(1) }) }))).some((id) => expected.includes(id)),
      ).toBe(false);
      expect(idsOf(await search(stores, ask(target, { filter: { tags: ['kept', 'n302'] } })))).toEqual([idOf(302)]);
    });

    check('a vector without a record is no hit', async (stores) => {
      const gone = memoryOf(1, 'gone');
      await commit(stores.store, insertOf(gone), insertOf(memoryOf(2, 'here')));
      await stores.vectors.upsert(GENERATION, [entry(1), entry(2), entry(9)]);
      await commit(stores.store, { type: 'forget', tombstone: tombstoneOf(gone, day(50)) });
      expect(idsOf(await search(stores, ask(seededVector(1), { limit: 3 })))).toEqual([idOf(2)]);
      expect(unwrap(await stores.vectors.present([idOf(1)]))).toEqual([idOf(1)]);
    });

    check('survives a restart, with everything that was changed before and after the first query', async (stores, reopen) => {
      await commit(stores.store, ...[1, 2, 3, 4].map((number) => insertOf(memoryOf(number, `note ${number}`))));
      await stores.vectors.upsert(GENERATION, [entry(1), entry(2), entry(3)]);
      expect(idsOf(await search(stores, ask(seededVector(3), { limit: 1 })))).toEqual([idOf(3)]);
      await stores.vectors.remove([idOf(2)]);
      await stores.vectors.upsert(GENERATION, [entry(4), entry(1, seededVector(11))]);
      for (const again of [stores, reopen()]) {
        expect(idsOf(await search(again, ask(seededVector(4), { limit: 1 })))).toEqual([idOf(4)]);
        expect(idsOf(await search(again, ask(seededVector(11), { limit: 1 })))).toEqual([idOf(1)]);
        expect([...idsOf(await search(again, ask(seededVector(2))))].sort()).toEqual([1, 3, 4].map(idOf));
      }
    });
  });
}
