import { describe, expect, it } from 'vitest';
import { recordRetrieval } from '../../src/application/admit.ts';
import { HOUR_MS } from '../../src/domain/instant.ts';
import { err } from '../../src/domain/result.ts';
import type { WorkingSetStore } from '../../src/ports/working-set-store.ts';
import { createWorld, type World } from '../support/world.ts';

/** The test counter takes four characters for a token. */
const text = (name: string, tokens: number): string => name.padEnd(tokens * 4, '.');

const turn = (world: World, content: string, role: 'user' | 'assistant' | 'tool' | 'system' = 'user', session_id = 's') =>
  world.must('recordTurn', { session_id, role, content });

describe('recording turns', () => {
  it('puts a turn into the episodic layer and working memory in one act, and counts it', async () => {
    const world = createWorld();
    const reply = await turn(world, 'Please book a window seat.');
    expect(reply).toMatchObject({ status: 'created', layer: 'episodic', turn: 1, evicted_ids: [] });
    const memory = await world.must('get', { id: reply.id });
    expect(memory).toMatchObject({ session_id: 's', origin: 'user', importance: 1, source: { role: 'user' } });
    const session = await world.must('readSession', { session_id: 's' });
    expect(session).toMatchObject({ id: 's', turn: 1, budget_tokens: 2000, strategy: 'weighted' });
    expect(session.items).toEqual([{ id: reply.id, content: 'Please book a window seat.', tokens: 7, score: 1, pinned: false }]);
    expect(session.tokens).toBe(7);
  });

  it('advances by one whatever the role, and keeps two equal turns as two records', async () => {
    const world = createWorld();
    const replies = [];
    for (const role of ['user', 'assistant', 'tool', 'system'] as const) replies.push(await turn(world, 'ok', role));
    expect(replies.map((reply) => reply.turn)).toEqual([1, 2, 3, 4]);
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(4);
    const { items } = await world.must('readSession', { session_id: 's' });
    expect(items.map(({ score }) => score)).toEqual([0.95 ** 3, 0.6 * 0.95 ** 2, 0.4 * 0.95, 0.5]);
  });

  it('does not advance for a write, which enters all the same', async () => {
    const world = createWorld();
    await turn(world, 'one');
    const written = await world.must('write', { content: 'noted aside', session_id: 's' });
    const session = await world.must('readSession', { session_id: 's' });
    expect(session.turn).toBe(1);
    expect(session.items.map(({ id }) => id)).toContain(written.id);
  });

  it('gives the first reply again for the same idempotency key, and counts once', async () => {
    const world = createWorld();
    const command = { session_id: 's', role: 'user' as const, content: 'once', idempotency_key: 'k' };
    const first = await world.must('recordTurn', command);
    expect(await world.must('recordTurn', command)).toEqual(first);
    expect((await world.must('readSession', { session_id: 's' })).turn).toBe(1);
    expect(await world.fails('recordTurn', { ...command, content: 'twice' })).toMatchObject({ kind: 'conflict', reason: 'idempotency' });
  });

  it('masks what looks like a credential in tool data', async () => {
    const world = createWorld();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const reply = await world.must('recordTurn', {
      session_id: 's',
      role: 'tool',
      content: 'called',
      tool: { name: 'clone', token: secret, depth: 1 },
    });
    const memory = await world.must('get', { id: reply.id });
    expect(JSON.stringify(memory)).not.toContain(secret);
    expect(memory.source.tool).toMatchObject({ name: 'clone', depth: 1 });
    expect(reply.redacted?.length).toBeGreaterThan(0);
  });

  it('adds nothing when only recalled memories come back, and only the new sentence when one comes with them', async () => {
    const world = createWorld();
    const { id } = await turn(world, 'I never eat shellfish.');
    const block = `<recalled_memory>\n[${id} 2026-05-03 user] I never eat shellfish.\n</recalled_memory>`;
    expect(await world.fails('recordTurn', { session_id: 's', role: 'assistant', content: block })).toMatchObject({
      kind: 'invalid',
      field: 'content',
    });
    expect(await world.fails('write', { content: block, session_id: 's' })).toMatchObject({ kind: 'invalid', field: 'content' });
    const added = await turn(world, `${block}\nAnd no mussels either.`);
    expect((await world.must('get', { id: added.id })).content).toBe('And no mussels either.');
    expect((await world.must('list', {})).items).toHaveLength(2);
  });

  it('records 20 parallel turns: all stored, the counter right, the budget kept', async () => {
    const world = createWorld();
    await turn(world, 'open');
    await world.must('configureSession', { session_id: 's', budget_tokens: 100 });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => turn(world, text(`turn ${index}`, 10))));
    expect(replies.map((reply) => reply.turn).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    const session = await world.must('readSession', { session_id: 's' });
    expect(session.turn).toBe(21);
    expect(session.tokens).toBeLessThanOrEqual(100);
    const evicted = replies.flatMap((reply) => reply.evicted_ids);
    const accounted = new Set([...evicted, ...session.items.map(({ id }) => id)]);
    expect(replies.every(({ id }) => accounted.has(id))).toBe(true);
    for (const { id } of replies) expect((await world.must('get', { id })).state).toBe('live');
  });
});

