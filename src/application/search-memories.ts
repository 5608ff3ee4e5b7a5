/** Finds memories by words and meaning, says nothing when nothing fits, and remembers what it showed. */
import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import { type GroupedHit, REACHABLE_HITS_MAX } from '../domain/ranking/alike.ts';
import { ok, type Result } from '../domain/result.ts';
import { recordRetrieval } from './admit.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordOf } from './memory-record.ts';
import { findMatches, type Matches } from './search/find-matches.ts';
import { readCursor, type SearchPosition, writeCursor } from './search/search-cursor.ts';
import { planSearch, type SearchPlan } from './search/search-plan.ts';
import type { SearchCommand, SearchHit, SearchReply } from './service.ts';
import { together } from './together.ts';

export async function searchMemories(deps: Dependencies, caller: Caller, command: SearchCommand): Promise<Result<SearchReply, Failure>> {
  const now = deps.clock.now();
  const first = planSearch(caller.namespace, command, now);
  if (!first.ok) return first;
  const position = command.cursor === undefined ? ok(null) : readCursor(command.cursor, first.value.fingerprint);
  if (!position.ok) return position;
  const plan = position.value === null ? first.value : { ...first.value, ...rangeAt(caller, command, position.value, now) };

  const { hits, ...matches } = await findMatches(deps, { ...plan, limit: REACHABLE_HITS_MAX, ...continuation(position.value) });
  const shown = hits.slice(0, plan.top_k);
  const rest = hits.slice(plan.top_k);
  await deps.defer(() => rememberRetrieval(deps, plan, shown));
  return ok({
    results: shown.map((hit) => present(hit, now)),
    abstained: shown.length === 0 && position.value === null,
    best_score: matches.best_score ?? (matches.occupied ? 0 : null),
    degraded: matches.degraded,
    next_cursor:
      rest.length === 0
        ? null
        : writeCursor(plan.fingerprint, {
            at: position.value?.at ?? plan.view.as_of ?? now,
            ids: rest.map(({ candidate }) => candidate.memory.id),
          }),
    usage: { memories: matches.live },
    ...(plan.truncated ? { query_truncated: true as const } : {}),
  });
}

/** A later page shows what page one promised, ranked at page one's moment. */
const continuation = (position: SearchPosition | null) => (position === null ? {} : { promised: position.ids, at: position.at });

/** A range that counts back from now stays where page one had it. */
function rangeAt(
  caller: Caller,
  command: SearchCommand,
  position: SearchPosition,
  now: Instant,
): Pick<SearchPlan, 'filter'> | Record<string, never> {
  const planned = planSearch(caller.namespace, command, command.as_of === undefined ? position.at : now);
  return planned.ok ? { filter: planned.value.filter } : {};
}

function present(hit: GroupedHit, now: Instant): SearchHit {
  const { candidate, score, relevance, decay, importance, detail, grouped, conflicts } = hit;
  return {
    ...recordOf(candidate.memory, now),
    content: candidate.content,
    score,
    score_parts: { relevance, decay, importance, detail },
    ...(grouped.length === 0 ? {} : { grouped_ids: grouped.map((one) => one.candidate.memory.id) }),
    ...(conflicts.length === 0 ? {} : { possible_conflict: conflicts.map((one) => one.candidate.memory.id) }),
  };
}

async function rememberRetrieval(deps: Dependencies, plan: SearchPlan, shown: Matches['hits']): Promise<void> {
  const ids = shown.map(({ candidate }) => candidate.memory.id);
  if (ids.length === 0) return;
  const { now } = plan.view;
  await together(
    deps.store.touch(ids, now),
    ...sessionsOf(plan, shown).map((session_id) => recordRetrieval(deps, { session_id, ids, now })),
  );
}

/** Sessions beyond these are not busy with what was asked; each one costs a read and a write. */
const SESSIONS_TOUCHED_MAX = 5;

/** Where a hit may stand in working memory: the session that was asked about, else those the hits come from, best first. */
function sessionsOf({ filter }: SearchPlan, shown: Matches['hits']): readonly string[] {
  if (filter.session_id !== undefined) return [filter.session_id];
  const sessions = shown.flatMap(({ candidate }) => candidate.memory.session_id ?? []);
  return [...new Set(sessions)].slice(0, SESSIONS_TOUCHED_MAX);
}
