/**
 * Automatic compression: what is about to leave working memory together becomes one summary in the episodic layer, by the same code that
 * serves memory_summarize. It stays out of the working set, whose members and evictions follow the documented formula alone; search and
 * the context block find it.
 */
import type { Instant } from '../domain/instant.ts';
import { SUMMARY_CHARACTERS_MAX, SUMMARY_CHARACTERS_MIN, SUMMARY_SOURCES_MAX } from '../domain/limits.ts';
import type { MemoryId } from '../domain/memory.ts';
import { countCharacters } from '../domain/text/clean-text.ts';
import { COMPRESSION_RUN_MIN, compressedLength, leavingRun } from '../domain/working/compression.ts';
import type { Eviction } from '../domain/working/eviction.ts';
import type { Session } from '../domain/working/session.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import type { Dependencies } from './dependencies.ts';
import type { Compressed } from './service.ts';
import { storeSummary } from './store-summary.ts';
import type { LoadedSession } from './working-memory.ts';

/** Null when compression is off, nothing leaves, or what leaves is too little or already in a summary. Never fails. */
export async function compressBeforeEviction(
  deps: Dependencies,
  session_id: string,
  now: Instant,
  plan: (session: Session) => readonly Eviction[],
  ahead?: LoadedSession,
): Promise<Compressed | null> {
  if (!deps.compress) return null;
  const loaded = ahead ?? (await deps.working.load(session_id, now));
  if (!loaded.ok || loaded.value.session === null) return null;
  const run = leavingRun(loaded.value.session, plan(loaded.value.session)).slice(-SUMMARY_SOURCES_MAX);
  if (run.length < COMPRESSION_RUN_MIN) return null;
  try {
    return await compress(deps, session_id, run);
  } catch (cause) {
    // The items leave without a summary and lose nothing: each is a memory of its own.
    if (!(cause instanceof StoreUnavailable)) throw cause;
    deps.observer.observe({ event: 'degraded', store: cause.store, verb: 'compress', cause: cause.message });
    return null;
  }
}

async function compress(
  deps: Dependencies,
  session_id: string,
  run: readonly { readonly id: MemoryId; readonly content: string }[],
): Promise<Compressed | null> {
  const covered = new Set((await deps.store.summariesOf(run.map(({ id }) => id))).flatMap(({ source }) => source.ids ?? []));
  const known = await deps.store.get(run.map(({ id }) => id));
  // A summary of a summary says less each time; those that leave the set are not summarised again.
  const fresh = run.filter(({ id }) => !covered.has(id) && known.get(id)?.source.ids === undefined && known.has(id));
  if (fresh.length < COMPRESSION_RUN_MIN) return null;
  const length = compressedLength(fresh.reduce((sum, { content }) => sum + countCharacters(content), 0));
  const stored = await storeSummary(deps, {
    source_ids: fresh.map(({ id }) => id),
    characters_max: Math.min(SUMMARY_CHARACTERS_MAX, Math.max(SUMMARY_CHARACTERS_MIN, length)),
    session_id,
    source: { via: 'compression' },
  });
  return stored.ok ? { id: stored.value.summary.id, source_ids: stored.value.sources.map(({ id }) => id) } : null;
}
