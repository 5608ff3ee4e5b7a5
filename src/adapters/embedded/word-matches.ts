/** The lexical arm: which records share the question's words, best first, in bounded time unless a filter or the view hides most of them. */
import type { View } from '../../domain/view.ts';
import type { Gathered, GatherRequest } from '../../ports/candidate-source.ts';
import { integer } from '../sql/columns.ts';
import type { Database } from './database.ts';
import { matchAll, matchAny, matchWith } from './lexicon.ts';
import { PLACE_COLUMNS, type Place, placeOf } from './place.ts';
import type { Condition } from './visibility.ts';

/** The best words first, filtered after: right whenever enough of this many survive, and several times faster than joining every match. */
const OVERFETCH_FACTOR = 3;
/** Matches that one search scores at first: about what FTS5 ranks in five milliseconds. Small namespaces never have as many. */
const SCORED_MATCHES_MAX = 4_000;
/** With this many found by rare words and no filter in the way, records that share only words that stand everywhere are not looked for. */
const ENOUGH_BY_RARE_WORDS = 64;
/** Where every word is common: words beside the rarest, one of which must stand with it. */
const COMPANIONS_MAX = 8;

/**
 * The best by BM25 among the matches of the question's words. Where those are more than can be scored, the rare words choose; where none is rare,
 * all words together and then the rarest with any other. What shares only common words is looked for among the newest records, when there is
 * room for it: there an old record gives way to newer ones that hold as little of the question.
 */
export function findByWords(
  database: Database,
  { terms, lexical_limit, filter, view }: GatherRequest,
  condition: Condition,
  frequency: Gathered['document_frequency'],
): Place[] {
  const known = terms.filter((term) => (frequency[term] ?? 0) > 0).sort((a, b) => (frequency[a] ?? 0) - (frequency[b] ?? 0));
  const [rarest, ...others] = known;
  if (rarest === undefined) return [];
  const rare = rareOf(known, frequency);
  const fetched = lexical_limit * OVERFETCH_FACTOR;
  const survivors = (best: readonly number[]): Place[] => survivorsOf(database, best, lexical_limit, view, condition);
  if (rare.length === known.length) {
    const best = bestOf(database, matchAny(rare), fetched);
    const found = survivors(best);
    return found.length >= lexical_limit || best.length < fetched
      ? found
      : allOf(database, matchAny(known), lexical_limit, view, condition);
  }
  const choice =
    rare.length > 0 ? matchAny(rare) : others.length === 0 ? matchAny(known) : matchWith(rarest, others.slice(0, COMPANIONS_MAX));
  const whole = rare.length > 0 || others.length === 0 ? [] : bestOf(database, matchAll(known), fetched);
  const best = [...new Set([...whole, ...bestOf(database, choice, fetched)])].slice(0, fetched);
  const found = survivors(best);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (found.length >= lexical_limit || (best.length < fetched && !filtered && found.length >= ENOUGH_BY_RARE_WORDS)) return found;
  const chosen = new Set(best);
  const newest = filtered ? [] : bestOf(database, matchAny(known), fetched).filter((seq) => !chosen.has(seq));
  const together = newest.length === 0 ? found : survivors([...best, ...newest]);
  if (together.length >= (filtered || best.length === fetched ? lexical_limit : ENOUGH_BY_RARE_WORDS)) return together;
  return allOf(database, matchAny(known), lexical_limit, view, condition);
}

/** The best of the newest SCORED_MATCHES_MAX: an inner limit is what keeps FTS5 from ranking them all. */
const bestOf = (database: Database, match: string, limit: number): number[] =>
  database
    .rows(
      `SELECT rowid FROM (SELECT rowid, rank FROM lexicon WHERE lexicon MATCH ? ORDER BY rowid DESC LIMIT ${SCORED_MATCHES_MAX})
        ORDER BY rank, rowid DESC LIMIT ?`,
      match,
      limit,
    )
    .map((row) => integer(row, 'rowid'));

/** CROSS JOIN keeps the order of the list and lets the limit end the loop, without a sort of whole rows. */
const placesFrom = (view: View, condition: Condition): string =>
  `CROSS JOIN versions AS v ON v.seq = hit.seq CROSS JOIN memories AS m ON m.seq = v.memory_seq ${view.known_at === null ? 'AND m.text_seq = v.seq' : ''}
    ${condition.reads_texts === true ? 'CROSS JOIN texts AS t ON t.seq = v.seq' : ''}`;

/** Of what was ranked, in its order. */
function survivorsOf(database: Database, best: readonly number[], limit: number, view: View, condition: Condition): Place[] {
  if (best.length === 0) return [];
  return database
    .rows(
      `SELECT ${PLACE_COLUMNS} FROM (SELECT value AS seq FROM json_each(?)) AS hit ${placesFrom(view, condition)} WHERE ${condition.sql} LIMIT ?`,
      JSON.stringify(best),
      ...condition.parameters,
      limit,
    )
    .map(placeOf);
}

/** However many match: where the view and the filter leave few, these may be anywhere. */
const allOf = (database: Database, match: string, limit: number, view: View, condition: Condition): Place[] =>
  database
    .rows(
      `SELECT ${PLACE_COLUMNS} FROM (SELECT rowid AS seq, rank FROM lexicon WHERE lexicon MATCH ?) AS hit ${placesFrom(view, condition)}
        WHERE ${condition.sql} ORDER BY hit.rank, hit.seq DESC LIMIT ?`,
      match,
      ...condition.parameters,
      limit,
    )
    .map(placeOf);

/** The rarest words whose matches together stay below the bound. */
function rareOf(known: readonly string[], frequency: Gathered['document_frequency']): readonly string[] {
  let matches = 0;
  return known.filter((term) => {
    matches += frequency[term] ?? 0;
    return matches <= SCORED_MATCHES_MAX;
  });
}
