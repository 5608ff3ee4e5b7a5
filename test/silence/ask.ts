/** A small store as a person's or a project's agent has it, filled and asked through the application with the builtin embedder. */
import { builtinEmbedder } from '../../src/adapters/models/builtin/builtin-embedder.ts';
import type { Embedder, Embedding } from '../../src/ports/embedder.ts';
import { assetsFromFolder, transformerKernel } from '../adapters/models/builtin-assets.ts';
import { createWorld, type World } from '../support/world.ts';

export interface StoreFixture {
  readonly name: string;
  readonly language: string;
  readonly memories: readonly string[];
  /** `answers`: places among the memories; any of them is right. */
  readonly questions: readonly { readonly question: string; readonly answers: readonly number[] }[];
}

/** The builtin one; a text that is asked of several stores is embedded once. */
export async function loadEmbedder(): Promise<Embedder> {
  const embedder = builtinEmbedder({ assets: await assetsFromFolder(), kernel: await transformerKernel() });
  const known = new Map<string, Embedding>();
  return {
    ...embedder,
    async embed(texts) {
      const missing = texts.filter((text) => !known.has(text));
      for (const [at, embedding] of (await embedder.embed(missing)).entries()) known.set(missing[at] ?? '', embedding);
      return texts.map((text) => known.get(text) ?? { status: 'failed', reason: 'not embedded' });
    },
  };
}

export async function filledWorld(embedder: Embedder, memories: readonly string[]): Promise<World> {
  const world = createWorld((deps) => ({ ...deps, embedder }));
  for (const content of memories) await world.must('write', { content, origin: 'user' });
  return world;
}

const FIRST = 5;

/** Share of the questions that get silence. */
export async function silenceOf(world: World, questions: readonly string[]): Promise<number> {
  let silent = 0;
  for (const query of questions) if ((await world.must('search', { query })).abstained) silent += 1;
  return silent / questions.length;
}

/** Shares of the questions: `found` with a right memory among the first five, `lost` to the floor where without it one would be there. */
export async function recallOf(
  world: World,
  { memories, questions }: StoreFixture,
): Promise<{ readonly found: number; readonly lost: number }> {
  let [found, lost] = [0, 0];
  for (const { question, answers } of questions) {
    const right = new Set(answers.map((at) => memories[at]));
    const holds = ({ results }: { readonly results: readonly { readonly content: string }[] }) =>
      results.slice(0, FIRST).some(({ content }) => right.has(content));
    const kept = holds(await world.must('search', { query: question }));
    if (kept) found += 1;
    else if (holds(await world.must('search', { query: question, min_score: 0 }))) lost += 1;
  }
  return { found: found / questions.length, lost: lost / questions.length };
}
