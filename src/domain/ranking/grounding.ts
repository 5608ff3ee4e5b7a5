/**
 * How far a text itself, without the turns around it, answers the question: cosine above the background, and words. Abstention looks at this
 * alone: a whole session about the sea lends relevance to its turns, and yet none of them says how volcanoes form.
 */
import type { RankingTuning } from '../tuning.ts';
import type { Evidence } from './evidence.ts';

/** `background`: of the question; null when it is not known. From 0, about 1 for words and meaning; 1 and more with an exact identifier, phrase or wording. */
export function groundingOf(evidence: Evidence, background: number | null, tuning: RankingTuning['floor']): number {
  const { dense, lexical, date, quoted, identifier, verbatim } = evidence;
  const above = Math.max(0, dense - (background ?? tuning.plain_background));
  return above + lexical + tuning.date * date + quoted + identifier + verbatim;
}
