import { expect, test } from 'vitest';
import { maintain } from '../../src/application/maintain.ts';
import { MINUTE_MS } from '../../src/domain/instant.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { createWordEmbedder } from '../support/word-embedder.ts';
import { createWorld } from '../support/world.ts';

/** A remote service that has not answered once since the start: nobody knows how many dimensions its vectors have. */
function lateEmbedder(): { readonly embedder: Embedder; comeBack(): void } {
  const real = createWordEmbedder();
  let is_back = false;
  return {
    embedder: {
      describe: async () => (is_back ? real.describe() : { unreachable: 'openai:late' }),
      embed: async (texts) => (is_back ? real.embed(texts) : texts.map(() => ({ status: 'failed', reason: 'unreachable' }))),
      chunk: real.chunk,
    },
    comeBack: () => {
      is_back = true;
    },
  };
}

test('what is written before the embedder has ever answered says so, waits for its vector, and gets it when it is back', async () => {
  const { embedder, comeBack } = lateEmbedder();
  const world = createWorld((deps) => ({ ...deps, embedder }));
  const written = await world.must('write', { content: 'a red brick house by the canal' });
  expect(written).toMatchObject({ status: 'created', index: 'pending' });
  const corrected = await world.must('write', { content: 'the harbour froze over' });
  expect(await world.must('correct', { id: corrected.id, content: 'the harbour froze over twice' })).toMatchObject({ index: 'pending' });

  const search = await world.must('search', { query: 'brick house' });
  expect(search.results[0]?.id).toBe(written.id);
  expect(search.degraded).toMatchObject([{ store: 'openai:late' }]);
  expect(await world.must('stats', {})).toMatchObject({ embedder: 'openai:late', pending: 2 });

  world.pass(2 * MINUTE_MS);
  await maintain(world.deps);
  expect(await world.must('stats', {})).toMatchObject({ pending: 2 });
  comeBack();
  world.pass(2 * MINUTE_MS);
  await maintain(world.deps);
  expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
  expect((await world.must('search', { query: 'brick house' })).degraded).toEqual([]);
  expect(await world.must('write', { content: 'a later note' })).toMatchObject({ index: 'ready' });
});
