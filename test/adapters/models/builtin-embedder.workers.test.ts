/** The same embedder inside workerd, over the ASSETS binding (`npm test` builds the data first). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { builtinEmbedder } from '../../../src/adapters/models/builtin/builtin-embedder.ts';
import kernel from '../../../src/adapters/models/builtin/transformer.wasm';
import { cosine, embedderContract, vectorOf } from '../../contracts/embedder.ts';
import reference from './reference-vectors.json' with { type: 'json' };

const { ASSETS } = env as unknown as { ASSETS: { fetch(url: string): Promise<Response> } };
const embedder = builtinEmbedder({
  kernel,
  assets: async (name) => {
    const response = await ASSETS.fetch(`https://assets.invalid/${name}`);
    return response.ok ? response.arrayBuffer() : null;
  },
});

embedderContract('builtin in workerd', () => embedder);

describe('in workerd', () => {
  it('agrees with the float32 reference', async () => {
    const cosines: number[] = [];
    for (const { text, vector } of reference) cosines.push(cosine(await vectorOf(embedder, text), Float32Array.from(vector)));
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.998);
  });
});
