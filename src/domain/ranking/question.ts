/** A question as ranking reads it: its terms and its cues, read once. */
import type { Instant } from '../instant.ts';
import { isHollow, queryTermsOf, termsOf } from '../text/terms.ts';
import { type AnswerType, readAnswerType } from './answer-type.ts';
import { type DateCue, readDateCues } from './date-cue.ts';
import { foldWhole, isBare, readIdentifiers, readQuotedPhrases } from './identifiers.ts';
import { pastFrom } from './told-time.ts';
import { type AskedTopics, readTopics } from './topic-fit.ts';

export interface Question {
  readonly text: string;
  /** The whole question, folded: a memory with just these words is what was asked for. */
  readonly whole: string;
  /** Distinct, stop words dropped: what the lexical arm looks up. */
  readonly terms: readonly string[];
  /** Nothing but words such as "who", "am", 我, 是: what a text shares with it says nothing. */
  readonly hollow: boolean;
  /** The same terms in the order of the question, repeats kept, for adjacency. */
  readonly sequence: readonly string[];
  readonly identifiers: readonly string[];
  /** Identifiers and nothing else. */
  readonly bare: boolean;
  readonly phrases: readonly string[];
  readonly dates: readonly DateCue[];
  /** Where the time begins that it names, when that is over. */
  readonly past_from: Instant | null;
  readonly answer: AnswerType;
  readonly topics: AskedTopics;
}

/** `now`: the moment the reader stands at; relative dates count from it. */
export function readQuestion(text: string, now: Instant): Question {
  const terms = queryTermsOf(text);
  const telling = new Set(terms);
  const identifiers = readIdentifiers(text);
  const dates = readDateCues(text, now);
  return {
    text,
    whole: foldWhole(text),
    terms,
    hollow: isHollow(terms),
    sequence: termsOf(text).filter((term) => telling.has(term)),
    identifiers,
    bare: identifiers.length > 0 && isBare(text, identifiers),
    phrases: readQuotedPhrases(text),
    dates,
    past_from: pastFrom(dates, now),
    answer: readAnswerType(text),
    topics: readTopics(text),
  };
}
