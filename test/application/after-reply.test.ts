/** What goes on after the reply: what the reply may say before it, and what becomes of it when it is cut off. */
import { expect, it } from 'vitest';
import { type Dependencies, LATER } from '../../src/application/dependencies.ts';
import { maintain } from '../../src/application/maintain.ts';
import { afterReply } from '../../src/compose/after-reply.ts';
import type { ObservedEvent } from '../../src/ports/observer.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { createWorld, type World } from '../support/world.ts';

interface Postponed {
  readonly world: World;
  /** Does what was put off so far. */
  catchUp(): Promise<void>;
}

/** Put-off work is kept until asked for, or for ever. */
function postponed(change: (deps: Dependencies) => Dependencies = (deps) => deps): Postponed {
  const works: (() => Promise<unknown>)[] = [];
  const world = createWorld((deps) =>
    change({
      ...deps,
      defer: async (work) => {
        works.push(work);
        return LATER;
      },
    }),
  );
  const catchUp = async () => {
    while (works.length > 0) await works.shift()?.();
  };
  return { world, catchUp };
}

/** Something happens between the commit of a write and the upsert of its vector. */
const beforeUpsert = (deps: Dependencies, between: () => Promise<unknown>): Dependencies => ({
  ...deps,
  vectors: {
    ...deps.vectors,
    query: (query) => deps.vectors.query(query),
    async upsert(generation, entries) {
      await between();
      return deps.vectors.upsert(generation, entries);
    },
  },
});

const present = async ({ deps }: World, id: string) => {
  const found = await deps.vectors.present([id]);
  return found.ok && found.value.length === 1;
};

it('a write is ready with its vector; its place in the outbox stays until the record was looked at again', async () => {
  const { world, catchUp } = postponed();
  const { id, index } = await world.must('write', { content: 'A note.' });
  expect([index, await present(world, id)]).toEqual(['ready', true]);
  expect(await world.must('stats', {})).toMatchObject({ pending: 1, unembedded: 1 });
  await catchUp();
  expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
});

it('cut off, maintenance does it', async () => {
  const { world } = postponed();
  const { id } = await world.must('write', { content: 'A note.', session_id: 's' });
  await world.must('recordTurn', { session_id: 's', role: 'user', content: 'A turn.' });
  expect(await world.must('stats', {})).toMatchObject({ pending: 2 });
  await maintain(world.deps);
  expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
  expect(await present(world, id)).toBe(true);
});

it('a vector that the index did not take leaves the write pending', async () => {
  const { world } = postponed((deps) => ({
    ...deps,
    vectors: { ...deps.vectors, upsert: async (_generation, entries) => ({ ok: true, value: { rejected: entries.map(({ id }) => id) } }) },
  }));
  expect(await world.must('write', { content: 'A note.' })).toMatchObject({ index: 'pending' });
  expect(await world.must('write', { content: '生僻' })).toMatchObject({ index: 'ready' });
});

it('a memory that was forgotten before its vector came does not keep it', async () => {
  let forget: () => Promise<unknown> = async () => null;
  const { world, catchUp } = postponed((deps) => beforeUpsert(deps, () => forget()));
  let gone = '';
  forget = async () => {
    forget = async () => null;
    gone = (await world.must('list', {})).items[0]?.id ?? '';
    await world.must('forget', { memory_id: gone });
  };
  await world.must('write', { content: 'A secret.', session_id: 's' });
  expect(await present(world, gone)).toBe(true);
  expect((await world.must('readSession', { session_id: 's' })).items).toEqual([]);
  await catchUp();
  expect(await present(world, gone)).toBe(false);
  const kept = await world.must('write', { content: 'A note.' });
  await catchUp();
  expect(await present(world, kept.id)).toBe(true);
});

it('a memory that was reworded before its vector came is found by what it says now', async () => {
  let correct: () => Promise<unknown> = async () => null;
  const { world, catchUp } = postponed((deps) => beforeUpsert(deps, () => correct()));
  correct = async () => {
    correct = async () => null;
    const [memory] = (await world.must('list', {})).items;
    await world.must('correct', { id: memory?.id ?? '', content: 'zebra crossing' });
  };
  const { id } = await world.must('write', { content: 'apple orchard' });
  await catchUp();
  const near = async (text: string) => {
    const [embedding] = await world.deps.embedder.embed([text]);
    if (embedding?.status !== 'embedded') throw new Error('no vector');
    const view = { now: world.now(), as_of: null, known_at: null, include_superseded: false };
    const found = await world.deps.vectors.query({ vector: embedding.vector, generation: 'words@1', limit: 1, filter: {}, view });
    return found.ok ? found.value[0] : undefined;
  };
  expect((await near('zebra crossing'))?.cosine).toBeCloseTo(1);
  expect((await near('zebra crossing'))?.id).toBe(id);
  expect((await near('apple orchard'))?.cosine).toBeLessThan(0.5);
  expect(await world.must('stats', {})).toMatchObject({ pending: 0 });
});

it('a search counts what it showed after its reply, in every session of its hits', async () => {
  const { world, catchUp } = postponed();
  await world.must('recordTurn', { session_id: 's', role: 'user', content: 'The gate is B7.' });
  await catchUp();
  const [hit] = (await world.must('search', { query: 'gate' })).results;
  const count = async () => (await world.must('get', { id: hit?.id ?? '' })).access_count;
  expect(await count()).toBe(0);
  await catchUp();
  expect(await count()).toBe(1);
});

it('failures of put-off work are told to the observer, without a word of what it was about', async () => {
  const events: ObservedEvent[] = [];
  const held: Promise<void>[] = [];
  const defer = afterReply((work) => void held.push(work), { observe: (event) => void events.push(event) }, 'abcd');
  const outcomes = [
    await defer(async () => {
      throw new StoreUnavailable('neon', 'no answer');
    }, 'write'),
    await defer(async () => {
      throw new TypeError('secret');
    }, 'search'),
    await defer(async () => 'fine'),
  ];
  expect(outcomes).toEqual([LATER, LATER, LATER]);
  await Promise.all(held);
  expect(events).toEqual([
    { event: 'degraded', store: 'neon', verb: 'after-reply:write', namespace_hash: 'abcd', cause: 'neon is unavailable: no answer' },
    { event: 'unexpected', request_id: 'after-reply', verb: 'after-reply:search', namespace_hash: 'abcd', cause: 'TypeError' },
  ]);
  expect(JSON.stringify(events)).not.toContain('secret');
});

it('what a verb puts off fails under the name of the verb', async () => {
  let put_off = async () => {};
  const world = createWorld((deps) => {
    const held: Promise<void>[] = [];
    put_off = async () => {
      while (held.length > 0) await held.shift();
    };
    const touch = async () => {
      throw new StoreUnavailable('neon', 'no answer');
    };
    return { ...deps, store: { ...deps.store, touch }, defer: afterReply((work) => void held.push(work), deps.observer, 'abcd') };
  });
  await world.must('write', { content: 'The gate is B7.' });
  expect((await world.must('search', { query: 'gate' })).results).toHaveLength(1);
  await put_off();
  expect(world.events).toEqual([
    { event: 'degraded', store: 'neon', verb: 'after-reply:search', namespace_hash: 'abcd', cause: 'neon is unavailable: no answer' },
  ]);
});
