/** What a query would forget: live and superseded memories that match it, best first. Looking leaves no trace: nothing counts as accessed. */
import { type Failure, invalid } from '../../domain/failure.ts';
import { FORGET_CANDIDATES_MAX } from '../../domain/limits.ts';
import { type MemoryId, stateOf } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { queryTermsOf } from '../../domain/text/terms.ts';
import type { Caller, Dependencies } from '../dependencies.ts';
import type { ForgetCandidate, Usage } from '../service.ts';

export interface Matches {
  readonly candidates: readonly ForgetCandidate[];
  readonly usage: Usage;
}

/** Either the best so many, or those of the wanted ids that match. */
export type Wanted = { readonly limit: number } | { readonly wanted: readonly MemoryId[] };

export async function findMatches(deps: Dependencies, _caller: Caller, query: string, wanted: Wanted): Promise<Result<Matches, Failure>> {
  const terms = queryTermsOf(query);
  if (terms.length === 0) return err(invalid('query', 'query is empty. Say in a few words what to forget.'));
  const now = deps.clock.now();
  const { candidates } = await deps.candidates.gather({
    terms,
    ids: [],
    filter: 'wanted' in wanted ? { ids: wanted.wanted } : {},
    view: { now, as_of: null, known_at: null, include_superseded: true },
    lexical_limit: 'wanted' in wanted ? wanted.wanted.length : FORGET_CANDIDATES_MAX,
    neighbour_radius: 0,
    neighbour_of: 0,
  });
  const counted = await deps.store.counts(now, null);
  return ok({
    candidates: candidates.map(({ memory, content }, at) => ({
      id: memory.id,
      content,
      score: 1 / (1 + at),
      layer: memory.layer,
      state: stateOf(memory, now),
    })),
    usage: { memories: counted.counts.episodic.live + counted.counts.semantic.live },
  });
}
