import { describe, expect, it } from 'vitest';
import { createWorld } from '../support/world.ts';

describe('write', () => {
  it('remembers and reads back', async () => {
    const world = createWorld();
    const reply = await world.must('write', { content: '  I prefer a window seat.  ', origin: 'user' });
    expect(reply).toMatchObject({ status: 'created', layer: 'episodic', index: 'ready', superseded_id: null, usage: { memories: 1 } });
    expect(await world.must('get', { id: reply.id })).toMatchObject({
      content: 'I prefer a window seat.',
      importance: 1,
      volatility: 'volatile',
      state: 'live',
    });
    const listed = await world.must('list', {});
    expect(listed.items.map(({ id }) => id)).toEqual([reply.id]);
  });

  it('takes an identical repeat for the same memory', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: '我喜欢靠窗座位' });
    const again = await world.must('write', { content: ' 我喜欢靠窗座位 ' });
    expect(again).toMatchObject({ id: first.id, status: 'duplicate' });
    expect(await world.must('get', { id: first.id })).toMatchObject({ seen_count: 2, version: 1 });
  });

  it('supersedes under a key, and a value that returns is a new version', async () => {
    const world = createWorld();
    const write = (content: string) => {
      world.pass(1_000);
      return world.must('write', { content, key: 'user.city' });
    };
    const a = await write('Paris');
    const b = await write('Rome');
    const c = await write('Paris');
    expect([a.superseded_id, b.superseded_id, c.superseded_id]).toEqual([null, a.id, b.id]);
    expect(new Set([a.id, b.id, c.id]).size).toBe(3);
    expect(await world.must('write', { content: 'Paris', key: 'user.city' })).toMatchObject({ id: c.id, status: 'duplicate' });
  });

  it('keeps the other items of a batch when one is wrong', async () => {
    const world = createWorld();
    const { results } = await world.must('writeMany', {
      memories: [
        { command: { content: 'one' } },
        { command: { content: '   ' } },
        { failure: { kind: 'invalid', field: 'content', message: 'no' } },
        { command: { content: 'one' } },
      ],
    });
    expect(results.map((result) => (result.ok ? result.value.status : result.failure.kind))).toEqual([
      'created',
      'invalid',
      'invalid',
      'duplicate',
    ]);
  });
});
