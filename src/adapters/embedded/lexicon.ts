/**
 * The lexical index: FTS5 over hashes of folded terms. It never holds a readable word, and a token of digits and letters can be no operator.
 * It is contentless: an entry leaves by naming its tokens again, and `secure-delete` takes them out of the index pages at once.
 */
import { integer, text } from '../sql/columns.ts';
import type { Database } from './database.ts';
import { HOT_WORDINGS_MIN, PLACES_OF_WORD_MAX } from './hot-words.ts';

/** 53 bits: among a million distinct terms a collision has a chance of 1 in 20,000, and costs one false candidate that ranking sees as unrelated. */
function tokenOf(term: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < term.length; index += 1) {
    const unit = term.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (0x1_0000_0000 * (low & 0x1f_ffff) + (high >>> 0)).toString(36);
}

interface LexicalEntry {
  readonly text_seq: number;
  readonly terms: readonly string[];
}

export function enterWords(database: Database, entries: readonly LexicalEntry[]): void {
  const tokens = entries.map(({ terms }) => terms.map(tokenOf));
  database.bulk(
    'INSERT INTO lexicon(rowid, tokens) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    entries.map(({ text_seq }, index) => [text_seq, tokens[index]?.join(' ') ?? '']),
  );
  for (const [index, { text_seq }] of entries.entries())
    for (const token of new Set(tokens[index])) database.hot_words.enter(token, text_seq);
}

/** The terms must be those that were entered. */
export function withdrawWords(database: Database, entries: readonly LexicalEntry[]): void {
  for (const { text_seq, terms } of entries) {
    const tokens = terms.map(tokenOf);
    database.rows(`INSERT INTO lexicon(lexicon, rowid, tokens) VALUES('delete', ?, ?)`, text_seq, tokens.join(' '));
    for (const token of tokens) database.hot_words.withdraw(token);
  }
}

export function withdrawAllWords(database: Database): void {
  database.rows(`INSERT INTO lexicon(lexicon) VALUES('delete-all')`);
  database.hot_words.clear();
}

/** Any of the terms. */
export const matchAny = (terms: readonly string[]): string => terms.map((term) => `"${tokenOf(term)}"`).join(' OR ');

/** In how many wordings each term stands; 0 for one that stands nowhere. */
export function documentFrequency(database: Database, terms: readonly string[]): Readonly<Record<string, number>> {
  const found = new Map<string, number>();
  const unknown: string[] = [];
  for (const token of new Set(terms.map(tokenOf))) {
    const word = database.hot_words.find(token);
    if (word === null) unknown.push(token);
    else found.set(token, word.documents);
  }
  const rows =
    unknown.length === 0
      ? []
      : database.rows(
          'SELECT l.term, l.doc FROM json_each(?) AS asked CROSS JOIN lexicon_terms AS l WHERE l.term = asked.value',
          JSON.stringify(unknown),
        );
  for (const row of rows) found.set(text(row, 'term'), integer(row, 'doc'));
  return Object.fromEntries(terms.map((term) => [term, found.get(tokenOf(term)) ?? 0]));
}

/** Numbers of one value: far below 2 MB. */
const PLACES_OF_PAGE = 100_000;

/** The wordings that a term stands in, ascending; of a very common one the newest. `documents`: how many there are. */
export function placesOf(database: Database, term: string, documents: number): Uint32Array {
  const token = tokenOf(term);
  const held = database.hot_words.find(token);
  if (held !== null) return held.places;
  const pages: number[][] = [];
  for (let before = Number.MAX_SAFE_INTEGER, count = 0; count < PLACES_OF_WORD_MAX; ) {
    const page: number[] = JSON.parse(
      text(
        database.row(
          `SELECT json_group_array(rowid) AS places FROM (SELECT rowid FROM lexicon WHERE lexicon MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)`,
          `"${token}"`,
          before,
          Math.min(PLACES_OF_PAGE, PLACES_OF_WORD_MAX - count),
        ) ?? {},
        'places',
      ),
    );
    pages.push(page);
    count += page.length;
    before = page.reduce((least, place) => Math.min(least, place), before);
    if (page.length < PLACES_OF_PAGE) break;
  }
  // Sorted here: an aggregate does not promise the order of what it collects.
  const places = Uint32Array.from(pages.flat()).sort();
  if (documents >= HOT_WORDINGS_MIN) database.hot_words.hold(token, { places, documents });
  return places;
}
