/** The places that hold copies of forgotten memories: the vector index and working memory. The record has lost them by now. */
import type { MemoryId } from '../../domain/memory.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Degradation } from '../service.ts';
import { together } from '../together.ts';

export interface Purged {
  /** Items that left working memory; 0 when it could not be reached. */
  readonly working: number;
  /** Both places confirmed. Otherwise the removal stays queued and maintenance repeats it. */
  readonly complete: boolean;
  readonly retryable: boolean;
  /** For the reply: the places that were not reached. */
  readonly degraded: readonly Degradation[];
}

export async function purgeDerived(deps: Dependencies, ids: readonly MemoryId[], verb: string): Promise<Purged> {
  if (ids.length === 0) return { working: 0, complete: true, retryable: true, degraded: [] };
  const [removed, withdrawn] = await together(deps.vectors.remove(ids), deps.working.withdraw(ids));
  const degraded: Degradation[] = [];
  for (const [store, answer] of [[deps.vectors.name, removed] as const, [deps.working.name, withdrawn] as const]) {
    if (answer.ok) continue;
    deps.observer.observe({ event: 'degraded', store, verb, cause: answer.failure.cause });
    degraded.push({ store, effect: 'A copy here is removed by the next repair; nothing that is read shows it until then.' });
  }
  const complete = removed.ok && withdrawn.ok;
  return {
    working: withdrawn.ok ? withdrawn.value : 0,
    complete,
    degraded,
    retryable: (removed.ok || removed.failure.retryable) && (withdrawn.ok || withdrawn.failure.retryable),
  };
}

/** Takes what was purged out of the queue; what could not be stays in it. */
export async function settlePurged({ store }: Pick<Dependencies, 'store'>, ids: readonly MemoryId[], { complete }: Purged): Promise<void> {
  if (complete && ids.length > 0) await store.settleRemoved(ids);
}
