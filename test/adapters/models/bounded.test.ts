import { describe, expect, it } from 'vitest';
import { boundedEmbedder, boundedSummarizer, createModelLimit } from '../../../src/adapters/models/bounded.ts';
import { ok } from '../../../src/domain/result.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import type { Summarizer } from '../../../src/ports/summarizer.ts';

/** A model that answers when it is let, and knows how many asked at once. */
function slowModel() {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const hold = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
  };
  const embedder: Embedder = {
    describe: async () => ({ id: 'slow', dimensions: 1, batch_max: 8, tokens_max: 100 }),
    chunk: (text) => [text],
    embed: async (texts) => {
      await hold();
      return texts.map((text) => ({ status: 'embedded', vector: new Float32Array([text.length]) }));
    },
  };
  const summarizer: Summarizer = {
    id: 'slow',
    summarize: async () => {
      await hold();
      return ok({ text: 'short', method: 'llm' });
    },
  };
  const finish = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn += 1) {
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { embedder, summarizer, finish, most: () => most };
}
const REQUEST = { sources: [{ content: 'a', importance: 1 }], max_characters: 100 };

describe('calls of models', () => {
  it('run at most so many at once, the embedder and the summariser together, and all are answered in the end', async () => {
    const model = slowModel();
    const limit = createModelLimit(3, 100);
    const embedder = boundedEmbedder(model.embedder, limit);
    const summarizer = boundedSummarizer(model.summarizer, limit);
    const asked = Promise.all([
      ...Array.from({ length: 10 }, (_, turn) => embedder.embed(['x'.repeat(turn + 1)])),
      ...Array.from({ length: 10 }, () => summarizer.summarize(REQUEST)),
    ]);
    await model.finish();
    const answers = await asked;
    expect(model.most()).toBe(3);
    expect(answers.slice(0, 10).map((answer) => (answer as readonly { vector?: Float32Array }[])[0]?.vector?.[0])).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(answers.slice(10)).toEqual(Array.from({ length: 10 }, () => ok({ text: 'short', method: 'llm' })));
  });

  it('beyond the queue are told that it is busy, one outcome for each text, and later ones are served again', async () => {
    const model = slowModel();
    const limit = createModelLimit(1, 2);
    const embedder = boundedEmbedder(model.embedder, limit);
    const summarizer = boundedSummarizer(model.summarizer, limit);
    const served = Promise.all([1, 2, 3].map(() => embedder.embed(['a'])));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await embedder.embed(['a', 'b'])).toEqual([
      { status: 'failed', reason: 'busy' },
      { status: 'failed', reason: 'busy' },
    ]);
    expect(await summarizer.summarize(REQUEST)).toEqual({ ok: false, failure: { cause: 'busy' } });
    await model.finish();
    expect((await served).map(([first]) => first?.status)).toEqual(['embedded', 'embedded', 'embedded']);
    const again = summarizer.summarize(REQUEST);
    await model.finish();
    expect((await again).ok).toBe(true);
  });

  it('a call that fails gives its place back', async () => {
    const limit = createModelLimit(1, 1);
    await expect(
      limit(
        () => Promise.reject(new Error('down')),
        () => null,
      ),
    ).rejects.toThrow('down');
    expect(
      await limit(
        async () => 'served',
        () => 'busy',
      ),
    ).toBe('served');
  });
});
