import { countCharacters } from '../text/clean-text.ts';
import type { SummarySource } from './source.ts';

/** A sentence or a clause: what an extractive summary takes or leaves as a whole. */
export interface Unit {
  readonly text: string;
  readonly characters: number;
  /** Index of its source, and its place in reading order over all sources. */
  readonly source: number;
  readonly place: number;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Chinese speakers end many a sentence with a semicolon or a space; lists come one to a line. */
const HARD_BREAKS = /\n+|(?<=[；;])\s*|(?<=[。！？!?])(?![。！？!?\s]|$)/u;
const CLAUSE_BREAKS = /(?<=[，、：])|(?<=[,:;])\s+|\s+[–—-]+\s+|(?=\b(?:but|so|because|although|however)\b)/iu;
/** A clause lighter than this says nothing without its neighbours. */
const CLAUSE_WEIGHT_MIN = 18;
/** What is gathered from light pieces ends here: a list of a thousand words is no clause. */
const CLAUSE_WEIGHT_MAX = 200;
/** A Han character carries about as much as three Latin letters. */
const HAN_WEIGHT = 3;

const ENDS_IN_ASCII = /^\p{ASCII}$/u;

export const weightOf = (text: string): number => countCharacters(text) + (HAN_WEIGHT - 1) * (text.match(/\p{Script=Han}/gu)?.length ?? 0);

export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(HARD_BREAKS)
    .flatMap((part) => [...SENTENCES.segment(part)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== '');

/** Clauses of a long sentence; short ones stay with the one before. */
export function clausesOf(sentence: string): readonly string[] {
  const clauses: string[] = [];
  let last_weight = 0;
  for (const piece of sentence.split(CLAUSE_BREAKS)) {
    const last = clauses.at(-1);
    const weight = weightOf(piece);
    const light = last_weight < CLAUSE_WEIGHT_MIN || (weight < CLAUSE_WEIGHT_MIN && last_weight < CLAUSE_WEIGHT_MAX);
    if (last !== undefined && light) {
      clauses[clauses.length - 1] = `${last}${/^[\p{L}\p{N}]/u.test(piece) && ENDS_IN_ASCII.test(last.slice(-1)) ? ' ' : ''}${piece}`;
      last_weight += weight;
    } else {
      clauses.push(piece);
      last_weight = weight;
    }
  }
  return clauses.map((clause) => clause.trim()).filter((clause) => clause !== '');
}

/** Sentences of all sources; those longer than `characters_max` come as clauses. */
export function unitsOf(sources: readonly SummarySource[], characters_max: number): readonly Unit[] {
  const units: Unit[] = [];
  for (const [source, { content }] of sources.entries()) {
    for (const sentence of sentencesOf(content)) {
      const pieces = countCharacters(sentence) <= characters_max ? [sentence] : clausesOf(sentence);
      for (const text of pieces) units.push({ text, characters: countCharacters(text), source, place: units.length });
    }
  }
  return units;
}
