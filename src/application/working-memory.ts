/** Load, plan purely, apply if nobody was faster: the one way in which the verbs change a session. */

import type { Failure } from '../domain/failure.ts';
import { HOUR_MS, type Instant } from '../domain/instant.ts';
import type { MemoryId } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Session, SessionHeader } from '../domain/working/session.ts';
import type { StoreFault } from '../ports/store-fault.ts';
import { ABSENT_REVISION, type SessionChange, type WorkingSetStore } from '../ports/working-set-store.ts';
import type { Dependencies } from './dependencies.ts';
import { together } from './together.ts';

/**
 * Of each round of competing changes one is applied, so N of them need at most N rounds. Larger than COMMIT_ATTEMPTS_MAX because many
 * turns of one session arrive at once and a turn that is not counted cannot be asked for again.
 */
export const SESSION_ATTEMPTS_MAX = 64;

export type Unreachable = { readonly kind: 'unreachable'; readonly fault: StoreFault };

/** The session as it shall be (the same object, or null, for no change) and what to hand back. A failure leaves everything as it was. */
export type SessionPlan<Outcome> = (
  session: Session | null,
) => Result<{ readonly session: Session | null; readonly outcome: Outcome }, Failure>;

/** What a store said of a session, its fault included. */
export type LoadedSession = Awaited<ReturnType<WorkingSetStore['load']>>;

/** Of a session that was just looked for and is not there. */
export const ABSENT: LoadedSession = ok({ session: null, revision: ABSENT_REVISION });

export type LoadedSessions = ReadonlyMap<string, LoadedSession>;

/** Reads sessions ahead, beside what else is waited for: a change planned on a reading that has been overtaken is refused and planned anew. */
export async function loadSessions(
  deps: Pick<Dependencies, 'working'>,
  session_ids: readonly string[],
  now: Instant,
): Promise<LoadedSessions> {
  const distinct = [...new Set(session_ids)];
  const loaded = await together(...distinct.map((session_id) => deps.working.load(session_id, now)));
  return new Map(distinct.flatMap((session_id, at) => (loaded[at] === undefined ? [] : [[session_id, loaded[at]]])));
}

/** `ahead`: the session as it was read before; absent, it is read here. */
export async function evolveSession<Outcome>(
  deps: Pick<Dependencies, 'working' | 'tuning'>,
  session_id: string,
  now: Instant,
  plan: SessionPlan<Outcome>,
  ahead?: LoadedSession,
): Promise<Result<Outcome, Failure | Unreachable>> {
  for (let attempt = 0; attempt < SESSION_ATTEMPTS_MAX; attempt += 1) {
    const loaded = attempt === 0 && ahead !== undefined ? ahead : await deps.working.load(session_id, now);
    if (!loaded.ok) return err({ kind: 'unreachable', fault: loaded.failure });
    const before = loaded.value.session;
    const planned = plan(before);
    if (!planned.ok) return planned;
    if (planned.value.session === null || planned.value.session === before) return ok(planned.value.outcome);
    const change = changeBetween(before, { ...planned.value.session, last_active_at: now }, deps.tuning.working.idle_hours);
    const applied = await deps.working.apply(session_id, change, loaded.value.revision);
    if (!applied.ok) return err({ kind: 'unreachable', fault: applied.failure });
    if (applied.value === 'applied') return ok(planned.value.outcome);
  }
  return err({ kind: 'conflict', reason: 'contention', message: 'The session is changing too fast. Try again in a moment.' });
}

/** Items are compared by reference: the plans share what they leave alone. */
function changeBetween(before: Session | null, after: Session, idle_hours: number): SessionChange {
  const old = new Map((before?.items ?? []).map((item) => [item.id, item]));
  const staying = new Set<MemoryId>(after.items.map((item) => item.id));
  const { items, ...header }: Session & SessionHeader = after;
  return {
    header,
    put: items.filter((item) => old.get(item.id) !== item),
    remove: [...old.keys()].filter((id) => !staying.has(id)),
    expires_at: after.last_active_at + idle_hours * HOUR_MS,
  };
}
