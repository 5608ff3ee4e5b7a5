/**
 * How far a text itself, without the turns around it, answers the question: cosine, less what a general question must have more, and words.
 * Abstention looks at this alone: a whole session about the sea lends relevance to its turns, and yet none of them says how volcanoes form.
 */
import type { RankingTuning } from '../tuning.ts';
import type { Evidence } from './evidence.ts';

/** `generality`: of the question; null when it is not known. From 0; 1 and more with an exact identifier, phrase or wording. */
export function groundingOf(evidence: Evidence, generality: number | null, tuning: RankingTuning['floor']): number {
  const { dense, lexical, date, speaker, quoted, identifier, verbatim } = evidence;
  const asked = generality === null ? tuning.plain : tuning.generality * Math.max(tuning.generality_min, generality);
  return Math.max(0, dense - asked) + lexical + tuning.date * date + tuning.speaker * speaker + quoted + identifier + verbatim;
}
