import { beforeAll, describe, expect, it } from 'vitest';
import { ASSET_NAMES } from '../../../src/adapters/models/builtin/asset-source.ts';
import { createTransformer, type Transformer } from '../../../src/adapters/models/builtin/transformer.ts';
import { TOKENS_KEPT } from '../../../src/adapters/models/builtin/transformer-memory.ts';
import { TOKENS_MAX, VOCABULARY_PIECES } from '../../../src/adapters/models/builtin/weight-layout.ts';
import { assetsFromFolder, transformerKernel } from './builtin-assets.ts';

const BUILD_MS = 120_000;
let load: () => Promise<Transformer>;

beforeAll(async () => {
  const weights = await (await assetsFromFolder())(ASSET_NAMES.weights);
  if (weights === null) throw new Error('there are no weights');
  const kernel = await transformerKernel();
  load = () => createTransformer(kernel, weights);
}, BUILD_MS);

/** Ids far apart, some of them twice. */
const sequence = (start: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (start + (index % 23) * 331) % VOCABULARY_PIECES);
const TEXTS = [sequence(6, 1), sequence(57, 5), sequence(900, 38), sequence(4_000, 7), sequence(7_999, TOKENS_MAX)];

const bytes = (vectors: readonly Float32Array[]): string[] =>
  vectors.map((vector) => Buffer.from(new Uint8Array(vector.buffer)).toString('hex'));

describe('the vector of a text', () => {
  it('is the same, byte for byte, whether products of its tokens are new, kept or made again', async () => {
    const transformer = await load();
    const cold = bytes(transformer.run(TEXTS));
    expect(new Set(cold).size).toBe(TEXTS.length);
    expect(bytes(transformer.run(TEXTS))).toEqual(cold);
    expect(bytes((await load()).run(TEXTS.toReversed())).toReversed()).toEqual(cold);

    // Some of its tokens are kept, others were given away.
    const others = (count: number, from: number) =>
      Array.from({ length: Math.ceil(count / TOKENS_MAX) }, (_, text) =>
        Array.from({ length: TOKENS_MAX }, (_, index) => (from + text * TOKENS_MAX + index) % VOCABULARY_PIECES),
      );
    transformer.run(others(TOKENS_KEPT - TOKENS_MAX, 2_000));
    expect(bytes(transformer.run(TEXTS))).toEqual(cold);
    transformer.run(others(VOCABULARY_PIECES, 0));
    expect(bytes(transformer.run(TEXTS))).toEqual(cold);
  });

  it('is the same, byte for byte, alone and among others', async () => {
    const transformer = await load();
    const together = bytes(transformer.run([...TEXTS, ...TEXTS.toReversed(), ...TEXTS]));
    const alone = TEXTS.flatMap((text) => bytes(transformer.run([text])));
    expect(together).toEqual([...alone, ...alone.toReversed(), ...alone]);
  });

  it('knows the order of its tokens', async () => {
    const [forwards, backwards] = bytes((await load()).run([sequence(57, 5), sequence(57, 5).toReversed()]));
    expect(forwards).not.toBe(backwards);
  });
});
