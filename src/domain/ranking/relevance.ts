/**
 * Evidence to relevance: relevance = z³ / (z³ + midpoint³) over z, the sum of weight × evidence; 0 for no evidence, below 1, monotone in each
 * part. Steep below the midpoint, so that what hardly fits comes near 0 and fresh noise never outranks an old right answer; slow to saturate
 * above, so that the best stay apart. Score fusion, not rank fusion: reciprocal ranks of two arms lose paraphrases. An exact identifier wins.
 */
import type { RankingTuning } from '../tuning.ts';
import type { Evidence } from './evidence.ts';
import type { Question } from './question.ts';

export interface Relevance {
  /** 0 to 1. */
  readonly relevance: number;
  /** Weighted parts: their sum is squeezed to the relevance. */
  readonly detail: Readonly<Record<string, number>>;
}

const STEEPNESS = 3;

function squeeze(sum: number, midpoint: number): number {
  if (sum <= 0) return 0;
  const power = sum ** STEEPNESS;
  return power / (power + midpoint ** STEEPNESS);
}

/** Relevance of a text that holds the identifiers asked for, at least: what is left above it orders such texts among themselves. */
const IDENTIFIED_MIN = 0.95;

const lift = (low: number, relevance: number): number => low + (1 - low) * relevance;

export function partsOf(evidence: Evidence, tuning: RankingTuning): Readonly<Record<string, number>> {
  const weights = evidence.in_session ? tuning.turn : tuning.alone;
  const parts: Record<string, number> = {
    dense: weights.dense * evidence.dense,
    lexical: weights.lexical * evidence.lexical,
    phrase: weights.phrase * evidence.phrase,
    date: weights.date * evidence.date,
    speaker: weights.speaker * evidence.speaker,
    answer: weights.answer * evidence.answer,
    topic: weights.topic * evidence.topic,
    question: -weights.question * evidence.question,
    quoted: tuning.quoted * evidence.quoted,
  };
  if (evidence.in_session) {
    parts.window = tuning.turn.window * evidence.window;
    parts.neighbours = tuning.turn.neighbours * evidence.neighbours;
    parts.reply = tuning.turn.reply * evidence.reply;
    parts.session = tuning.turn.session * evidence.session;
    parts.thin = -tuning.turn.thin * evidence.thin;
  }
  return parts;
}

/** One relevance per evidence, in order. */
export function relevanceOf(question: Question, all: readonly Evidence[], tuning: RankingTuning): readonly Relevance[] {
  const strict = question.terms.length <= tuning.strict_terms_max && all.some(({ identifier }) => identifier > 0);
  return all.map((evidence) => {
    const parts = partsOf(evidence, tuning);
    const summed = squeeze(
      Object.values(parts).reduce((sum, part) => sum + part, 0),
      tuning.midpoint,
    );
    // Whoever asks in the very words of a memory means that one, however little its words tell.
    const plain = evidence.verbatim === 1 ? lift(IDENTIFIED_MIN, summed) : evidence.of_another === 1 ? summed * tuning.of_another : summed;
    if (!strict) return { relevance: plain, detail: parts };
    if (evidence.identifier === 0) return { relevance: plain * tuning.identifier_miss, detail: { ...parts, identifier: 0 } };
    const relevance = lift(IDENTIFIED_MIN, plain) * evidence.identifier + (1 - evidence.identifier) * tuning.identifier_miss;
    return { relevance, detail: { ...parts, identifier: evidence.identifier } };
  });
}