describe('eviction', () => {
  it('names what left; each is still there by id', async () => {
    const world = createWorld();
    const open = await turn(world, 'open');
    await world.must('configureSession', { session_id: 's', budget_tokens: 50 });
    const cheap = await turn(world, text('tool output', 20), 'tool');
    await turn(world, text('statement', 20), 'user');
    const last = await turn(world, text('answer', 20), 'assistant');
    // 61 tokens; without the tool output 41, and four fifths of the budget are 40.
    expect(last.evicted_ids).toEqual([cheap.id, open.id]);
    for (const id of last.evicted_ids) expect(await world.must('get', { id })).toMatchObject({ id, state: 'live' });
  });

  it('never takes in what is larger than the budget: named, stored, and nothing pushed out', async () => {
    const world = createWorld();
    const small = await turn(world, 'small');
    await world.must('configureSession', { session_id: 's', budget_tokens: 50 });
    const huge = await turn(world, text('huge', 51));
    expect(huge.evicted_ids).toEqual([huge.id]);
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ id }) => id)).toEqual([small.id]);
    expect((await world.must('get', { id: huge.id })).content).toHaveLength(204);
  });

  it('shows a plan without applying it', async () => {
    const world = createWorld();
    const replies = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) replies.push(await turn(world, text(name, 20)));
    const preview = await world.must('previewEviction', { session_id: 's', budget_tokens: 70, strategy: 'fifo' });
    expect(preview.plan.map(({ id }) => id)).toEqual(replies.slice(0, 3).map(({ id }) => id));
    expect(preview.plan[0]).toMatchObject({ tokens: 20, reason: 'first in (fifo), to fit the new budget' });
    expect((await world.must('readSession', { session_id: 's' })).items).toHaveLength(5);
    const applied = await world.must('configureSession', { session_id: 's', budget_tokens: 70, strategy: 'fifo' });
    expect(applied.evicted_ids).toEqual(preview.plan.map(({ id }) => id));
    expect(applied).toMatchObject({ tokens: 40, budget_tokens: 70, strategy: 'fifo' });
  });
});

describe('settings', () => {
  it('takes the documented share of a context window', async () => {
    const world = createWorld();
    await turn(world, 'open');
    expect((await world.must('configureSession', { session_id: 's', context_window_tokens: 8000 })).budget_tokens).toBe(2400);
    expect(await world.fails('configureSession', { session_id: 's', budget_tokens: 49 })).toMatchObject({
      kind: 'invalid',
      field: 'budget_tokens',
    });
    const both = { session_id: 's', budget_tokens: 100, context_window_tokens: 1000 };
    expect(await world.fails('configureSession', both)).toMatchObject({ kind: 'invalid' });
  });

  it('pins, refuses pins beyond the budget, and lets an evicted memory come back by pinning it', async () => {
    const world = createWorld();
    const first = await turn(world, text('first', 40));
    await world.must('configureSession', { session_id: 's', budget_tokens: 60, pin: [first.id] });
    const second = await turn(world, text('second', 20));
    const refused = await world.fails('configureSession', { session_id: 's', pin: [second.id], budget_tokens: 59 });
    expect(refused).toMatchObject({ kind: 'conflict', reason: 'pins_over_budget' });
    const third = await turn(world, text('third', 20));
    expect(third.evicted_ids).toEqual([second.id]);
    const back = await world.must('configureSession', { session_id: 's', pin: [second.id] });
    expect(back.evicted_ids).toEqual([third.id]);
    expect(back.items.map(({ id, pinned }) => [id, pinned])).toEqual([
      [first.id, true],
      [second.id, true],
    ]);
    const unpinned = await world.must('configureSession', { session_id: 's', unpin: [first.id] });
    expect(unpinned.items.map(({ pinned }) => pinned)).toEqual([false, true]);
    expect(await world.fails('configureSession', { session_id: 's', pin: ['unknown'] })).toMatchObject({ kind: 'invalid', field: 'pin' });
  });
});

