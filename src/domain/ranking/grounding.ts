/**
 * How far a text itself, without the turns around it, answers the question: cosine, less what a general question must have more, and words.
 * Abstention looks at this alone: a whole session about the sea lends relevance to its turns, and yet none of them says how volcanoes form.
 */
import type { RankingTuning } from '../tuning.ts';
import type { Evidence } from './evidence.ts';

export interface Asked {
  /** Of the question; null when it is not known. */
  readonly generality: number | null;
  /** It is nothing but identifiers: near to `INV-2292` in meaning is `INV-2291`, which is another thing. */
  readonly bare: boolean;
  /** It asks about a person. */
  readonly personal: boolean;
}

/** From 0; 1 and more with an exact identifier, phrase or wording. */
export function groundingOf(evidence: Evidence, { generality, bare, personal }: Asked, tuning: RankingTuning['floor']): number {
  const { dense, lexical, date, speaker, topic, quoted, identifier, verbatim } = evidence;
  const beyond = generality === null ? tuning.plain : tuning.generality * Math.max(tuning.generality_min, generality);
  const meaning = bare ? 0 : Math.max(0, dense - beyond);
  // Today's weather is nowhere in what was written today, and cats may eat what their owner must not.
  const own = 1 - Math.min(1, Math.max(0, generality ?? 0));
  const cues = tuning.date * date * own + tuning.speaker * speaker + (personal ? tuning.topic * topic * own : 0);
  return meaning + lexical + cues + quoted + identifier + verbatim;
}
