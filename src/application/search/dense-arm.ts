/** The question's vector and what is near it. Without one, search goes on by words and says so. */
import type { MemoryId } from '../../domain/memory.ts';
import { generalityOf } from '../../domain/ranking/generality.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';
import type { VectorHit } from '../../ports/vector-index.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';
import type { Degradation } from '../service.ts';
import { questionGenerality } from './question-generality.ts';

export interface DenseArm {
  /** Best first; null: there was no vector to compare with. */
  readonly hits: readonly VectorHit[] | null;
  /** How far this is a question for an encyclopaedia (domain/ranking/generality.ts); null when it is not known. */
  readonly generality: number | null;
  readonly degraded: readonly Degradation[];
}

const WORDS_ONLY = 'so this search went by words only.';

export async function searchByMeaning(
  deps: Dependencies,
  request: { readonly query: string; readonly filter: MemoryFilter; readonly view: View },
): Promise<DenseArm> {
  const embedded = await embedContents(deps, [request.query]);
  const [embedding] = embedded?.contents ?? [];
  // No embedder is how the service was set up, and no outage.
  if (embedded === null || embedding === undefined) return { hits: null, generality: null, degraded: [] };
  if (embedding.status === 'unsupported') {
    const effect = `The embedder does not know the language of this query, ${WORDS_ONLY}`;
    return { hits: null, generality: null, degraded: [{ store: embedded.generation, effect }] };
  }
  if (embedding.status === 'failed') {
    deps.observer.observe({ event: 'degraded', store: embedded.generation, verb: 'search', cause: embedding.reason });
    return {
      hits: null,
      generality: null,
      degraded: [{ store: embedded.generation, effect: `The embedder gave no answer, ${WORDS_ONLY}` }],
    };
  }
  const vector = meanOf(embedding.chunks);
  const found = await deps.vectors.query({
    vector,
    generation: embedded.generation,
    limit: deps.tuning.ranking.arms.cosine_limit,
    filter: request.filter,
    view: request.view,
  });
  // Nothing of the scope has a vector yet: words have to do, by the floor for words.
  if (found.ok && found.value.length === 0) return { hits: null, generality: null, degraded: [] };
  if (found.ok) {
    const known = await questionGenerality(deps, embedded.generation);
    return { hits: found.value, generality: known === null ? null : generalityOf(vector, known), degraded: [] };
  }
  deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'search', cause: found.failure.cause });
  return {
    hits: null,
    generality: null,
    degraded: [{ store: deps.vectors.name, effect: `The vector index could not be reached, ${WORDS_ONLY}` }],
  };
}

/** One direction for a question of several chunks, so that it costs one scan. Unit length. */
function meanOf(chunks: readonly Float32Array[]): Float32Array {
  const [first] = chunks;
  if (first === undefined || chunks.length === 1) return first ?? new Float32Array(0);
  const sum = first.map((_, at) => chunks.reduce((total, chunk) => total + (chunk[at] ?? 0), 0));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

export const cosinesOf = (hits: readonly VectorHit[] | null): ReadonlyMap<MemoryId, number> | null =>
  hits === null ? null : new Map(hits.map(({ id, cosine }) => [id, cosine]));
