/// <reference types="@cloudflare/vitest-plugin/types" />
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { queryTermsOf } from '../../../src/domain/text/terms.ts';
import type { CandidateSource, GatherRequest } from '../../../src/ports/candidate-source.ts';
import { commit, day, idOf, insertOf, memoryOf, type Stores, tombstoneOf, view } from '../../contracts/contract.ts';
import { withEmbeddedStores } from './with-stores.ts';

/** More than one search scores. */
const COMMON = 4_500;
const BATCH = 500;
const LIMIT = 100;

async function enter({ store }: Pick<Stores, 'store'>, memories: readonly Memory[]): Promise<void> {
  for (let start = 0; start < memories.length; start += BATCH)
    await commit(store, ...memories.slice(start, start + BATCH).map((memory) => insertOf(memory)));
}

const note = (number: number, content: string, fields: Partial<Memory> = {}): Memory =>
  memoryOf(number, content, { occurred_at: day(1) + number, ...fields });

const notes = (from: number, count: number, words: string, fields: Partial<Memory> = {}): Memory[] =>
  Array.from({ length: count }, (_, index) => note(from + index, `${words} ${from + index}`, fields));

const GATHER = { ids: [], filter: {}, view: view(), lexical_limit: LIMIT, neighbour_radius: 0, neighbour_of: 0 } as const;

async function found(candidates: CandidateSource, query: string, fields: Partial<GatherRequest> = {}): Promise<string[]> {
  const gathered = await candidates.gather({ ...GATHER, terms: queryTermsOf(query), ...fields });
  return gathered.candidates.map(({ memory }) => memory.id);
}

const TIMEOUT_MS = 60_000;

describe('more matches than are scored', () => {
  test(
    'a rare word finds its memory however old, and the newest of those with the common word fill the room',
    () =>
      withEmbeddedStores(async (stores) => {
        await enter(stores, [note(1, 'harbour walrus'), ...notes(10, COMMON, 'harbour')]);
        const ids = await found(stores.candidates, 'harbour walrus');
        expect(ids[0]).toBe(idOf(1));
        expect(ids).toHaveLength(LIMIT);
        expect(ids).toContain(idOf(COMMON + 9));
      }),
    TIMEOUT_MS,
  );

  test(
    'where every word is common, those that hold several come first, however old',
    () =>
      withEmbeddedStores(async (stores) => {
        await enter(stores, [
          note(1, 'the lantern at the harbour'),
          ...notes(10, COMMON, 'harbour'),
          ...notes(10_000, COMMON + 1, 'lantern'),
          note(20_000, 'nothing of the kind'),
        ]);
        expect(await found(stores.candidates, 'lantern harbour')).toContain(idOf(1));
        const plain = await found(stores.candidates, 'lantern');
        expect(plain).toHaveLength(LIMIT);
        expect(plain).not.toContain(idOf(1));
      }),
    TIMEOUT_MS,
  );

  test(
    'what holds all words is found however old, and however many newer ones hold most of them',
    () =>
      withEmbeddedStores(async (stores) => {
        await enter(stores, [
          note(1, 'the lantern of the harbour ferry'),
          ...notes(10, COMMON, 'lantern harbour'),
          ...notes(10_000, COMMON + 1, 'ferry lantern'),
        ]);
        expect((await found(stores.candidates, 'lantern harbour ferry'))[0]).toBe(idOf(1));
      }),
    TIMEOUT_MS,
  );

  test(
    'a filter and the view come before the cut all the same',
    () =>
      withEmbeddedStores(async (stores) => {
        await enter(stores, [
          note(1, 'harbour 1', { session_id: 'old' }),
          ...notes(2, 5, 'harbour'),
          ...notes(10, COMMON, 'harbour', { expires_at: day(50) }),
        ]);
        expect(await found(stores.candidates, 'harbour', { filter: { session_id: 'old' } })).toEqual([idOf(1)]);
        expect((await found(stores.candidates, 'harbour')).sort()).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
        const earlier = await found(stores.candidates, 'harbour', { view: view({ now: day(20) }) });
        expect(earlier).toHaveLength(LIMIT);
      }),
    TIMEOUT_MS,
  );

  test(
    'what is written, forgotten and undone between two searches counts in the second',
    () =>
      withEmbeddedStores(async ({ store, candidates }) => {
        await enter({ store }, notes(10, COMMON, 'harbour lantern'));
        const ask = () => candidates.gather({ ...GATHER, terms: queryTermsOf('harbour lantern') });
        expect((await ask()).document_frequency).toEqual({ harbour: COMMON, lantern: COMMON });
        await enter({ store }, [note(20_000, 'harbour lantern once more')]);
        await commit(store, { type: 'forget', tombstone: tombstoneOf(note(COMMON + 9, ''), day(60)) });
        // Refused as a whole, after its words had been entered.
        await expect(
          commit(store, insertOf(note(20_001, 'harbour lantern undone')), { type: 'seen', id: idOf(99_999), seen_count: 2 }),
        ).rejects.toThrow();
        const { candidates: found, document_frequency } = await ask();
        expect(document_frequency).toEqual({ harbour: COMMON, lantern: COMMON });
        const ids = found.map(({ memory }) => memory.id);
        expect(ids.slice(0, 2)).toEqual([idOf(20_000), idOf(COMMON + 8)]);
        expect(ids).not.toContain(idOf(COMMON + 9));
        expect(ids).not.toContain(idOf(20_001));
        await store.erase();
        expect((await ask()).document_frequency).toEqual({ harbour: 0, lantern: 0 });
      }),
    TIMEOUT_MS,
  );

  test('many long candidates come whole, a few to a value', () =>
    withEmbeddedStores(async (stores) => {
      const long = 'the keeper of the lighthouse wrote it all down '.repeat(650);
      await enter(stores, notes(10, 90, long, { importance: 0.1 + 0.2 }));
      const gathered = await stores.candidates.gather({ ...GATHER, terms: queryTermsOf('lighthouse keeper') });
      expect(gathered.candidates.reduce((sum, { content }) => sum + content.length, 0)).toBeGreaterThan(2_097_152);
      expect(gathered.candidates).toHaveLength(90);
      expect(gathered.candidates.every(({ content, memory }) => content.startsWith(long) && memory.importance === 0.1 + 0.2)).toBe(true);
    }));
});
