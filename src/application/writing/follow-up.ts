/**
 * What a write does after its commit: vectors, then working memory. Each part may be repeated: a retry that finds a provisional reply does
 * it again. The record is safe by now, so an outage here is reported in the reply and repaired by maintenance.
 */
import type { Instant } from '../../domain/instant.ts';
import { type Memory, type MemoryId, stateOf } from '../../domain/memory.ts';
import { admit } from '../admit.ts';
import { type Dependencies, LATER } from '../dependencies.ts';
import type { ContentEmbedding } from '../embed-contents.ts';
import { indexedLater, indexMemories } from '../index-memories.ts';
import type { Degradation, WriteReply } from '../service.ts';
import { together } from '../together.ts';
import { withdrawFromWorking } from '../withdraw-from-working.ts';
import type { LoadedSessions } from '../working-memory.ts';
import type { Text } from './plan-item.ts';

export interface Committed {
  readonly reply: WriteReply;
  readonly memory: Memory;
  readonly text: Text;
  readonly embedding: ContentEmbedding | null;
  /** The session that the write named, which for a repeat need not be the one that its memory belongs to. */
  readonly session_id: string | null;
}

/** The final replies, in order. `sessions`: as they were read beside the lookup. */
export async function followUp(
  deps: Dependencies,
  generation: string | null,
  committed: readonly Committed[],
  degraded: readonly Degradation[],
  sessions: LoadedSessions,
  now: Instant,
): Promise<readonly WriteReply[]> {
  const [indexed, entered] = await together(indexCommitted(deps, generation, committed), enterWorking(deps, committed, sessions, now));
  const evicted_of = (at: number): readonly MemoryId[] => entered.evicted.get(at) ?? [];
  const all_degraded = [...degraded, ...indexed.degraded, ...entered.degraded];
  return committed.map(({ reply, memory, text }, at) => ({
    ...reply,
    index: reply.index === 'pending' && text !== 'unchanged' && !indexed.ready.has(memory.id) ? 'pending' : 'ready',
    evicted_ids: [...reply.evicted_ids, ...evicted_of(at)],
    ...(all_degraded.length === 0 ? {} : { degraded: distinct(all_degraded) }),
  }));
}

/** Gives committed texts their vectors. `ready` holds those for which nothing is left to do. */
export async function indexCommitted(
  deps: Dependencies,
  generation: string | null,
  committed: readonly Pick<Committed, 'memory' | 'text' | 'embedding'>[],
): Promise<{ readonly ready: ReadonlySet<MemoryId>; readonly degraded: readonly Degradation[] }> {
  // The last wording of a memory counts when a batch touched it more than once.
  const latest = new Map(committed.filter(({ text }) => text !== 'unchanged').map((entry) => [entry.memory.id, entry]));
  const wanted = [...latest.values()].flatMap(({ memory, text, embedding }) =>
    embedding === null ? [] : [{ memory, embedding, reworded: text === 'reworded' }],
  );
  if (generation === null || wanted.length === 0) return { ready: new Set(), degraded: [] };
  const { ready, cause } = await indexMemories(deps, generation, wanted);
  if (cause === null) return { ready, degraded: [] };
  deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'write', cause });
  return { ready, degraded: [indexedLater(deps.vectors.name)] };
}

async function enterWorking(
  deps: Dependencies,
  committed: readonly Committed[],
  sessions: LoadedSessions,
  now: Instant,
): Promise<{ readonly evicted: ReadonlyMap<number, readonly MemoryId[]>; readonly degraded: readonly Degradation[] }> {
  const superseded = committed.flatMap(({ reply }) => (reply.superseded_id === null ? [] : [reply.superseded_id]));
  const by_session = new Map<string, number[]>();
  const left_behind = new Set(superseded);
  for (const [at, { session_id, memory }] of committed.entries()) {
    // What was superseded on arrival, or by a later item of the batch, is history; the agent is busy with what holds.
    if (session_id === null || left_behind.has(memory.id) || stateOf(memory, now) !== 'live') continue;
    by_session.set(session_id, [...(by_session.get(session_id) ?? []), at]);
  }
  const entered = await together(
    ...[...by_session].map(async ([session_id, places]) => {
      const memories = places.flatMap((at) => committed[at]?.memory ?? []);
      const ahead = sessions.get(session_id);
      const admitted = await admit(deps, { session_id, memories, advance_turn: false, leaving: superseded, ahead, now });
      return { at: places.at(-1) ?? 0, admitted };
    }),
  );
  // Those that took nothing in; after the others, so that it plans on what they left.
  const withdrawn = await deps.defer(() => withdrawFromWorking(deps, superseded, 'write'));
  return {
    evicted: new Map(entered.map(({ at, admitted }) => [at, admitted.evicted_ids])),
    degraded: [...(withdrawn === LATER ? [] : withdrawn), ...entered.flatMap(({ admitted }) => admitted.degraded)],
  };
}

export const distinct = (degraded: readonly Degradation[]): readonly Degradation[] => [
  ...new Map(degraded.map((one) => [`${one.store} ${one.effect}`, one])).values(),
];