describe('the life of a session', () => {
  it('is unknown before its first turn and after its end; the memories stay', async () => {
    const world = createWorld();
    for (const verb of ['readSession', 'endSession', 'configureSession', 'previewEviction'] as const) {
      expect(await world.fails(verb, { session_id: 's' })).toMatchObject({ kind: 'not_found', what: 'session' });
    }
    const reply = await turn(world, 'one');
    expect(await world.must('endSession', { session_id: 's' })).toEqual({ id: 's', status: 'ended' });
    expect(await world.fails('readSession', { session_id: 's' })).toMatchObject({ kind: 'not_found' });
    expect(await world.fails('endSession', { session_id: 's' })).toMatchObject({ kind: 'not_found' });
    expect((await world.must('get', { id: reply.id })).state).toBe('live');
    expect((await turn(world, 'again')).turn).toBe(1);
  });

  it('ends when idle for a day, and lives on while it is used', async () => {
    const world = createWorld();
    await turn(world, 'one');
    world.pass(23 * HOUR_MS);
    await recordRetrieval(world.deps, { session_id: 's', ids: [], now: world.now() });
    world.pass(23 * HOUR_MS);
    expect((await world.must('readSession', { session_id: 's' })).turn).toBe(1);
    world.pass(2 * HOUR_MS);
    expect(await world.fails('readSession', { session_id: 's' })).toMatchObject({ kind: 'not_found' });
    expect((await world.must('list', {})).items).toHaveLength(1);
  });

  it('keeps strategy, budget, pins and counts over every change', async () => {
    const world = createWorld();
    const { id } = await turn(world, 'one');
    await world.must('configureSession', { session_id: 's', budget_tokens: 500, strategy: 'lru', pin: [id] });
    await recordRetrieval(world.deps, { session_id: 's', ids: [id, id, 'elsewhere'], now: world.now() });
    await turn(world, 'two');
    const session = await world.must('readSession', { session_id: 's' });
    expect(session).toMatchObject({ budget_tokens: 500, strategy: 'lru', turn: 2 });
    expect(session.items[0]).toMatchObject({ id, pinned: true, score: 0.95 * 1.1 });
  });

  it('counts a search hit as one retrieval in the session it comes from, whether or not the search names a session', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'the user likes window seats', session_id: 's' });
    const other = await world.must('write', { content: 'lunch is at noon', session_id: 't' });
    const scores = async () => {
      const sessions = [await world.must('readSession', { session_id: 's' }), await world.must('readSession', { session_id: 't' })];
      return new Map(sessions.flatMap(({ items }) => items.map((item) => [item.id, item.score] as const)));
    };
    const before = await scores();
    await world.must('search', { query: 'window seats' });
    const once = await scores();
    expect(once.get(id)).toBeCloseTo((before.get(id) ?? 0) * 1.1);
    expect(once.get(other.id)).toBe(before.get(other.id));
    await world.must('search', { query: 'window seats', session_id: 's' });
    expect((await scores()).get(id)).toBeCloseTo((before.get(id) ?? 0) * 1.2);
  });

  it('refuses an id that looks like a credential', async () => {
    const world = createWorld();
    const session_id = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    expect(await world.fails('recordTurn', { session_id, role: 'user', content: 'hello' })).toMatchObject({ field: 'session_id' });
    expect(await world.fails('write', { session_id, content: 'hello' })).toMatchObject({ field: 'session_id' });
    expect(await world.must('write', { session_id: 'ghp_notes', content: 'hello' })).toMatchObject({ status: 'created' });
  });

  it('opens no session for a retrieval', async () => {
    const world = createWorld();
    await recordRetrieval(world.deps, { session_id: 'nobody', ids: ['x'], now: world.now() });
    expect(await world.fails('readSession', { session_id: 'nobody' })).toMatchObject({ kind: 'not_found' });
  });
});

describe('working memory is derived', () => {
  const down = (working: WorkingSetStore): WorkingSetStore => {
    const fault = async () => err({ store: working.name, cause: 'refused', retryable: true });
    return { ...working, load: fault, apply: fault, withdraw: fault, end: fault };
  };

  it('never fails a turn or a write when it is down, and says so', async () => {
    const world = createWorld((deps) => ({ ...deps, working: down(deps.working) }));
    const reply = await turn(world, 'safe');
    expect(reply).toMatchObject({ status: 'created', turn: 0, evicted_ids: [] });
    expect(reply.degraded).toHaveLength(1);
    expect((await world.must('get', { id: reply.id })).content).toBe('safe');
    expect(await world.must('write', { content: 'safe too', session_id: 's' })).toMatchObject({ status: 'created' });
    expect(await world.fails('readSession', { session_id: 's' })).toMatchObject({ kind: 'unavailable', store: 'reference' });
  });

  it('keeps out a memory that is forgotten between its commit and its entry', async () => {
    const forgotten: string[] = [];
    const world = createWorld((deps) => ({
      ...deps,
      store: {
        ...deps.store,
        get: async (ids) =>
          new Map([...(await deps.store.get(ids))].filter(([, { content }]) => content !== 'secret plan' || forgotten.push(content) === 0)),
      },
    }));
    await turn(world, 'open');
    await turn(world, 'secret plan');
    expect(forgotten.length).toBeGreaterThan(0);
    const session = await world.must('readSession', { session_id: 's' });
    expect(session.items.map(({ content }) => content)).toEqual(['open']);
    expect(session.turn).toBe(2);
  });

  it('shows no expired memory, and drops it', async () => {
    const world = createWorld();
    await world.must('write', { content: 'for an hour', session_id: 's', ttl_days: 1 / 24 });
    await turn(world, 'for good');
    expect((await world.must('readSession', { session_id: 's' })).items).toHaveLength(2);
    world.pass(2 * HOUR_MS);
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ content }) => content)).toEqual(['for good']);
    const listed = await world.deps.working.list(world.now(), 10);
    expect(listed.ok && listed.value[0]?.tokens).toBe(2);
  });
});
