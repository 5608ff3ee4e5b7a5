/** The lexical arm: which records share the question's words, best first, in bounded time unless a filter or the view hides most of them. */
import type { View } from '../../domain/view.ts';
import type { Gathered, GatherRequest } from '../../ports/candidate-source.ts';
import { integer } from '../sql/columns.ts';
import { bestPlaces, type RarePlaces } from './best-places.ts';
import type { Database } from './database.ts';
import { matchAny, placesOf } from './lexicon.ts';
import { PLACE_COLUMNS, PLACE_NAMES, type Place, placeOf } from './place.ts';
import type { Condition } from './visibility.ts';

/** The best words first, filtered after: right whenever enough of this many survive, and several times faster than joining every match. */
const OVERFETCH_FACTOR = 3;
/** Matches that FTS5 ranks itself: in about five milliseconds. Small namespaces never have as many. */
const SCORED_MATCHES_MAX = 4_000;
/** With this many found and no filter in the way, the rest of what matches is not read. */
const ENOUGH = 64;
/** FTS5's floor for a word that stands in more than half of the wordings. */
const RARITY_MIN = 1e-6;

/**
 * The best by BM25 among the matches of the question's words. Where those are more than FTS5 ranks in time, the sums of the words' rarities choose,
 * the newer first among equals: all that match are looked at, and only repetitions and lengths are left to the ranking that follows.
 */
export function findByWords(
  database: Database,
  { terms, lexical_limit, filter, view }: GatherRequest,
  condition: Condition,
  { frequency, documents }: { readonly frequency: Gathered['document_frequency']; readonly documents: number },
): Place[] {
  const known = [...new Set(terms)].filter((term) => (frequency[term] ?? 0) > 0);
  if (known.length === 0) return [];
  const fetched = lexical_limit * OVERFETCH_FACTOR;
  const matches = known.reduce((sum, term) => sum + (frequency[term] ?? 0), 0);
  const best =
    matches <= SCORED_MATCHES_MAX
      ? bestOf(database, matchAny(known), fetched)
      : bestPlaces(
          known.map((term) => rarePlaces(database, term, frequency[term] ?? 0, documents)),
          fetched,
        );
  const found = survivorsOf(database, best, lexical_limit, view, condition);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (found.length >= lexical_limit || best.length < fetched || (!filtered && found.length >= ENOUGH)) return found;
  return allOf(database, matchAny(known), lexical_limit, view, condition);
}

/** As rare as BM25 has it. */
const rarePlaces = (database: Database, term: string, frequency: number, documents: number): RarePlaces => ({
  places: placesOf(database, term, frequency),
  rarity: Math.max(RARITY_MIN, Math.log((documents - frequency + 0.5) / (frequency + 0.5))),
});

const bestOf = (database: Database, match: string, limit: number): number[] =>
  database
    .shortRows(
      ['ranked', 'seq'],
      'SELECT rowid AS seq, row_number() OVER (ORDER BY rank, rowid DESC) AS ranked FROM lexicon WHERE lexicon MATCH ? ORDER BY ranked LIMIT ?',
      match,
      limit,
    )
    .sort((left, right) => integer(left, 'ranked') - integer(right, 'ranked'))
    .map((row) => integer(row, 'seq'));

/** CROSS JOIN keeps the order of the list and lets the limit end the loop, without a sort of whole rows. */
const placesFrom = (view: View, condition: Condition): string =>
  `CROSS JOIN versions AS v ON v.seq = hit.seq CROSS JOIN memories AS m ON m.seq = v.memory_seq ${view.known_at === null ? 'AND m.text_seq = v.seq' : ''}
    ${condition.reads_texts === true ? 'CROSS JOIN texts AS t ON t.seq = v.seq' : ''}`;

/** Of what was ranked, in its order. */
function survivorsOf(database: Database, best: readonly number[], limit: number, view: View, condition: Condition): Place[] {
  if (best.length === 0) return [];
  const found = new Map(
    database
      .shortRows(
        PLACE_NAMES,
        `SELECT ${PLACE_COLUMNS} FROM (SELECT value AS seq FROM json_each(?)) AS hit ${placesFrom(view, condition)} WHERE ${condition.sql} LIMIT ?`,
        JSON.stringify(best),
        ...condition.parameters,
        limit,
      )
      .map((row) => [integer(row, 'seq'), placeOf(row)]),
  );
  return best.flatMap((seq) => found.get(seq) ?? []);
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
