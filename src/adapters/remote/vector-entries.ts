/** What every vector service needs of entries and hits, whichever it is. */
import type { MemoryId } from '../../domain/memory.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import type { VectorEntry, VectorHit, VectorQuery } from '../../ports/vector-index.ts';

export interface Sorted {
  /** One per id, the last one given. */
  readonly usable: readonly VectorEntry[];
  readonly rejected: readonly MemoryId[];
}

/** Finite and with a direction: only such a vector can be compared. */
export const isUsable = (vector: Float32Array): boolean => {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0;
};

export const firstUsable = (entries: readonly VectorEntry[]): Float32Array | undefined =>
  entries.flatMap(({ chunks }) => chunks).find(isUsable);

/** A memory goes in with all its chunks or not at all. */
export function sortEntries(entries: readonly VectorEntry[], dimensions: number): Sorted {
  const usable: VectorEntry[] = [];
  const rejected: MemoryId[] = [];
  for (const entry of new Map(entries.map((one) => [one.id, one])).values()) {
    const { id, chunks } = entry;
    if (chunks.length > 0 && chunks.every((chunk) => chunk.length === dimensions && isUsable(chunk))) usable.push(entry);
    else rejected.push(id);
  }
  return { usable, rejected };
}

export interface ChunkHit {
  readonly memory_id: MemoryId;
  readonly cosine: number;
}

/** The best chunk of each memory counts; best first, ties by id. */
function bestChunks(found: readonly ChunkHit[]): VectorHit[] {
  const best = new Map<MemoryId, number>();
  for (const { memory_id, cosine } of found) if (cosine > (best.get(memory_id) ?? Number.NEGATIVE_INFINITY)) best.set(memory_id, cosine);
  return [...best]
    .map(([id, cosine]): VectorHit => ({ id, cosine: Math.max(-1, Math.min(1, cosine)) }))
    .sort((left, right) => right.cosine - left.cosine || (left.id < right.id ? -1 : 1));
}

/** Chunks asked for, as multiples of the memories wanted: nearly all memories have one; the second step serves an index of long texts. */
const CHUNK_STEPS = [2, 16] as const;

export interface ChunkQuestion {
  readonly query: VectorQuery;
  /** How many chunks to bring. */
  readonly chunks: number;
}

/** One answer for each question, in order, each best first. */
export type AskForChunks = (questions: readonly ChunkQuestion[]) => Promise<Result<readonly (readonly ChunkHit[])[], StoreFault>>;

/** Asks for chunks until there are enough memories for each query; those that have enough are not asked again. */
export async function memoriesByChunks(
  queries: readonly VectorQuery[],
  chunks_max: number,
  ask: AskForChunks,
): Promise<Result<readonly (readonly VectorHit[])[], StoreFault>> {
  const hits = queries.map((): readonly VectorHit[] => []);
  let open = [...queries.keys()];
  for (const factor of CHUNK_STEPS) {
    const questions = open.flatMap((at) => {
      const query = queries[at];
      return query === undefined ? [] : [{ at, query, chunks: Math.min(query.limit * factor, chunks_max) }];
    });
    const found = await askInBatches(questions, ask);
    if (!found.ok) return found;
    open = [];
    for (const [place, { at, query, chunks }] of questions.entries()) {
      const answer = found.value[place] ?? [];
      const memories = bestChunks(answer);
      hits[at] = memories.slice(0, query.limit);
      if (memories.length < query.limit && answer.length === chunks && chunks < chunks_max) open.push(at);
    }
    if (open.length === 0) break;
  }
  return ok(hits);
}

/** Questions of one request. The batches go out at once: a list of any length is one wait. */
const QUESTIONS_PER_REQUEST = 100;

async function askInBatches(questions: readonly ChunkQuestion[], ask: AskForChunks): ReturnType<AskForChunks> {
  const answers = await Promise.all(batchesOf(questions, QUESTIONS_PER_REQUEST).map(ask));
  const found: (readonly ChunkHit[])[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    found.push(...answer.value);
  }
  return ok(found);
}

export const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
