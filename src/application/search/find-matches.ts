/** What fits a question, ranked: for search, for the preview of a forget, and for the context block. Reads only. */
import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { type GroupedHit, groupAlike } from '../../domain/ranking/alike.ts';
import { type Question, readQuestion } from '../../domain/ranking/question.ts';
import { type RankedHit, rank } from '../../domain/ranking/rank.ts';
import type { RankingTuning } from '../../domain/tuning.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';
import type { Gathered } from '../../ports/candidate-source.ts';
import type { VectorHit } from '../../ports/vector-index.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Degradation } from '../service.ts';
import { cosinesOf, searchByMeaning } from './dense-arm.ts';

export interface MatchRequest {
  /** Cleaned, not empty. */
  readonly query: string;
  readonly filter: MemoryFilter;
  readonly view: View;
  readonly limit: number;
  /** Each hit must answer by itself, however well another one does: what follows is no reading but a deletion. */
  readonly each_answers?: true;
  /** Takes the place of the calibrated floor: relevance of each hit. */
  readonly min_relevance?: number;
  /** Takes the place of every floor, on the final score. */
  readonly min_score?: number | null;
  /** Only these, wherever the arms and floors end: what an earlier page promised. */
  readonly promised?: readonly MemoryId[];
  /** The moment for ages and relative dates when it is not the view's: that of page one. */
  readonly at?: Instant;
}

export interface Matches {
  /** Best first, at most `limit`, restatements folded. Empty when nothing fits. */
  readonly hits: readonly GroupedHit[];
  /** The best final score seen, fitting or not; null when no candidate was seen. */
  readonly best_score: number | null;
  /** Live memories of the namespace. */
  readonly live: number;
  /** The scope holds something, seen or not. */
  readonly occupied: boolean;
  readonly degraded: readonly Degradation[];
}

/** Fewer living hits by meaning than this, while the index has more: dead entries ate the slots, so the next ones are taken. */
const LIVING_DENSE_MIN = 50;

export async function findMatches(deps: Dependencies, request: MatchRequest): Promise<Matches> {
  const at = request.at ?? request.view.as_of ?? request.view.now;
  const question = readQuestion(request.query, at);
  const dense = await searchByMeaning(deps, request);
  const gathered = await gather(deps, request, question, dense.hits);
  const ranked = rank({ question, pool: gathered, cosines: cosinesOf(dense.hits), generality: dense.generality, at, tuning: deps.tuning });
  const best_score = ranked.length === 0 ? null : Math.max(...ranked.map(({ score }) => score));
  const hits =
    request.promised === undefined
      ? groupAlike(fittingOf(ranked, request, deps.tuning.ranking.floor, dense.hits !== null), deps.tuning)
      : keepPromise(ranked, request.promised, deps);
  const { live, occupied } = gathered;
  return { hits: hits.slice(0, request.limit), best_score, live, occupied, degraded: dense.degraded };
}

async function gather(deps: Dependencies, request: MatchRequest, question: Question, hits: readonly VectorHit[] | null): Promise<Gathered> {
  const { arms } = deps.tuning.ranking;
  const ask = (dense_limit: number) =>
    deps.candidates.gather({
      terms: question.terms,
      ids: [...new Set([...(hits ?? []).slice(0, dense_limit).map(({ id }) => id), ...(request.promised ?? [])])],
      filter: request.filter,
      view: request.view,
      lexical_limit: arms.lexical_limit,
      neighbour_radius: arms.neighbour_radius,
      neighbour_of: arms.neighbour_of,
    });
  const first = await ask(arms.dense_limit);
  if (hits === null || hits.length <= arms.dense_limit) return first;
  const living = new Set(first.candidates.map(({ memory }) => memory.id));
  const alive = hits.slice(0, arms.dense_limit).filter(({ id }) => living.has(id)).length;
  return alive >= Math.min(LIVING_DENSE_MIN, arms.dense_limit) ? first : ask(hits.length);
}

/** In the promised order. The promised ones come first into their groups, so that nothing written since can swallow one. */
function keepPromise(ranked: readonly RankedHit[], promised: readonly MemoryId[], deps: Dependencies): readonly GroupedHit[] {
  const by_id = new Map(ranked.map((hit) => [hit.candidate.memory.id, hit]));
  const first = promised.flatMap((id) => by_id.get(id) ?? []);
  const wanted = new Set(promised);
  const others = ranked.filter(({ candidate }) => !wanted.has(candidate.memory.id));
  const heads = new Map(groupAlike([...first, ...others], deps.tuning).map((hit) => [hit.candidate.memory.id, hit]));
  return promised.flatMap((id) => heads.get(id) ?? []);
}

/**
 * Silence when the best is no answer by its own words and meaning; then everything that is not far behind the most relevant. Decay and
 * importance play no part: age alone never hides the only right answer.
 */
function fittingOf(
  ranked: readonly RankedHit[],
  { min_score, min_relevance, each_answers }: MatchRequest,
  floor: RankingTuning['floor'],
  has_vectors: boolean,
): readonly RankedHit[] {
  if (min_score !== undefined && min_score !== null) return ranked.filter(({ score }) => score >= min_score);
  if (min_relevance !== undefined) return ranked.filter(({ relevance }) => relevance >= min_relevance);
  const grounded = Math.max(...ranked.map(({ grounding }) => grounding));
  const needed = has_vectors ? floor.hybrid : floor.lexical;
  if (grounded < needed) return [];
  const best = Math.max(...ranked.map(({ relevance }) => relevance));
  if (each_answers === true)
    return ranked.filter(({ relevance, grounding }) => relevance >= floor.forget_share * best && grounding >= needed);
  return ranked.filter(({ relevance, grounding }) => relevance > 0 && (relevance >= floor.tail_share * best || grounding === grounded));
}
