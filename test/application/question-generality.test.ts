import { describe, expect, it } from 'vitest';
import { questionGenerality } from '../../src/application/search/question-generality.ts';
import { generalityOf } from '../../src/domain/ranking/generality.ts';
import { GENERAL_QUESTIONS } from '../../src/domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../src/domain/ranking/questions/personal-questions.ts';
import type { Embedder, EmbedderDescription } from '../../src/ports/embedder.ts';

const personal = new Set(PERSONAL_QUESTIONS);
const axis = (at: number) => Float32Array.from({ length: 4 }, (_, index) => (index === at ? 1 : 0));

/** General questions on the first axis, personal ones on the second. */
function embedderOf(description: EmbedderDescription, embedded: string[], down: () => boolean = () => false): Embedder {
  return {
    describe: async () => description,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) =>
        down() ? { status: 'failed', reason: 'down' } : { status: 'embedded', vector: axis(personal.has(text) ? 1 : 0) },
      );
    },
    chunk: (text) => [text],
  };
}

let now = 1_000_000;
const clock = { now: () => now };
const limits = { dimensions: 4, batch_max: 100, tokens_max: 100 };

describe('generality of questions', () => {
  it('is fitted once to a sample of both lists, by an embedder that brings none', async () => {
    const embedded: string[] = [];
    const embedder = embedderOf({ id: 'fitted@1', ...limits }, embedded);
    const generality = await questionGenerality({ embedder, clock }, 'fitted@1');
    if (generality === null) throw new Error('nothing was fitted');
    expect(generalityOf(axis(0), generality)).toBeGreaterThan(0.9);
    expect(generalityOf(axis(1), generality)).toBeLessThan(-0.9);
    expect(embedded.length).toBeLessThan((GENERAL_QUESTIONS.length + PERSONAL_QUESTIONS.length) / 4);
    expect(await questionGenerality({ embedder, clock }, 'fitted@1')).toBe(generality);
    expect(new Set(embedded).size).toBe(embedded.length);
  });

  it('is fitted once for searches that come together', async () => {
    const embedded: string[] = [];
    const embedder = embedderOf({ id: 'together@1', ...limits }, embedded);
    await Promise.all([1, 2, 3].map(() => questionGenerality({ embedder, clock }, 'together@1')));
    expect(new Set(embedded).size).toBe(embedded.length);
  });

  it('is taken from an embedder that brings it', async () => {
    const embedded: string[] = [];
    const brought = { vectors: [axis(2)], weights: Float64Array.of(1) };
    const embedder = embedderOf({ id: 'brought@1', ...limits, generality: brought }, embedded);
    expect(await questionGenerality({ embedder, clock }, 'brought@1')).toBe(brought);
    expect(embedded).toEqual([]);
  });

  it('is unknown while the embedder is down or another one, and is looked for again', async () => {
    let is_down = true;
    const embedded: string[] = [];
    const embedder = embedderOf({ id: 'flaky@1', ...limits }, embedded, () => is_down);
    expect(await questionGenerality({ embedder, clock }, 'flaky@1')).toBeNull();
    is_down = false;
    const asked = embedded.length;
    expect(await questionGenerality({ embedder, clock }, 'flaky@1')).toBeNull();
    expect(embedded.length).toBe(asked);
    now += 60_000;
    expect(await questionGenerality({ embedder, clock }, 'flaky@0')).toBeNull();
    expect(await questionGenerality({ embedder, clock }, 'flaky@1')).not.toBeNull();
  });
});
