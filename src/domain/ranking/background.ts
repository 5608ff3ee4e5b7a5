/**
 * What a question is near to, whatever is stored. Cosines of a small model say little by themselves (right answers start at 0.25, and
 * unrelated texts reach 0.5), but a question about tungsten is nearer to a list of encyclopaedic questions than to anybody's memories.
 * Cohort normalisation, as in speaker verification: background = nearness to general questions - weight × nearness to personal ones.
 */
import type { RankingTuning } from '../tuning.ts';

/** Vectors of the two lists of questions, by the embedder in use, unit length. */
export interface QuestionCohort {
  readonly general: readonly Float32Array[];
  readonly personal: readonly Float32Array[];
}

/** The nearest few speak for a field; a single one may be near by accident. */
const NEAREST = 3;

/** On the scale of a cosine. */
export function backgroundOf(vector: Float32Array, cohort: QuestionCohort, tuning: RankingTuning['floor']): number {
  return nearness(vector, cohort.general) - tuning.personal_weight * nearness(vector, cohort.personal);
}

function nearness(vector: Float32Array, cohort: readonly Float32Array[]): number {
  const cosines = cohort.map((one) => dot(vector, one)).sort((a, b) => b - a);
  const nearest = cosines.slice(0, NEAREST);
  return nearest.length === 0 ? 0 : nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length;
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
