import type { Embedder } from '../../ports/embedder.ts';

/** Search by words only. */
export const noneEmbedder: Embedder = {
  describe: async () => null,
  embed: async (texts) => texts.map(() => ({ status: 'unsupported', reason: 'no embedder is configured' })),
  chunk: (text) => [text],
};
