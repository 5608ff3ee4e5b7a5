/** Working memory holds copies of text: what was reworded is refreshed in place, what no longer holds leaves. Derived, so never fails a verb. */
import type { Instant } from '../domain/instant.ts';
import type { Memory, MemoryId } from '../domain/memory.ts';
import { admit } from './admit.ts';
import type { Dependencies } from './dependencies.ts';
import type { Degradation } from './service.ts';

/** Sessions looked through, most recently used first: older ones end by themselves. */
const SESSIONS_MAX = 200;

const STALE: string = 'Working memory may show an older wording until it is reachable again. The record is up to date.';

/** Brings the new wording to every session that holds the memory; each keeps its pin, age and counts. */
export async function refreshWorking(deps: Dependencies, memory: Memory, now: Instant): Promise<readonly Degradation[]> {
  const sessions = await deps.working.list(now, SESSIONS_MAX);
  if (!sessions.ok) return [{ store: deps.working.name, effect: STALE }];
  const degraded: Degradation[] = [];
  for (const { id: session_id } of sessions.value) {
    const loaded = await deps.working.load(session_id, now);
    if (!loaded.ok) return [{ store: deps.working.name, effect: STALE }];
    if (!loaded.value.session?.items.some(({ id }) => id === memory.id)) continue;
    degraded.push(...(await admit(deps, { session_id, memories: [memory], advance_turn: false, now })).degraded);
  }
  return degraded;
}

/** Takes memories that no longer hold (superseded, expired) out of every session. */
export async function withdrawFromWorking(deps: Dependencies, ids: readonly MemoryId[], verb: string): Promise<readonly Degradation[]> {
  if (ids.length === 0) return [];
  const withdrawn = await deps.working.withdraw(ids);
  if (withdrawn.ok) return [];
  deps.observer.observe({ event: 'degraded', store: deps.working.name, verb, cause: withdrawn.failure.cause });
  return [{ store: deps.working.name, effect: STALE }];
}
