import { describe, expect, it } from 'vitest';
import type { Command, Verb } from '../../src/application/service.ts';
import { HOUR_MS } from '../../src/domain/instant.ts';
import { createWorld, type World } from '../support/world.ts';

type Call = { readonly [V in Verb]: readonly [V, Command<V>, Command<V>] }[Verb];

/** A writing call, and the same one with something else in it. `id` is a memory that is there. */
const CALLS: readonly ((id: string) => Call)[] = [
  () => ['write', { content: 'tea', session_id: 's', idempotency_key: 'k' }, { content: 'milk', session_id: 's', idempotency_key: 'k' }],
  () => ['write', { content: 'tea', key: 'drink', idempotency_key: 'k' }, { content: 'tea', key: 'food', idempotency_key: 'k' }],
  (id) => ['correct', { id, importance: 0.25, idempotency_key: 'k' }, { id, importance: 0.75, idempotency_key: 'k' }],
  (id) => ['correct', { id, content: 'other words', idempotency_key: 'k' }, { id, content: 'others', idempotency_key: 'k' }],
  (id) => ['forget', { memory_id: id, idempotency_key: 'k' }, { memory_id: id, mode: 'fade', idempotency_key: 'k' }],
  (id) => ['forget', { memory_id: id, mode: 'fade', idempotency_key: 'k' }, { memory_id: id, idempotency_key: 'k' }],
  () => ['forget', { memory_id: 'unknown', idempotency_key: 'k' }, { memory_id: 'other', idempotency_key: 'k' }],
  (id) => ['summarize', { memory_ids: [id], idempotency_key: 'k' }, { memory_ids: [id], max_length: 99, idempotency_key: 'k' }],
  () => [
    'recordTurn',
    { session_id: 's', role: 'user', content: 'hello', idempotency_key: 'k' },
    { session_id: 's', role: 'assistant', content: 'hello', idempotency_key: 'k' },
  ],
];

/** What a reader can see, without the counters of reading. */
const state = async (world: World) => ({
  live: (await world.must('list', { limit: 100 })).items,
  stats: await world.must('stats', {}),
});

describe('an idempotency key', () => {
  it.each(CALLS.map((make, at) => ({ make, name: `${make('id')[0]} ${at}` })))(
    'replays the first reply of $name and refuses other content',
    async ({ make }) => {
      const world = createWorld();
      const { id } = await world.must('write', { content: 'the first thing', tags: ['a'] });
      const [verb, command, other] = make(id);
      const first = await world.must(verb, command);
      const before = await state(world);
      world.pass(HOUR_MS);
      await world.must('write', { content: 'meanwhile' });
      const [noise] = (await world.must('list', {})).items;
      await world.must('forget', { memory_id: noise?.id ?? '' });
      expect(await world.must(verb, command)).toEqual(first);
      expect((await state(world)).live).toEqual(before.live);
      expect(await world.fails(verb, other)).toMatchObject({ kind: 'conflict', reason: 'idempotency', field: 'idempotency_key' });
      expect((await state(world)).live).toEqual(before.live);
    },
  );

  it('does not depend on the order of fields', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: 'tea', tags: ['a'], metadata: { x: 1, y: 2 }, idempotency_key: 'k' });
    expect(await world.must('write', { idempotency_key: 'k', metadata: { y: 2, x: 1 }, tags: ['a'], content: 'tea' })).toEqual(first);
  });

  it('holds for a day at least, and belongs to one namespace', async () => {
    const world = createWorld();
    const command = { content: 'tea', session_id: 'a', idempotency_key: 'k' };
    const first = await world.must('write', command);
    world.pass(24 * HOUR_MS - 1);
    expect(await world.must('write', command)).toEqual(first);
    expect(await createWorld().must('write', { content: 'other', idempotency_key: 'k' })).toMatchObject({ status: 'created' });
  });

  it('is refused when it is empty or too long', async () => {
    const world = createWorld();
    for (const idempotency_key of ['', 'x'.repeat(257)])
      expect(await world.fails('write', { content: 'tea', idempotency_key })).toMatchObject({ kind: 'invalid', field: 'idempotency_key' });
    expect(await world.must('write', { content: 'tea', idempotency_key: 'x'.repeat(256) })).toMatchObject({ status: 'created' });
  });

  it('makes parallel tries one write', async () => {
    const world = createWorld();
    const command = { content: 'tea', idempotency_key: 'k' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.must('write', command)));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect((await world.must('list', {})).items).toMatchObject([{ seen_count: 1 }]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });
});
