/** A question as ranking reads it: its terms and its cues, read once. */
import type { Instant } from '../instant.ts';
import { queryTermsOf, termsOf } from '../text/terms.ts';
import { type AnswerType, readAnswerType } from './answer-type.ts';
import { type DateCue, readDateCues } from './date-cue.ts';
import { foldWhole, isBare, readIdentifiers, readQuotedPhrases } from './identifiers.ts';

export interface Question {
  readonly text: string;
  /** The whole question, folded: a memory with just these words is what was asked for. */
  readonly whole: string;
  /** Distinct, stop words dropped: what the lexical arm looks up. */
  readonly terms: readonly string[];
  /** The same terms in the order of the question, repeats kept, for adjacency. */
  readonly sequence: readonly string[];
  readonly identifiers: readonly string[];
  /** Identifiers and nothing else. */
  readonly bare: boolean;
  readonly phrases: readonly string[];
  readonly dates: readonly DateCue[];
  readonly answer: AnswerType;
}

/** `now`: the moment the reader stands at; relative dates count from it. */
export function readQuestion(text: string, now: Instant): Question {
  const terms = queryTermsOf(text);
  const telling = new Set(terms);
  const identifiers = readIdentifiers(text);
  return {
    text,
    whole: foldWhole(text),
    terms,
    sequence: termsOf(text).filter((term) => telling.has(term)),
    identifiers,
    bare: identifiers.length > 0 && isBare(text, identifiers),
    phrases: readQuotedPhrases(text),
    dates: readDateCues(text, now),
    answer: readAnswerType(text),
  };
}
