/**
 * The scheduled repair of one namespace: expires and purges what is due, works off the outbox, re-embeds what an older embedder left, ends
 * idle sessions. Each run does a bounded amount and may be cut off anywhere: what is not settled is found again by the next run.
 */
import { DAY_MS, type Instant, MINUTE_MS } from '../domain/instant.ts';
import type { Memory, MemoryId } from '../domain/memory.ts';
import { isReachable, nameOf } from '../ports/embedder.ts';
import { type Dependencies, doneFirst } from './dependencies.ts';
import { embedContents } from './embed-contents.ts';
import { purgeDerived, settlePurged } from './forgetting/purge-derived.ts';
import { indexMemories } from './index-memories.ts';
import { withdrawFromWorking } from './withdraw-from-working.ts';

export interface Maintained {
  readonly expired: number;
  readonly purged: number;
  /** Outbox entries settled. */
  readonly repaired: number;
  /** When the next run has something to do; null for nothing in sight. */
  readonly next_due: Instant | null;
}

/** Rows of one step: with a slow embedder still well within the time that an alarm has. */
const STEP_ROWS = 100;
/** Steps of one run, so that a long queue never holds up requests for long; the next run follows at once. */
const STEPS_MAX = 10;
/** After an outage the queue is tried again soon; a fault that time alone will not mend is looked at now and then. */
const RETRY_MS = MINUTE_MS;
const RETRY_STUCK_MS = 60 * MINUTE_MS;

export async function maintain(given: Dependencies): Promise<Maintained> {
  // A repair counts what it has done, so it waits for all of it.
  const deps: Dependencies = { ...given, defer: doneFirst };
  const expired = await expireDue(deps);
  const purged = await purgeDue(deps);
  const embedder = await deps.embedder.describe();
  const stale = isReachable(embedder) ? await deps.store.enqueueStale(embedder.id) : 0;
  const worked = await workOffOutbox(deps, nameOf(embedder));
  // Only when nothing waits for the new generation is the old one of no more use.
  if (isReachable(embedder) && stale === 0 && worked.drained) await retireOlder(deps, embedder.id);
  await sweepSessions(deps);
  if (expired + purged > 0) deps.observer.observe({ event: 'swept', expired, purged });
  if (worked.repaired > 0) deps.observer.observe({ event: 'repaired', store: deps.vectors.name, count: worked.repaired });
  return { expired, purged, repaired: worked.repaired, next_due: await deps.store.nextDue(deps.clock.now()) };
}

async function expireDue(deps: Dependencies): Promise<number> {
  let count = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const ids = await deps.store.expire(deps.clock.now(), STEP_ROWS);
    await withdrawFromWorking(deps, ids, 'maintain');
    count += ids.length;
    if (ids.length < STEP_ROWS) break;
  }
  return count;
}

async function purgeDue(deps: Dependencies): Promise<number> {
  const retention_ms = deps.tuning.expiry.retention_days * DAY_MS;
  let count = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const now = deps.clock.now();
    const purged = await deps.store.purge(now, now - retention_ms, STEP_ROWS);
    count += purged;
    if (purged < STEP_ROWS) break;
  }
  return count;
}

interface Worked {
  readonly repaired: number;
  /** Nothing that is due is left. */
  readonly drained: boolean;
}

async function workOffOutbox(deps: Dependencies, generation: string | null): Promise<Worked> {
  let repaired = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { index, remove } = await deps.store.pending(STEP_ROWS, deps.clock.now());
    if (index.length + remove.length === 0) return { repaired, drained: true };
    const removed = await removeQueued(deps, remove);
    const indexed = await indexQueued(deps, generation, index);
    repaired += removed + indexed;
    if (removed < remove.length || indexed < index.length) return { repaired, drained: false };
  }
  return { repaired, drained: false };
}

/** Removal covers working memory too: a forget that could not reach it left its queue entry standing. */
async function removeQueued(deps: Dependencies, ids: readonly MemoryId[]): Promise<number> {
  if (ids.length === 0) return 0;
  const purged = await purgeDerived(deps, ids, 'maintain');
  await settlePurged(deps, ids, purged);
  if (!purged.complete) await later(deps, ids, purged.retryable);
  return purged.complete ? ids.length : 0;
}

async function indexQueued(deps: Dependencies, generation: string | null, ids: readonly MemoryId[]): Promise<number> {
  if (ids.length === 0) return 0;
  // Without an embedder the work waits for one, and is looked at seldom.
  if (generation === null) return defer(deps, ids, false);
  const now = deps.clock.now();
  const stored = await deps.store.get(ids);
  const [wanted, needless]: [Memory[], MemoryId[]] = [[], ids.filter((id) => !stored.has(id))];
  for (const memory of stored.values()) {
    if (memory.expires_at !== null && memory.expires_at <= now) needless.push(memory.id);
    else wanted.push(memory);
  }
  await deps.store.settle(needless, null);
  const embedded = await embedContents(
    deps,
    wanted.map(({ content }) => content),
  );
  if (embedded === null) return defer(deps, ids, false);
  const indexed = await indexMemories(
    deps,
    embedded.generation,
    wanted.flatMap((memory, at) => {
      const embedding = embedded.contents[at];
      return embedding === undefined ? [] : [{ memory, embedding, reworded: true }];
    }),
  );
  const left = wanted.map(({ id }) => id).filter((id) => !indexed.ready.has(id));
  if (left.length > 0) {
    if (indexed.cause !== null)
      deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'maintain', cause: indexed.cause });
    await later(deps, left, indexed.retryable);
  }
  return ids.length - left.length;
}

async function defer(deps: Dependencies, ids: readonly MemoryId[], retryable: boolean): Promise<0> {
  await later(deps, ids, retryable);
  return 0;
}

const later = (deps: Dependencies, ids: readonly MemoryId[], retryable: boolean): Promise<void> =>
  deps.store.defer(ids, deps.clock.now() + (retryable ? RETRY_MS : RETRY_STUCK_MS));

async function retireOlder(deps: Dependencies, generation: string): Promise<void> {
  const retired = await deps.vectors.retire(generation);
  if (!retired.ok) deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'maintain', cause: retired.failure.cause });
}

async function sweepSessions(deps: Dependencies): Promise<void> {
  const swept = await deps.working.sweep(deps.clock.now());
  if (!swept.ok) deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'maintain', cause: swept.failure.cause });
}
