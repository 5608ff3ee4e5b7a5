/** What a query would forget: live and superseded memories that match it, best first. Looking leaves no trace: nothing counts as accessed. */
import type { Failure } from '../../domain/failure.ts';
import { stateOf } from '../../domain/memory.ts';
import { REACHABLE_HITS_MAX } from '../../domain/ranking/alike.ts';
import type { RankedHit } from '../../domain/ranking/rank.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { findMatches } from '../search/find-matches.ts';
import { cleanQuery } from '../search/search-plan.ts';
import type { Degradation, ForgetCandidate } from '../service.ts';

export interface Matching {
  readonly candidates: readonly ForgetCandidate[];
  /** Live memories of the namespace. */
  readonly live: number;
  /** What could not be looked through. */
  readonly degraded: readonly Degradation[];
}

/** Restatements that a search folds into one hit are candidates of their own: each is a record to forget. */
export async function matchingMemories(deps: Dependencies, query: string): Promise<Result<Matching, Failure>> {
  const cleaned = cleanQuery(query);
  if (!cleaned.ok) return cleaned;
  const now = deps.clock.now();
  const { hits, live, degraded } = await findMatches(deps, {
    query: cleaned.value.query,
    filter: {},
    view: { now, as_of: null, known_at: null, include_superseded: true },
    limit: REACHABLE_HITS_MAX,
    each_answers: true,
  });
  const present = ({ candidate: { memory, content }, score }: RankedHit): ForgetCandidate => ({
    id: memory.id,
    content,
    score,
    layer: memory.layer,
    state: stateOf(memory, now),
  });
  return ok({ candidates: hits.flatMap((hit) => [present(hit), ...hit.grouped.map(present)]), live, degraded });
}
