/**
 * Memories that no longer hold (superseded, expired) leave every session at once, so that they take up no budget. Readers of a session
 * check it against the record as well, so an outage here delays nothing but the room.
 */
import type { MemoryId } from '../domain/memory.ts';
import type { Dependencies } from './dependencies.ts';
import type { Degradation } from './service.ts';

export async function withdrawFromWorking(deps: Dependencies, ids: readonly MemoryId[], verb: string): Promise<readonly Degradation[]> {
  if (ids.length === 0) return [];
  const withdrawn = await deps.working.withdraw(ids);
  if (withdrawn.ok) return [];
  deps.observer.observe({ event: 'degraded', store: deps.working.name, verb, cause: withdrawn.failure.cause });
  return [{ store: deps.working.name, effect: 'An older value may take up room in working memory until its session is read again.' }];
}
