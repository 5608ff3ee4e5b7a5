import { describe, expect, it } from 'vitest';
import { createWorld } from '../support/world.ts';

const WRITERS = 20;

describe('parallel writes', () => {
  it('to one key: one current value, every version there, an intact chain; fifty times', async () => {
    for (let run = 0; run < 50; run += 1) {
      const world = createWorld();
      const replies = await Promise.all(
        Array.from({ length: WRITERS }, (_, at) =>
          world.must('write', { content: `value ${at}`, key: 'k', ...(at % 2 === 0 ? {} : { session_id: 's' }) }),
        ),
      );
      expect(new Set(replies.map(({ id }) => id)).size).toBe(WRITERS);
      const fact = await world.must('readFact', { key: 'k' });
      expect(fact.versions).toHaveLength(WRITERS);
      expect(fact.versions.filter(({ state }) => state === 'live').map(({ id }) => id)).toEqual([fact.current?.id]);
      const oldest_first = fact.versions.toReversed();
      for (const [at, version] of oldest_first.entries()) {
        const next = oldest_first[at + 1];
        expect([version.superseded_by, version.valid_to]).toEqual(next === undefined ? [null, null] : [next.id, next.occurred_at]);
      }
      expect(replies.filter(({ superseded_id }) => superseded_id !== null)).toHaveLength(WRITERS - 1);
    }
  }, 30_000);

  it('of different things: all are kept', async () => {
    const world = createWorld();
    await Promise.all(Array.from({ length: WRITERS }, (_, at) => world.must('write', { content: `thing number ${at}` })));
    expect((await world.must('list', { limit: 100 })).items).toHaveLength(WRITERS);
    expect((await world.must('stats', {})).counts.episodic.live).toBe(WRITERS);
  });

  it('of the same thing: one memory, seen as often', async () => {
    const world = createWorld();
    const replies = await Promise.all(Array.from({ length: WRITERS }, () => world.must('write', { content: 'the same' })));
    expect(replies.filter(({ status }) => status === 'created')).toHaveLength(1);
    expect((await world.must('list', {})).items).toMatchObject([{ seen_count: WRITERS }]);
  });

  it('and a forget: one of the two legal ends, and never a vector without a record', async () => {
    for (let run = 0; run < 20; run += 1) {
      const world = createWorld();
      const { id } = await world.must('write', { content: 'contested' });
      const [, rewritten] = await Promise.all([
        world.must('forget', { memory_id: id }),
        world.must('write', { content: 'contested' }),
        world.execute('correct', { id, content: 'contested still' }),
      ]);
      const left = (await world.must('list', {})).items.map((memory) => memory.id);
      expect(left).toEqual(rewritten.id === id ? [] : [rewritten.id]);
      const present = await world.deps.vectors.present([id, rewritten.id]);
      expect(present.ok ? present.value : null).toEqual(left);
    }
  });
});
