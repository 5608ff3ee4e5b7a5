/**
 * The lexical index: FTS5 over hashes of folded terms. It never holds a readable word, and a token of digits and letters can be no operator.
 * It is contentless: an entry leaves by naming its tokens again, and `secure-delete` takes them out of the index pages at once.
 */
import type { Database } from './database.ts';

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

const tokensOf = (terms: readonly string[]): string => terms.map(tokenOf).join(' ');

export function enterWords(database: Database, entries: readonly LexicalEntry[]): void {
  database.bulk(
    'INSERT INTO lexicon(rowid, tokens) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    entries.map(({ text_seq, terms }) => [text_seq, tokensOf(terms)]),
  );
}

/** The terms must be those that were entered. */
export function withdrawWords(database: Database, entries: readonly LexicalEntry[]): void {
  for (const { text_seq, terms } of entries)
    database.rows(`INSERT INTO lexicon(lexicon, rowid, tokens) VALUES('delete', ?, ?)`, text_seq, tokensOf(terms));
}

/** Any of the terms. */
export const matchAny = (terms: readonly string[]): string => terms.map((term) => `"${tokenOf(term)}"`).join(' OR ');

/** All of the terms. */
export const matchAll = (terms: readonly string[]): string => terms.map((term) => matchAny([term])).join(' AND ');

/** The first term, and any of the others. */
export const matchWith = (term: string, others: readonly string[]): string => `${matchAny([term])} AND (${matchAny(others)})`;

/** In how many wordings each term stands; 0 for one that stands nowhere. */
export function documentFrequency(database: Database, terms: readonly string[]): Readonly<Record<string, number>> {
  const found = new Map(
    database
      .rows(
        'SELECT l.term, l.doc FROM json_each(?) AS asked CROSS JOIN lexicon_terms AS l WHERE l.term = asked.value',
        JSON.stringify(terms.map(tokenOf)),
      )
      .map(({ term, doc }) => [String(term), Number(doc)]),
  );
  return Object.fromEntries(terms.map((term) => [term, found.get(tokenOf(term)) ?? 0]));
}
