import { describe, expect, it } from 'vitest';
import { ASSET_NAMES } from '../../../src/adapters/models/builtin/asset-source.ts';
import { assembleEngine, embedAll } from '../../../src/adapters/models/builtin/builtin-embedder.ts';
import { KNOWN_TEXTS, packKnownVectors, readKnownVectors } from '../../../src/adapters/models/builtin/known-vectors.ts';
import { assetsFromFolder, transformerKernel } from './builtin-assets.ts';

const BUILD_MS = 120_000;

describe('vectors made at build time', () => {
  it('are those that the embedder makes itself, and are taken instead of made again', { timeout: BUILD_MS }, async () => {
    const assets = await assetsFromFolder();
    const kernel = await transformerKernel();
    const without = await assembleEngine({ kernel, assets: async (name) => (name === ASSET_NAMES.known ? null : assets(name)) });
    const file = await assets(ASSET_NAMES.known);
    if (without === null || file === null) throw new Error('the assets are not built');
    expect(without.known.size).toBe(0);
    const made = embedAll(KNOWN_TEXTS, without);
    expect(made.filter(({ status }) => status === 'embedded').length).toBeGreaterThan(200);
    expect(packKnownVectors(made)).toEqual(new Uint8Array(file));
    const marked = new Map([[KNOWN_TEXTS[0] ?? '', new Float32Array(512).fill(0.5)]]);
    expect(embedAll(KNOWN_TEXTS.slice(0, 2), { ...without, known: marked })).toEqual([
      { status: 'embedded', vector: new Float32Array(512).fill(0.5) },
      made[1],
    ]);
  });

  it('are left aside when the file is missing or of another list', () => {
    expect(readKnownVectors(null).size).toBe(0);
    expect(readKnownVectors(new ArrayBuffer(512 * 4)).size).toBe(0);
  });
});
