import { describe, expect, it } from 'vitest';
import type { Dependencies } from '../../src/application/dependencies.ts';
import { maintain } from '../../src/application/maintain.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts';
import { err } from '../../src/domain/result.ts';
import { DEFAULT_TUNING } from '../../src/domain/tuning.ts';
import { createWordEmbedder } from '../support/word-embedder.ts';
import { createWorld, type World } from '../support/world.ts';

const down = err({ store: 'vectors', cause: 'HTTP 503', retryable: true });

/** A switch: while it is off, the vector index neither takes nor gives up anything. */
function unreliable(): { up: boolean; change: (deps: Dependencies) => Dependencies } {
  const line = {
    up: true,
    change: (deps: Dependencies): Dependencies => ({
      ...deps,
      vectors: {
        ...deps.vectors,
        upsert: async (generation, entries) => (line.up ? deps.vectors.upsert(generation, entries) : down),
        remove: async (ids) => (line.up ? deps.vectors.remove(ids) : down),
        query: async (query) => (line.up ? deps.vectors.query(query) : down),
      },
    }),
  };
  return line;
}

const presentOf = async (world: World, ids: readonly string[]): Promise<readonly string[] | null> => {
  const present = await world.deps.vectors.present(ids);
  return present.ok ? present.value : null;
};

describe('repair', () => {
  it('indexes what could not be indexed, and says pending until then', async () => {
    const line = unreliable();
    const world = createWorld(line.change);
    line.up = false;
    const reply = await world.must('write', { content: 'a green umbrella' });
    expect(reply).toMatchObject({ status: 'created', index: 'pending', degraded: [{ store: 'vectors' }, { store: 'vectors' }] });
    expect((await world.must('search', { query: 'green umbrella' })).results.map(({ id }) => id)).toEqual([reply.id]);
    expect(await world.must('stats', {})).toMatchObject({ pending: 1, unembedded: 1 });
    expect(await maintain(world.deps)).toMatchObject({ repaired: 0, next_due: world.now() + MINUTE_MS });
    line.up = true;
    expect(await maintain(world.deps)).toMatchObject({ repaired: 0 });
    world.pass(MINUTE_MS);
    expect(await maintain(world.deps)).toMatchObject({ repaired: 1 });
    expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
    expect(await presentOf(world, [reply.id])).toEqual([reply.id]);
    expect(world.events).toContainEqual({ event: 'repaired', store: 'vectors', count: 1 });
    expect(JSON.stringify(world.events)).not.toContain('umbrella');
  });

  it('removes what could not be removed: a forget is pending, its text is gone at once', async () => {
    const line = unreliable();
    const world = createWorld(line.change);
    const gone = await world.must('write', { content: 'the marzipan recipe' });
    const stays = await world.must('write', { content: 'the bread recipe' });
    line.up = false;
    const reply = await world.must('forget', { memory_id: gone.id });
    expect(reply).toMatchObject({ status: 'pending', ids: [gone.id], receipt: { remaining: { vector: 1, record: 0, lexical: 0 } } });
    expect((await world.must('search', { query: 'recipe' })).results.map(({ id }) => id)).toEqual([stays.id]);
    expect(await world.must('stats', {})).toMatchObject({ pending: 1 });
    line.up = true;
    await maintain(world.deps);
    expect(await world.must('stats', {})).toMatchObject({ pending: 0 });
    expect(await presentOf(world, [gone.id, stays.id])).toEqual([stays.id]);
  });

  it('takes a forgotten memory out of working memory that was away', async () => {
    let up = true;
    const world = createWorld((deps) => ({
      ...deps,
      working: {
        ...deps.working,
        withdraw: async (ids) => (up ? deps.working.withdraw(ids) : err({ store: 'working', cause: 'down', retryable: true })),
      },
    }));
    const { id } = await world.must('write', { content: 'secret plan', session_id: 's' });
    up = false;
    expect(await world.must('forget', { memory_id: id })).toMatchObject({ status: 'pending', receipt: { remaining: { working: 1 } } });
    up = true;
    await maintain(world.deps);
    const loaded = await world.deps.working.load('s', world.now());
    expect(loaded.ok ? loaded.value.session?.items : null).toEqual([]);
    expect(await world.must('stats', {})).toMatchObject({ pending: 0 });
  });

  it('re-embeds for another embedder, compares only like with like, and drops the old vectors', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: 'first words' });
    const unknown = await world.must('write', { content: '生僻' });
    expect(unknown.index).toBe('ready');
    const changed: Dependencies = { ...world.deps, embedder: createWordEmbedder('words@2') };
    expect(await maintain(changed)).toMatchObject({ repaired: 2 });
    await maintain(changed);
    expect(await changed.store.counts(world.now(), 'words@2')).toMatchObject({ pending: 0 });
    const retired = await changed.vectors.retire('words@2');
    expect(retired).toEqual({ ok: true, value: { removed: 0 } });
    expect(await presentOf(world, [first.id])).toEqual([first.id]);
  });

  it('does a long queue in bounded runs', async () => {
    const line = unreliable();
    const world = createWorld(line.change);
    line.up = false;
    for (let part = 0; part < 3; part += 1)
      await world.must('writeMany', {
        memories: Array.from({ length: 400 }, (_, at) => ({ command: { content: `note ${part * 400 + at}`, session_id: `${at}` } })),
      });
    line.up = true;
    expect(await maintain(world.deps)).toMatchObject({ repaired: 1_000, next_due: world.now() });
    expect(await maintain(world.deps)).toMatchObject({ repaired: 200, next_due: null });
  }, 30_000);
});

