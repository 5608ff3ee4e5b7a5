/** What speaks for each candidate, as numbers of 0 to 1, before any weight. Pure and independent of the candidates' order. */
import type { MemoryId } from '../memory.ts';
import type { RankingTuning } from '../tuning.ts';
import { answerFit, isQuestion } from './answer-type.ts';
import type { RankingCandidate, RankingPool } from './candidate.ts';
import { dateFit } from './date-cue.ts';
import { foldWhole, holdsPhrase, identifierMatcher } from './identifiers.ts';
import { adjacencyReader, bagOf, coverage, joinBags, type LexicalScale, lexicalScale, lexicalShare, type TermBag } from './lexical.ts';
import type { Question } from './question.ts';
import { namedSpeaker, speakerOf } from './speaker.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { toldFit } from './told-time.ts';
import { isOfAnother, topicFit } from './topic-fit.ts';

export interface Evidence {
  readonly candidate: RankingCandidate;
  readonly in_session: boolean;
  readonly dense: number;
  /** BM25 share × coverage × trust: one word in passing says little, most of the question's words say much. */
  readonly lexical: number;
  readonly phrase: number;
  readonly window: number;
  readonly neighbours: number;
  readonly reply: number;
  readonly session: number;
  readonly date: number;
  readonly speaker: number;
  readonly answer: number;
  /** Tells of what an everyday question is about. */
  readonly topic: number;
  /** 1 when the text is about another than the question. */
  readonly of_another: number;
  readonly question: number;
  readonly thin: number;
  /** Share of the question's identifiers that stand in the text. */
  readonly identifier: number;
  readonly quoted: number;
  /** 1 when the text says what the question says, word for word. */
  readonly verbatim: number;
}

/** Cosines by memory; null when there is no dense arm. Memories without one count as the least similar that was seen. */
export type Cosines = ReadonlyMap<MemoryId, number> | null;

/** Folding hardly shortens a text: what is so much longer than the question need not be folded to be told apart. */
const VERBATIM_LENGTHS_MAX = 4;

/** A fact without a moment of its own has that at which it was written down, which answers nothing. */
const isUndated = ({ layer, occurred_at, created_at }: RankingCandidate['memory']): boolean =>
  layer === 'semantic' && occurred_at === created_at;

const WINDOW = [-2, -1, 0, 1, 2] as const;

interface Own {
  readonly candidate: RankingCandidate;
  readonly bag: TermBag;
  readonly dense: number;
  readonly lexical: number;
  readonly asks: boolean;
}

export function evidenceOf(question: Question, pool: RankingPool, cosines: Cosines, tuning: RankingTuning): readonly Evidence[] {
  const scale = lexicalScale(question.terms, pool.document_frequency, pool.documents, pool.mean_terms);
  const denseOf = denseReader(cosines);
  const own = new Map<MemoryId, Own>(
    pool.candidates.map((candidate) => {
      const bag = bagOf(candidate.terms, scale);
      const lexical = lexicalShare(bag, scale, 1, tuning.lexical);
      return [candidate.memory.id, { candidate, bag, dense: denseOf(candidate.memory.id), lexical, asks: isQuestion(candidate.content) }];
    }),
  );
  const covered = new Map([...own].map(([id, { bag }]) => [id, coverage(bag, scale)] as const));
  const trust = cosines === null ? 1 : question.hollow ? 0 : trustIn(Math.max(0, ...covered.values()));
  const surroundings = surroundingsOf(pool.neighbours);
  const sessions = sessionCoverage([...own.values()], scale);
  const speakers = new Map(pool.candidates.map(({ memory, content }) => [memory.id, speakerOf(content)] as const));
  const named = namedSpeaker(
    question.text,
    [...speakers.values()].filter((name) => name !== null),
  );
  const identifiersIn = identifierMatcher(question.identifiers);
  const adjacency = adjacencyReader(question.sequence);
  return [...own.values()].map((one) => {
    const { memory, content, terms } = one.candidate;
    return {
      candidate: one.candidate,
      in_session: memory.session_id !== null,
      dense: one.dense,
      lexical: one.lexical * (covered.get(memory.id) ?? 0) * trust,
      phrase: one.bag.counts.size < 2 ? 0 : adjacency(terms),
      ...contextOf(one, own, surroundings, scale, tuning),
      session: memory.session_id === null ? 0 : (sessions.get(memory.session_id) ?? 0),
      date: datedOf(question, one.candidate),
      speaker: named !== null && speakers.get(memory.id) === named ? 1 : 0,
      answer: answerFit(question.answer, content),
      topic: memory.session_id === null || question.topics.oneself ? topicFit(question.topics, content) : 0,
      of_another: isOfAnother(question.topics, content) ? 1 : 0,
      question: one.asks ? 1 : 0,
      thin: 1 - Math.min(1, Math.log1p(terms.length) / Math.log1p(tuning.full_terms)),
      identifier: identifiersIn(content),
      verbatim: content.length <= VERBATIM_LENGTHS_MAX * question.text.length && foldWhole(content) === question.whole ? 1 : 0,
      quoted: question.phrases.some((phrase) => holdsPhrase(content, phrase)) ? 1 : 0,
    };
  });
}

function datedOf({ dates }: Question, { memory, content }: RankingCandidate): number {
  const moment = isUndated(memory) ? 0 : dateFit(dates, memory.occurred_at);
  return moment === 1 ? 1 : Math.max(moment, toldFit(dates, content, memory.occurred_at));
}

/**
 * How far words can be trusted for this question: where no memory covers half of it, the question is worded otherwise than its answer, and
 * what few words match are accidents that would push the paraphrase out. Logistic around the best coverage seen.
 */
const TRUST_MIDDLE = 0.45;
const TRUST_WIDTH = 0.06;
const trustIn = (best_coverage: number): number => 1 / (1 + Math.exp((TRUST_MIDDLE - best_coverage) / TRUST_WIDTH));

function denseReader(cosines: Cosines): (id: MemoryId) => number {
  if (cosines === null || cosines.size === 0) return () => 0;
  const least = Math.max(0, Math.min(...cosines.values()));
  return (id) => Math.max(0, cosines.get(id) ?? least);
}

function contextOf(
  one: Own,
  own: ReadonlyMap<MemoryId, Own>,
  surroundings: Surroundings,
  scale: LexicalScale,
  tuning: RankingTuning,
): Pick<Evidence, 'window' | 'neighbours' | 'reply'> {
  const around = (distance: number): Own | undefined => {
    const id = distance === 0 ? one.candidate.memory.id : surroundings.at(one.candidate.memory.id, distance);
    return id === null ? undefined : own.get(id);
  };
  const window = WINDOW.map(around).filter((turn) => turn !== undefined);
  const before = around(-1);
  return {
    window: lexicalShare(joinBags(window.map(({ bag }) => bag)), scale, window.length, tuning.lexical),
    neighbours: Math.max(0, before?.dense ?? 0, around(1)?.dense ?? 0),
    reply: before?.asks ? (before.dense + before.lexical) / 2 : 0,
  };
}

/** How much of the question the candidates of a session cover together: 0 to 1, saturating by nature. */
function sessionCoverage(all: readonly Own[], scale: LexicalScale): ReadonlyMap<string, number> {
  const bags = new Map<string, TermBag[]>();
  for (const { candidate, bag } of all) {
    const session = candidate.memory.session_id;
    if (session === null) continue;
    const list = bags.get(session);
    if (list === undefined) bags.set(session, [bag]);
    else list.push(bag);
  }
  return new Map([...bags].map(([session, list]) => [session, coverage(joinBags(list), scale)]));
}
