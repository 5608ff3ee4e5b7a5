import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../src/application/service.ts';
import { DAY_MS } from '../../src/domain/instant.ts';
import type { VectorIndex } from '../../src/ports/vector-index.ts';
import { createWorld, NOON } from '../support/world.ts';

const contents = (hits: readonly SearchHit[]) => hits.map(({ content }) => content);
const FACTS = [
  'I prefer a window seat on long flights',
  'The staging database listens on port 5433',
  'Biscuit the golden retriever loves the beach',
  'Ticket INC-4821 was closed by Priya',
  'Ticket INC-4812 waits for the customer',
];

async function filled(change?: Parameters<typeof createWorld>[0]) {
  const world = createWorld(change);
  for (const content of FACTS) await world.must('write', { content, origin: 'user' });
  return world;
}

describe('search', () => {
  it('finds by words, shows why, and counts what it showed', async () => {
    const world = await filled();
    const reply = await world.must('search', { query: 'window seat' });
    const [hit] = reply.results;
    expect(hit?.content).toBe(FACTS[0]);
    expect(reply).toMatchObject({ abstained: false, degraded: [], usage: { memories: 5 } });
    const parts = hit?.score_parts;
    expect(hit?.score).toBeCloseTo((parts?.relevance ?? 0) * (parts?.decay ?? 0) * (parts?.importance ?? 0), 10);
    expect(parts?.detail.lexical).toBeGreaterThan(0);
    expect(await world.must('get', { id: hit?.id ?? '' })).toMatchObject({ access_count: 1, last_accessed_at: NOON });
  });

  it('puts the memory with exactly the identifier first, never its neighbour', async () => {
    const world = await filled();
    for (const [query, at] of [
      ['what happened with INC-4821?', 3],
      ['INC-4812', 4],
      ['which database is on port 5433', 1],
    ] as const) {
      const { results } = await world.must('search', { query });
      expect(results[0]?.content, query).toBe(FACTS[at]);
    }
  });

  it('finds a picture by itself', async () => {
    const world = await filled((deps) => ({ ...deps, embedder: { ...deps.embedder, describe: async () => null } }));
    const { id } = await world.must('write', { content: 'Anna brings the 🎂 on Friday' });
    expect((await world.must('search', { query: '🎂' })).results.map((hit) => hit.id)).toEqual([id]);
    expect(await world.must('search', { query: '🚀' })).toMatchObject({ results: [], abstained: true });
  });

  it('says nothing when nothing fits, and tells the best score seen', async () => {
    const world = await filled();
    const reply = await world.must('search', { query: 'boiling temperature of tungsten' });
    expect(reply).toMatchObject({ results: [], abstained: true, next_cursor: null });
    expect(reply.best_score).toBeTypeOf('number');
    expect((await world.must('search', { query: 'golden retriever' })).results).not.toEqual([]);
  });

  it('has no best score in an empty scope only', async () => {
    const world = createWorld();
    expect(await world.must('search', { query: 'anything' })).toMatchObject({ results: [], abstained: true, best_score: null });
    await world.must('write', { content: 'tea with milk', tags: ['drink'] });
    expect((await world.must('search', { query: 'zzz', tags: ['drink'] })).best_score).toBeTypeOf('number');
    expect((await world.must('search', { query: 'tea', tags: ['food'] })).best_score).toBeNull();
  });

  it('names the wrong field', async () => {
    const world = createWorld();
    for (const [command, field] of [
      [{ query: ' \u0000 ' }, 'query'],
      [{ query: 'a', top_k: 0 }, 'top_k'],
      [{ query: 'a', top_k: 51 }, 'top_k'],
      [{ query: 'a', since: 2, until: 1 }, 'since'],
      [{ query: 'a', time_range_days: 0 }, 'time_range_days'],
      [{ query: 'a', cursor: 'nonsense' }, 'cursor'],
    ] as const)
      expect(await world.fails('search', command)).toMatchObject({ kind: 'invalid', field });
    expect(await world.must('search', { query: 'a', top_k: 50, since: 1, until: 1 })).toMatchObject({ results: [] });
  });

  it('cuts a long query and says so', async () => {
    const world = await filled();
    const reply = await world.must('search', { query: `window seat ${'x '.repeat(4_096)}` });
    expect(reply.query_truncated).toBe(true);
    expect(await world.must('search', { query: 'window seat' })).not.toHaveProperty('query_truncated');
  });

  it('pages without repeat or gap while memories come and go', async () => {
    const world = createWorld();
    for (let count = 0; count < 23; count += 1)
      await world.must('write', { content: `trip number ${count} to the lake house`, layer: 'semantic' });
    const all = contents((await world.must('search', { query: 'lake house trip', top_k: 50 })).results);
    expect(all).toHaveLength(23);
    const first = await world.must('search', { query: 'lake house trip', top_k: 5 });
    world.pass(60_000);
    for (let count = 23; count < 40; count += 1)
      await world.must('write', { content: `trip number ${count} to the lake house`, layer: 'semantic' });
    const seen = [...contents(first.results)];
    let cursor = first.next_cursor;
    while (cursor !== null) {
      const page = await world.must('search', { query: 'lake house trip', top_k: 7, cursor });
      seen.push(...contents(page.results));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
    expect(await world.fails('search', { query: 'another', cursor: first.next_cursor ?? '' })).toMatchObject({ field: 'cursor' });
  });

  it('looks at the range, the tags and the session asked for, before the cut', async () => {
    const world = createWorld();
    for (let count = 0; count < 60; count += 1)
      await world.must('write', { content: `meeting about budget ${count}`, occurred_at: NOON - 90 * DAY_MS });
    await world.must('write', { content: 'meeting about budget last', tags: ['a_b'], session_id: 's1', occurred_at: NOON - DAY_MS });
    await world.must('write', { content: 'meeting about budget other', tags: ['axb'], occurred_at: NOON - DAY_MS });
    expect((await world.must('search', { query: 'budget meeting', time_range_days: 7 })).results).toHaveLength(2);
    expect(contents((await world.must('search', { query: 'budget meeting', tags: ['a_b'] })).results)).toEqual([
      'meeting about budget last',
    ]);
    expect(contents((await world.must('search', { query: 'budget meeting', session_id: 's1' })).results)).toEqual([
      'meeting about budget last',
    ]);
    expect((await world.must('search', { query: 'budget meeting', until: NOON - 80 * DAY_MS, top_k: 50 })).results).toHaveLength(50);
  });

  it('never lets age hide the only right answer', async () => {
    const world = createWorld();
    await world.must('write', { content: 'Allergic to penicillin', occurred_at: NOON - 2_000 * DAY_MS });
    for (let count = 0; count < 40; count += 1)
      await world.must('write', { content: `Note ${count}: the weather was fine and lunch was good` });
    const { results } = await world.must('search', { query: 'penicillin allergy' });
    expect(results[0]).toMatchObject({ content: 'Allergic to penicillin', score_parts: { decay: 0.3 } });
  });

  it('folds restatements and puts the newer of two contradicting facts first', async () => {
    const world = createWorld();
    const old = await world.must('write', { content: 'The project codename is Orion', layer: 'semantic' });
    world.pass(10 * DAY_MS);
    const late = await world.must('write', { content: 'The project codename is Helix', layer: 'semantic' });
    const { results } = await world.must('search', { query: 'what is the project codename' });
    expect(results.map(({ id }) => id)).toEqual([late.id, old.id]);
    expect(results[0]?.possible_conflict).toEqual([old.id]);
    expect(results[1]?.possible_conflict).toEqual([late.id]);
  });

  it('goes by words and says so when the embedder or the vector index is down, or the language unknown', async () => {
    const down: Pick<VectorIndex, 'query'> = {
      query: async () => ({ ok: false, failure: { store: 'vectors', cause: 'timeout', retryable: true } }),
    };
    const world = await filled((deps) => ({ ...deps, vectors: { ...deps.vectors, ...down } }));
    const reply = await world.must('search', { query: 'window seat' });
    expect(reply.results[0]?.content).toBe(FACTS[0]);
    expect(reply.degraded).toHaveLength(1);
    expect(reply.degraded[0]?.effect).toContain('words only');
    const other = await filled();
    expect((await other.must('search', { query: 'window seat 生僻' })).degraded[0]?.effect).toContain('language');
    const none = await filled((deps) => ({ ...deps, embedder: { ...deps.embedder, describe: async () => null } }));
    expect(await none.must('search', { query: 'golden retriever beach' })).toMatchObject({ degraded: [], abstained: false });
    expect(await none.must('search', { query: 'tungsten temperature' })).toMatchObject({ results: [], abstained: true });
  });

  it('takes min_score in place of the floor', async () => {
    const world = await filled();
    const all = await world.must('search', { query: 'window seat on the beach', min_score: 0, top_k: 50 });
    const [best] = all.results;
    expect(all.results.length).toBeGreaterThan(1);
    expect((await world.must('search', { query: 'window seat on the beach', min_score: best?.score ?? 0 })).results).toHaveLength(1);
    const strict = await world.must('search', { query: 'window seat on the beach', min_score: 0.99999 });
    expect(strict).toMatchObject({ results: [], abstained: true, best_score: best?.score });
  });

  it('reads yesterday from today, and what was superseded only when asked', async () => {
    const world = createWorld();
    await world.must('write', { content: 'Lives in Paris', key: 'city' });
    world.pass(5 * DAY_MS);
    await world.must('write', { content: 'Lives in Rome', key: 'city' });
    expect(contents((await world.must('search', { query: 'lives in' })).results)).toEqual(['Lives in Rome']);
    expect(contents((await world.must('search', { query: 'lives in', as_of: NOON + DAY_MS })).results)).toEqual(['Lives in Paris']);
    expect((await world.must('search', { query: 'lives in', include_superseded: true })).results).toHaveLength(2);
  });
});