describe('expiry', () => {
  it('is exact for every reader before any sweep, and complete after it', async () => {
    const world = createWorld();
    const brief = await world.must('write', { content: 'a brief note', ttl_days: 1 / 24, session_id: 's' });
    const fact = await world.must('write', { content: 'brief fact', key: 'k', ttl_days: 1 / 24 });
    const stays = await world.must('write', { content: 'a lasting note', session_id: 's' });
    world.pass(HOUR_MS - 1);
    expect((await world.must('search', { query: 'note' })).results).toHaveLength(2);
    world.pass(1);
    const seen = async () => ({
      search: (await world.must('search', { query: 'note' })).results.map(({ id }) => id),
      facts: (await world.must('listFacts', {})).items.length,
      current: (await world.must('readFact', { key: 'k' })).current,
      session: (await world.must('readSession', { session_id: 's' })).items.map(({ id }) => id),
      live: (await world.must('list', {})).items.map(({ id }) => id),
      counts: (await world.must('stats', {})).counts,
    });
    const exact = {
      search: [stays.id],
      facts: 0,
      current: null,
      session: [stays.id],
      live: [stays.id],
      counts: {
        episodic: { live: 1, expired: 1, superseded: 0, forgotten: 0 },
        semantic: { live: 0, expired: 1, superseded: 0, forgotten: 0 },
      },
    };
    expect(await seen()).toEqual(exact);
    expect(await maintain(world.deps)).toMatchObject({ expired: 2, purged: 0 });
    expect(await seen()).toEqual(exact);
    expect(await presentOf(world, [brief.id, fact.id, stays.id])).toEqual([stays.id]);
    expect(await world.must('get', { id: brief.id })).toMatchObject({ state: 'expired' });
    const then = await world.must('search', { query: 'brief note', as_of: world.now() - 1 });
    expect(then.results.map(({ id }) => id)).toContain(brief.id);
  });

  it('ends with the purge after the retention', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'a brief note', ttl_days: 1 });
    world.pass(DAY_MS);
    expect(await maintain(world.deps)).toMatchObject({ expired: 1 });
    world.pass(DEFAULT_TUNING.expiry.retention_days * DAY_MS - 1_000);
    expect(await maintain(world.deps)).toMatchObject({ purged: 0 });
    world.pass(2_000);
    expect(await maintain(world.deps)).toMatchObject({ purged: 1, next_due: null });
    expect(await world.fails('get', { id })).toMatchObject({ kind: 'not_found' });
  });

  it('sweeps sessions that have been idle', async () => {
    const world = createWorld();
    await world.must('write', { content: 'x', session_id: 's' });
    world.pass(25 * HOUR_MS);
    await maintain(world.deps);
    expect(await world.fails('readSession', { session_id: 's' })).toMatchObject({ kind: 'not_found' });
  });
});
