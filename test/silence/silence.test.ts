/**
 * Silence on what no memory answers, and no silence on what one does, over stores of 5 to 30 memories in both languages. The floor was chosen on
 * the development files. Bounds leave some slack to the figures in docs/benchmarks.md.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/ports/embedder.ts';
import { filledWorld, loadEmbedder, recallOf, silenceOf } from './ask.ts';
import stores from './stores-development.json' with { type: 'json' };
import unrelated from './unrelated-development.json' with { type: 'json' };

const BUILD_MS = 240_000;
const ASK_MS = 120_000;
let embedder: Embedder;

beforeAll(async () => {
  embedder = await loadEmbedder();
}, BUILD_MS);

describe.each(stores)('$name', (store) => {
  it('says nothing to questions of the world, in both languages', { timeout: ASK_MS }, async () => {
    const world = await filledWorld(embedder, store.memories);
    expect(await silenceOf(world, unrelated.english)).toBeGreaterThanOrEqual(0.93);
    expect(await silenceOf(world, unrelated.chinese)).toBeGreaterThanOrEqual(0.92);
  });

  it('answers its own questions, and loses none to the floor', { timeout: ASK_MS }, async () => {
    const world = await filledWorld(embedder, store.memories);
    const { found, lost } = await recallOf(world, store);
    expect(lost).toBeLessThanOrEqual(0.02);
    expect(found).toBeGreaterThanOrEqual(store.name === 'en_tiny' ? 0.75 : 0.9);
  });
});
