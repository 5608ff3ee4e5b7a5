/**
 * Teaches the vector index what was committed. Records and vectors cannot commit together, so this runs after the commit and looks again
 * after the upsert: a memory that was forgotten meanwhile must not keep a vector, one that was reworded must not keep the old one.
 * The caller waits for the upsert; whether it waits for the look is the deployment's affair. What fails here stays in the outbox and is repaired by maintenance.
 */
import type { Memory, MemoryId } from '../domain/memory.ts';
import type { Facets, VectorEntry } from '../ports/vector-index.ts';
import { type Dependencies, LATER } from './dependencies.ts';
import { type ContentEmbedding, embedContents } from './embed-contents.ts';
import type { Degradation } from './service.ts';

export interface Indexable {
  readonly memory: Pick<Memory, 'id' | 'content'> & Facets;
  readonly embedding: ContentEmbedding;
  /** It may have a vector of an older wording, which must go when the new one cannot be embedded. */
  readonly reworded: boolean;
}

export interface Indexed {
  /** Nothing is left to do for these: they have their vectors, or need none. */
  readonly ready: ReadonlySet<MemoryId>;
  /** Of the vector store or the embedder; null when all went well. Never holds stored text. */
  readonly cause: string | null;
  /** False for a fault that trying again soon will not mend. */
  readonly retryable: boolean;
}

/** For the reply of a call whose vectors have to wait. */
export const indexedLater = (store: string): Degradation => ({
  store,
  effect: 'Stored, and found by words at once; found by meaning after the next repair.',
});

/** Rewordings that overtake one another are followed this often; then the outbox takes over. */
const ROUNDS_MAX = 3;

export async function indexMemories(
  deps: Pick<Dependencies, 'store' | 'vectors' | 'embedder' | 'defer'>,
  generation: string,
  wanted: readonly Indexable[],
): Promise<Indexed> {
  const upserted = await upsert(deps, generation, wanted);
  const checked = await deps.defer(() => check(deps, generation, wanted, upserted));
  return checked === LATER ? { ...upserted, ready: presumablyReady(wanted, upserted) } : checked;
}

/** What the index took, and what needs nothing of it. The outbox keeps the rows until the check has settled them. */
function presumablyReady(wanted: readonly Indexable[], { written }: Upserted): ReadonlySet<MemoryId> {
  const needless = wanted.filter(({ embedding, reworded }) => embedding.status === 'unsupported' && !reworded);
  return new Set([...written, ...needless.map(({ memory }) => memory.id)]);
}

async function check(
  deps: Pick<Dependencies, 'store' | 'vectors' | 'embedder'>,
  generation: string,
  wanted: readonly Indexable[],
  first: Upserted,
): Promise<Indexed> {
  const ready = new Set<MemoryId>();
  let { cause, retryable } = first;
  let [round, upserted] = [wanted, first];
  for (let count = 1; round.length > 0; count += 1) {
    const now_stored = await deps.store.get(round.map(({ memory }) => memory.id));
    const gone = upserted.written.filter((id) => !now_stored.has(id));
    if (gone.length > 0) {
      // The forget has queued their removal, so a failure here is repaired as well.
      const removed = await deps.vectors.remove(gone);
      if (!removed.ok) cause = removed.failure.cause;
    }
    const current = round.filter(({ memory }) => now_stored.get(memory.id)?.content === memory.content);
    await settle(deps, generation, current, new Set(upserted.written), ready);
    if (count === ROUNDS_MAX) break;
    round = await reembed(deps, generation, round, now_stored);
    upserted = await upsert(deps, generation, round);
    cause = upserted.cause ?? cause;
    retryable = retryable && upserted.retryable;
  }
  return { ready, cause, retryable };
}

interface Upserted {
  readonly written: readonly MemoryId[];
  readonly cause: string | null;
  readonly retryable: boolean;
}

async function upsert(deps: Pick<Dependencies, 'vectors'>, generation: string, round: readonly Indexable[]): Promise<Upserted> {
  const entries: VectorEntry[] = round.flatMap(({ memory, embedding, reworded }) =>
    embedding.status === 'embedded'
      ? [{ id: memory.id, facets: facetsOf(memory), chunks: embedding.chunks, ...(reworded ? {} : { is_new: true as const }) }]
      : [],
  );
  const failed = round.find(({ embedding }) => embedding.status === 'failed');
  const cause = failed?.embedding.status === 'failed' ? failed.embedding.reason : null;
  if (entries.length === 0) return { written: [], cause, retryable: true };
  const answer = await deps.vectors.upsert(generation, entries);
  if (!answer.ok) return { written: [], cause: answer.failure.cause, retryable: answer.failure.retryable };
  const rejected = new Set(answer.value.rejected);
  return {
    written: entries.map(({ id }) => id).filter((id) => !rejected.has(id)),
    cause: rejected.size > 0 ? 'the vector index rejected some entries' : cause,
    retryable: true,
  };
}

const facetsOf = ({ layer, key, session_id, occurred_at }: Facets): Facets => ({ layer, key, session_id, occurred_at });

async function settle(
  deps: Pick<Dependencies, 'store' | 'vectors'>,
  generation: string,
  current: readonly Indexable[],
  written: ReadonlySet<MemoryId>,
  ready: Set<MemoryId>,
): Promise<void> {
  const embedded = current.map(({ memory }) => memory.id).filter((id) => written.has(id));
  const unsupported = current.filter(({ embedding }) => embedding.status === 'unsupported');
  const reworded = unsupported.filter((entry) => entry.reworded).map(({ memory }) => memory.id);
  const removed = reworded.length === 0 || (await deps.vectors.remove(reworded)).ok;
  const without = unsupported.filter((entry) => removed || !entry.reworded).map(({ memory }) => memory.id);
  if (embedded.length > 0) await deps.store.settle(embedded, generation);
  if (without.length > 0) await deps.store.settle(without, null);
  for (const id of [...embedded, ...without]) ready.add(id);
}

async function reembed(
  deps: Pick<Dependencies, 'embedder'>,
  generation: string,
  round: readonly Indexable[],
  now_stored: ReadonlyMap<MemoryId, Memory>,
): Promise<readonly Indexable[]> {
  const reworded = round.flatMap(({ memory }) => {
    const stored = now_stored.get(memory.id);
    return stored === undefined || stored.content === memory.content ? [] : [stored];
  });
  if (reworded.length === 0) return [];
  const embedded = await embedContents(
    deps,
    reworded.map(({ content }) => content),
  );
  if (embedded === null || embedded.generation !== generation) return [];
  return reworded.flatMap((memory, at) => {
    const embedding = embedded.contents[at];
    return embedding === undefined ? [] : [{ memory, embedding, reworded: true }];
  });
}
