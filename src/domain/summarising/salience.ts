import { DROP_CUES, KEEP_CUES } from './cues.ts';

export interface Salience {
  readonly score: number;
  /** It holds something that a summary has to keep (cues.ts). */
  readonly keep: boolean;
}

const HAN = /\p{Script=Han}/u;
/** A question mostly asks for what another sentence answers. */
const QUESTION_PENALTY = 1;
/** What is later in the conversation is more often still true. */
const RECENCY_WEIGHT = 0.4;
const IMPORTANCE_WEIGHT = 1;
/** The cue that needs company: a number alone is in every second sentence of small talk. */
const WEAK_CUE = 'parameter';

/** How much a sentence deserves its place. `recency` from 0 (first) to 1 (last). */
export function salienceOf(text: string, importance: number, recency: number): Salience {
  const chinese = HAN.test(text);
  const hits = (cues: typeof KEEP_CUES) => cues.filter((cue) => (chinese ? cue.chinese : cue.english).test(text));
  const kept = hits(KEEP_CUES);
  const dropped = hits(DROP_CUES);
  const question = /[?？]["'”’)]?$/u.test(text);
  const gain = kept.reduce((sum, cue) => sum + cue.weight, 0);
  const loss = dropped.reduce((sum, cue) => sum + cue.weight, 0) + (question ? QUESTION_PENALTY : 0);
  const score = gain - loss + IMPORTANCE_WEIGHT * importance + RECENCY_WEIGHT * recency;
  return { score, keep: gain > loss && kept.some((cue) => cue.name !== WEAK_CUE) };
}
