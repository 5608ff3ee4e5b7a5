import { beforeAll, describe, expect, it } from 'vitest';
import { ASSET_NAMES } from '../../../src/adapters/models/builtin/asset-source.ts';
import { builtinEmbedder } from '../../../src/adapters/models/builtin/builtin-embedder.ts';
import { packGenerality, readGenerality } from '../../../src/adapters/models/builtin/known-generality.ts';
import { fitGenerality, formOf, generalityOf } from '../../../src/domain/ranking/generality.ts';
import { GENERAL_QUESTIONS } from '../../../src/domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../../src/domain/ranking/questions/personal-questions.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import { vectorOf } from '../../contracts/embedder.ts';
import { descriptionOf } from '../../support/reachable.ts';
import { assetsFromFolder, transformerKernel } from './builtin-assets.ts';

const BUILD_MS = 240_000;
let embedder: Embedder;
let file: ArrayBuffer;

beforeAll(async () => {
  const assets = await assetsFromFolder();
  const found = await assets(ASSET_NAMES.generality);
  if (found === null) throw new Error('the assets are not built');
  file = found;
  embedder = builtinEmbedder({ assets, kernel: await transformerKernel() });
}, BUILD_MS);

describe('generality made at build time', () => {
  it('comes with the embedder and was fitted to its own vectors of the questions', async () => {
    const known = (await descriptionOf(embedder)).generality;
    if (known === undefined) throw new Error('no generality');
    const judged = async (questions: readonly string[]) => {
      const some = questions.filter((_, at) => at % 40 === 0);
      return Promise.all(some.map(async (question) => generalityOf(await vectorOf(embedder, question), known)));
    };
    const [general, personal] = [await judged(GENERAL_QUESTIONS), await judged(PERSONAL_QUESTIONS)];
    expect(general.filter((one) => one > 0).length / general.length).toBeGreaterThan(0.95);
    expect(personal.filter((one) => one < 0).length / personal.length).toBeGreaterThan(0.95);
  });

  it('survives packing, and a file of another shape is left aside', () => {
    const vectors = [0, 1].map((axis) => Float32Array.from({ length: 512 }, (_, at) => (at === axis ? 1 : 0)));
    const form = formOf(fitGenerality(vectors.slice(0, 1), vectors.slice(1)));
    expect(readGenerality(packGenerality(form).slice().buffer)).toEqual(form);
    expect(readGenerality(file)?.linear.some((value) => value !== 0)).toBe(true);
    expect(readGenerality(null)).toBeUndefined();
    expect(readGenerality(new ArrayBuffer(512 * 4))).toBeUndefined();
  });
});
