import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import { ok, type Result } from '../domain/result.ts';
import { tokensOf } from '../domain/working/scoring.ts';
import { isReachable, nameOf } from '../ports/embedder.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { Command, StatsReply } from './service.ts';
import { readFresh } from './session-view.ts';
import { storeHealth } from './store-health.ts';
import { together } from './together.ts';

/** Sessions named in one reply, most recently used first. */
const SESSIONS_MAX = 100;

/** Counts as they are this moment: what has expired counts as expired before any sweep. Reads only; creates nothing. */
export async function readStats(deps: Dependencies, caller: Caller, command: Command<'stats'>): Promise<Result<StatsReply, Failure>> {
  const now = deps.clock.now();
  const embedder = await deps.embedder.describe();
  const [counted, sessions, stores] = await together(
    deps.store.counts(now, isReachable(embedder) ? embedder.id : null),
    sessionsOf(deps, command.session_id, now),
    storeHealth(deps),
  );
  return ok({
    namespace: caller.namespace,
    counts: counted.counts,
    unembedded: counted.unembedded,
    pending: counted.pending,
    sessions: sessions ?? [],
    // A store that answers a ping and not the question is not well either.
    stores: sessions === null ? stores.map((one) => (one.name === deps.working.name ? { ...one, ok: false } : one)) : stores,
    embedder: nameOf(embedder) ?? 'none',
    oldest: counted.oldest,
    newest: counted.newest,
  });
}

/** Null when working memory is away. */
async function sessionsOf(deps: Dependencies, session_id: string | undefined, now: Instant): Promise<StatsReply['sessions'] | null> {
  if (session_id === undefined) {
    const listed = await deps.working.list(now, SESSIONS_MAX);
    return listed.ok ? listed.value : null;
  }
  const fresh = await readFresh(deps, session_id, now);
  if (!fresh.ok) return fresh.failure.kind === 'unavailable' ? null : [];
  const { id, items, budget_tokens } = fresh.value.session;
  return [{ id, tokens: tokensOf(items), budget_tokens }];
}
