/** From what the arms brought to a total order: score = relevance × decay × importance weight. */
import { decayOf } from '../decay/decay.ts';
import type { Instant } from '../instant.ts';
import type { Memory } from '../memory.ts';
import { importanceWeight, scoreOf } from '../scoring/score.ts';
import type { DecayTuning, Tuning } from '../tuning.ts';
import type { RankingCandidate, RankingPool } from './candidate.ts';
import { type Cosines, evidenceOf } from './evidence.ts';
import { groundingOf } from './grounding.ts';
import type { Question } from './question.ts';
import { relevanceOf } from './relevance.ts';

export interface RankedHit {
  readonly candidate: RankingCandidate;
  readonly score: number;
  readonly relevance: number;
  /** How far the text itself answers, without the turns around it. */
  readonly grounding: number;
  readonly decay: number;
  /** The importance weight. */
  readonly importance: number;
  readonly detail: Readonly<Record<string, number>>;
}

export interface RankingRequest {
  readonly question: Question;
  readonly pool: RankingPool;
  /** Null when there is no dense arm. */
  readonly cosines: Cosines;
  /** How far this is a question for an encyclopaedia; null when it is not known. */
  readonly generality: number | null;
  /** Ages run to this moment: now, or the reader's `as_of`. */
  readonly at: Instant;
  readonly tuning: Tuning;
}

/** Best first: by score, then relevance, then the newer, then the later id, so that the order never depends on how candidates came in. */
export function rank({ question, pool, cosines, generality, at, tuning }: RankingRequest): readonly RankedHit[] {
  const evidence = evidenceOf(question, pool, cosines, tuning.ranking);
  const relevances = relevanceOf(question, evidence, tuning.ranking);
  return evidence
    .flatMap((one, index): RankedHit[] => {
      const found = relevances[index];
      if (found === undefined) return [];
      const { candidate } = one;
      const { memory } = candidate;
      const grounding = groundingOf(one, { generality, bare: question.bare, personal: question.topics.personal }, tuning.ranking.floor);
      const decay = decayOf(memory.volatility, at - memory.occurred_at, tuning.decay);
      const relevance = found.relevance * sinceThen(question, memory, at, tuning.decay);
      const importance = importanceWeight(memory.importance);
      return [{ candidate, ...found, relevance, grounding, decay, importance, score: scoreOf(relevance, decay, importance) }];
    })
    .sort(byRank);
}

/**
 * Whoever asks about a past time stands in it: neither what was recorded since, nor what came late in it, gains by being fresher. Its relevance is
 * lowered so far that, with its decay, it weighs as if it were as old as the beginning of that time.
 */
function sinceThen({ past_from }: Question, { occurred_at, volatility }: Memory, at: Instant, tuning: DecayTuning): number {
  if (past_from === null || occurred_at <= past_from) return 1;
  return decayOf(volatility, at - past_from, tuning) / decayOf(volatility, at - occurred_at, tuning);
}

/** A total order: score, relevance, the newer, the later id. */
export function byRank(a: RankedHit, b: RankedHit): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.relevance !== b.relevance) return b.relevance - a.relevance;
  const [first, second] = [a.candidate.memory, b.candidate.memory];
  if (first.occurred_at !== second.occurred_at) return second.occurred_at - first.occurred_at;
  return first.id < second.id ? 1 : first.id > second.id ? -1 : 0;
}
