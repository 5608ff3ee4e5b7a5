/** What a write, a turn or a search does to working memory. Working memory is derived: its outage never fails a verb. */
import type { Instant } from '../domain/instant.ts';
import type { Memory, MemoryId } from '../domain/memory.ts';
import { ok } from '../domain/result.ts';
import { admitAll, advanceTurn, type Entrant, openSession, recordRetrieval as retrieve, type Step } from '../domain/working/evolution.ts';
import type { Session } from '../domain/working/session.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { compressBeforeEviction } from './compress-eviction.ts';
import { type Dependencies, LATER } from './dependencies.ts';
import type { Compressed, Degradation } from './service.ts';
import { evolveSession, type LoadedSession, type SessionPlan } from './working-memory.ts';

export interface Admission {
  readonly session_id: string;
  /** Already committed; in the order in which they were written. */
  readonly memories: readonly Pick<Memory, 'id' | 'content' | 'importance'>[];
  readonly advance_turn: boolean;
  /** What no longer holds by this change, and makes room first. */
  readonly leaving?: readonly MemoryId[];
  /** The session as it was read beside the lookup. */
  readonly ahead?: LoadedSession | undefined;
  readonly now: Instant;
}

export interface Admitted {
  /** What left, and what never entered because it is larger than the budget. Each is still in its layer. */
  readonly evicted_ids: readonly MemoryId[];
  /** The session's turn after this; 0 when working memory could not be reached (then `degraded` says so). */
  readonly turn: number;
  readonly degraded: readonly Degradation[];
  readonly compressed?: Compressed;
}

/** Lets memories into a session's working memory, creating the session when it is unknown. Never fails. */
export async function admit(deps: Dependencies, admission: Admission): Promise<Admitted> {
  const { session_id, now, ahead } = admission;
  const entrants = admission.memories.map(({ id, content, importance }) => ({
    id,
    content,
    importance,
    tokens: deps.tokens.count(content),
  }));
  const compressed = await compressBeforeEviction(
    deps,
    session_id,
    now,
    (session) => enter(deps, session, admission, entrants).evicted,
    ahead,
  );
  const plan: SessionPlan<{ readonly evicted_ids: readonly MemoryId[]; readonly turn: number }> = (known) => {
    const step = enter(deps, known, admission, entrants);
    return ok({ session: step.session, outcome: { evicted_ids: step.evicted.map(({ id }) => id), turn: step.session.turn } });
  };
  const evolved = await evolveSession(deps, session_id, now, plan, ahead);
  if (!evolved.ok) {
    const cause = evolved.failure.kind === 'unreachable' ? evolved.failure.fault.cause : evolved.failure.kind;
    deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'admit', cause });
    const effect = 'Working memory could not be updated. The memory itself is stored and is found by search.';
    return { evicted_ids: [], turn: 0, degraded: [{ store: deps.working.name, effect }] };
  }
  const ids = entrants.map(({ id }) => id);
  const looked = await deps.defer(() => withdrawForgotten(deps, ids));
  return { ...evolved.value, degraded: looked === LATER ? [] : looked, ...(compressed === null ? {} : { compressed }) };
}

/** A turn whose memory is there already was counted by an earlier try of the same call. */
function enter(deps: Dependencies, known: Session | null, admission: Admission, entrants: readonly Entrant[]): Step {
  const opened = known ?? openSession(admission.session_id, admission.now, deps.tuning.working);
  const leaving = new Set(admission.leaving);
  const session = leaving.size === 0 ? opened : { ...opened, items: opened.items.filter(({ id }) => !leaving.has(id)) };
  const counted = session.items.some(({ id }) => entrants.some((entrant) => entrant.id === id));
  return admitAll(admission.advance_turn && !counted ? advanceTurn(session) : session, entrants, deps.tuning.working);
}

/**
 * A memory may be forgotten between its commit and its entry here. Looking after entering closes that gap: a forget that commits
 * later than this look withdraws the memory itself. Until then, and should the look be cut off, readers leave it out, for they look too.
 */
async function withdrawForgotten(deps: Dependencies, ids: readonly MemoryId[]): Promise<readonly Degradation[]> {
  if (ids.length === 0) return [];
  const gone = await absentFrom(deps.store, ids);
  if (gone.length === 0) return [];
  const withdrawn = await deps.working.withdraw(gone);
  if (withdrawn.ok) return [];
  deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'admit', cause: withdrawn.failure.cause });
  return [{ store: deps.working.name, effect: 'A memory that was just forgotten may stay in working memory until it is next read.' }];
}

/** Which of these the record does not hold; none while it cannot be asked: the memories were committed a moment ago. */
async function absentFrom(store: Dependencies['store'], ids: readonly MemoryId[]): Promise<readonly MemoryId[]> {
  try {
    const known = await store.get(ids);
    return ids.filter((id) => !known.has(id));
  } catch (problem) {
    // An entry that should not be there is found out when the session is next read.
    if (problem instanceof StoreUnavailable) return [];
    throw problem;
  }
}

/** One retrieval for each of these memories that is in the session's working memory. An unknown session stays unknown. Never fails. */
export async function recordRetrieval(
  deps: Dependencies,
  retrieval: { readonly session_id: string; readonly ids: readonly MemoryId[]; readonly now: Instant },
): Promise<void> {
  const { session_id, ids, now } = retrieval;
  // An unchanged set is written all the same: a session that is only read is not idle.
  const evolved = await evolveSession(deps, session_id, now, (session) =>
    ok({ session: session === null ? null : { ...retrieve(session, ids) }, outcome: undefined }),
  );
  if (evolved.ok) return;
  const cause = evolved.failure.kind === 'unreachable' ? evolved.failure.fault.cause : evolved.failure.kind;
  deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'recordRetrieval', cause });
}
