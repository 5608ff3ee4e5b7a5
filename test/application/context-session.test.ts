import { describe, expect, it } from 'vitest';
import { createEstimatedTokenCounter } from '../../src/adapters/tokens/estimated-token-counter.ts';
import { DAY_MS } from '../../src/domain/instant.ts';
import { err } from '../../src/domain/result.ts';
import { createWorld, type World } from '../support/world.ts';

const open = () => createWorld((deps) => ({ ...deps, tokens: createEstimatedTokenCounter() }));

async function furnished() {
  const world = open();
  const seat = await world.must('write', { content: 'The user prefers an aisle seat.', key: 'user.seat', origin: 'user' });
  const old = await world.must('write', {
    content: 'In Porto we stayed at the Hotel Aurora near the bridge.',
    session_id: 'earlier',
    origin: 'agent',
  });
  world.pass(DAY_MS);
  const turn = await world.must('recordTurn', { session_id: 's', role: 'user', content: 'Let us plan the next trip.' });
  return { world, seat: seat.id, old: old.id, turn: turn.id };
}

describe('the context of a session', () => {
  it('holds working memory, current facts and what is recalled, with id, date and origin of each', async () => {
    const { world, seat, old, turn } = await furnished();
    const { context, ids, tokens } = await world.must('context', { session_id: 's', query: 'Which hotel was it in Porto?' });
    expect(new Set(ids)).toEqual(new Set([seat, old, turn]));
    expect(ids[0]).toBe(old);
    expect(context).toContain(`[${old} 2026-05-03 agent] In Porto we stayed at the Hotel Aurora near the bridge.`);
    expect(context).toContain(`[${seat} 2026-05-03 user user.seat] The user prefers an aisle seat.`);
    expect(context).toContain(`[${turn} 2026-05-04 user] Let us plan the next trip.`);
    expect(context).toMatch(/^<recalled_memory>\n[\s\S]*\n<\/recalled_memory>$/);
    expect(tokens).toBe(world.deps.tokens.count(context));
  });

  it('adds nothing when it is written back, as a memory or as a turn; a new sentence beside it is stored alone', async () => {
    const { world } = await furnished();
    const { context } = await world.must('context', { session_id: 's', query: 'hotel in Porto' });
    const count = async () => (await world.must('stats', {})).counts;
    const before = await count();
    expect(await world.fails('write', { content: context })).toMatchObject({ kind: 'invalid', field: 'content' });
    expect(
      await world.fails('recordTurn', { session_id: 's', role: 'tool', content: JSON.stringify({ context, ids: [], tokens: 1 }) }),
    ).toMatchObject({ kind: 'invalid' });
    expect(await count()).toEqual(before);
    const added = await world.must('write', { content: `${context}\nThe next trip goes to Faro.`, session_id: 's' });
    expect((await world.must('get', { id: added.id })).content).toBe('The next trip goes to Faro.');
  });

  it('opens an unknown session, empty when nothing is known', async () => {
    const world = open();
    expect(await world.must('context', { session_id: 'new' })).toEqual({ context: '', ids: [], tokens: 0 });
    expect(await world.must('readSession', { session_id: 'new' })).toMatchObject({ id: 'new', turn: 0, items: [] });
  });

  it('counts one use for what it shows, in the record and in working memory; GET counts none', async () => {
    const { world, seat, turn } = await furnished();
    await world.must('readSession', { session_id: 's' });
    await world.must('context', { session_id: 's', query: 'trip' });
    await world.must('context', { session_id: 's', query: 'trip' });
    expect(await world.must('get', { id: seat })).toMatchObject({ access_count: 2, last_accessed_at: world.now() });
    const { items } = await world.must('readSession', { session_id: 's' });
    expect(items.find(({ id }) => id === turn)?.score).toBeCloseTo(1.2, 10);
  });

  it("keeps any budget, and the session's own when none is given", async () => {
    const { world } = await furnished();
    for (let index = 0; index < 60; index += 1) {
      await world.must('recordTurn', {
        session_id: 's',
        role: 'assistant',
        content: `Option ${index}: the hotel number ${index} costs ${index * 7} euros a night.`,
      });
    }
    for (const budget_tokens of [50, 90, 200, 700]) {
      const { tokens, context } = await world.must('context', { session_id: 's', query: 'hotel price', budget_tokens });
      expect(tokens).toBeLessThanOrEqual(budget_tokens);
      expect(world.deps.tokens.count(context)).toBe(tokens);
    }
    await world.must('configureSession', { session_id: 's', budget_tokens: 300 });
    const own = await world.must('context', { session_id: 's', query: 'hotel price' });
    expect(own.tokens).toBeLessThanOrEqual(300);
    expect(own.ids.length).toBeGreaterThan(2);
    expect(await world.fails('context', { session_id: 's', budget_tokens: 49 })).toMatchObject({ kind: 'invalid', field: 'budget_tokens' });
  });

  it('shows the present value of a fact, the former one only as of then, and nothing that was forgotten', async () => {
    const { world, seat, turn } = await furnished();
    const then = world.now();
    world.pass(DAY_MS);
    const window = await world.must('write', { content: 'The user prefers a window seat.', key: 'user.seat', origin: 'user' });
    const now = await world.must('context', { session_id: 's', query: 'seat' });
    expect(now.ids).toContain(window.id);
    expect(now.ids).not.toContain(seat);
    const past = await world.must('context', { session_id: 's', query: 'seat', as_of: then });
    expect(past.ids).toContain(seat);
    expect(past.ids).not.toContain(window.id);
    await world.must('forget', { memory_id: turn });
    const { context, ids } = await world.must('context', { session_id: 's', query: 'plan the next trip' });
    expect(ids).not.toContain(turn);
    expect(context).not.toContain('next trip');
  });

  it('finds the summary of what left the session', async () => {
    const world = createWorld((deps) => ({ ...deps, tokens: createEstimatedTokenCounter(), compress: true }));
    await world.must('recordTurn', { session_id: 's', role: 'user', content: 'Please never book a room on the ground floor for us.' });
    for (const word of ['blue', 'green', 'red', 'white', 'black', 'grey']) {
      await world.must('recordTurn', {
        session_id: 's',
        role: 'assistant',
        content: `Here is a long remark about the ${word} house at the end of the road, which nobody asked for.`,
      });
    }
    const { evicted_ids } = await world.must('configureSession', { session_id: 's', budget_tokens: 60 });
    expect(evicted_ids.length).toBeGreaterThan(3);
    const { context } = await world.must('context', { session_id: 's', query: 'Which floor may the room be on?', budget_tokens: 700 });
    expect(context).toMatch(/ summary\] .*ground floor|never book a room on the ground floor/);
  });

  it('answers without working memory, and says so', async () => {
    const world: World = createWorld((deps) => {
      const down = async () => err({ store: deps.working.name, cause: 'refused', retryable: true });
      return { ...deps, tokens: createEstimatedTokenCounter(), working: { ...deps.working, load: down, apply: down } };
    });
    await world.must('write', { content: 'The hotel was the Aurora.' });
    const reply = await world.must('context', { session_id: 's', query: 'Which hotel was it?' });
    expect(reply.context).toContain('Aurora');
    expect(reply.degraded).toMatchObject([{ store: 'reference' }]);
  });
});
