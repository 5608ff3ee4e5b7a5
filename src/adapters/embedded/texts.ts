/**
 * Where words stand, and how they leave. SQLite never clears a page: a deleted or moved row stays readable in the file until something happens to
 * be written over it, and the pragma that would change that is refused to a Durable Object. So `texts` only grows at its right edge (which moves no
 * row), and a text leaves by being overwritten with zeros of the same length, which SQLite does in place. The write-ahead log is overwritten
 * after that (write-ahead-log.ts); overwritten room is won back by a rebuild (rebuild.ts).
 */
import type { Database } from './database.ts';

interface TextRow {
  readonly content: string;
  readonly terms: string;
  readonly detail: string;
}

/** A longer row is bound field by field: as JSON in a list its escapes could outgrow the 2 MB of a parameter. */
const LISTED_CHARACTERS_MAX = 150_000;

/** Appends in the given order; returns the first `seq`, the others follow one by one. */
export function appendTexts(database: Database, rows: readonly TextRow[]): number {
  const first = database.number('SELECT max(seq) FROM texts') + 1;
  let listed: [number, string, string, string][] = [];
  const flush = () => {
    database.bulk(
      'INSERT INTO texts(seq, content, terms, detail) SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)',
      listed,
    );
    listed = [];
  };
  for (const [index, { content, terms, detail }] of rows.entries()) {
    if (content.length + terms.length + detail.length <= LISTED_CHARACTERS_MAX) listed.push([first + index, content, terms, detail]);
    else {
      flush();
      database.rows('INSERT INTO texts(seq, content, terms, detail) VALUES (?, ?, ?, ?)', first + index, content, terms, detail);
    }
  }
  flush();
  return first;
}

const zeros = (column: string): string => `substr(hex(zeroblob(octet_length(${column}) / 2 + 1)), 1, octet_length(${column}))`;

/** Overwrites in the database; where it must not linger in the log either, the caller marks the log too. */
export function blankTexts(database: Database, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  const list = JSON.stringify(seqs);
  database.rows(
    `UPDATE ledger SET blank_bytes = blank_bytes +
      (SELECT COALESCE(sum(octet_length(content) + octet_length(terms) + octet_length(detail)), 0) FROM texts WHERE seq IN (SELECT value FROM json_each(?)))`,
    list,
  );
  database.rows(
    `UPDATE texts SET content = ${zeros('content')}, terms = ${zeros('terms')}, detail = ${zeros('detail')}
      WHERE seq IN (SELECT value FROM json_each(?))`,
    list,
  );
}

/** The log still holds the pages from before: scrubLog is due. */
export function markLog(database: Database): void {
  database.rows('UPDATE ledger SET log_dirty = 1');
}
