import { describe, expect, it } from 'vitest';
import { truthContract } from '../contracts/truth.ts';
import { DATABASE_URL } from './addresses.ts';
import { createNeonWorld } from './neon-world.ts';

const WRITERS = 20;

describe.skipIf(DATABASE_URL === null)('the verbs over Postgres', () => {
  truthContract({
    name: 'neon',
    withWorld: async (work) => {
      const { world, rawDump } = createNeonWorld();
      await work(world, rawDump);
    },
  });

  it('20 parallel writers of one content: one memory, seen as often', async () => {
    const { world } = createNeonWorld();
    const replies = await Promise.all(Array.from({ length: WRITERS }, () => world.must('write', { content: '同一句话' })));
    expect(replies.filter(({ status }) => status === 'created')).toHaveLength(1);
    expect((await world.must('list', {})).items).toMatchObject([{ seen_count: WRITERS }]);
  });

  it('20 parallel repeats with one idempotency key: one memory, one reply', async () => {
    const { world } = createNeonWorld();
    const replies = await Promise.all(
      Array.from({ length: WRITERS }, () => world.must('write', { content: 'once', idempotency_key: 'one \u0000 key' })),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect((await world.must('list', {})).items).toMatchObject([{ seen_count: 1 }]);
  });
});
