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
}

/** From 0; 1 and more with an exact identifier, phrase or wording. */
export function groundingOf(evidence: Evidence, { generality, bare }: Asked, tuning: RankingTuning['floor']): number {
  const { dense, lexical, speaker, quoted, identifier, verbatim } = evidence;
  const beyond = generality === null ? tuning.plain : tuning.generality * Math.max(tuning.generality_min, generality);
  const meaning = bare ? 0 : Math.max(0, dense - beyond);
  return meaning + lexical + tuning.date * dated(evidence, generality) + tuning.speaker * speaker + quoted + identifier + verbatim;
}

/** Today's weather is nowhere in what was written today. */
const dated = ({ date }: Evidence, generality: number | null): number => date * (1 - Math.min(1, Math.max(0, generality ?? 0)));
