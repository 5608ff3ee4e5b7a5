import type { Database } from './database.ts';
import { scrubLog, zeroFreePages } from './write-ahead-log.ts';

/** Below this, overwritten room is not worth copying for. */
const BLANK_BYTES_MIN = 16 * 1_048_576;
/** Of the file. Copying costs about the live half, so it is done when it halves the table. */
const BLANK_SHARE_MIN = 0.4;

/** Wins back the room of overwritten texts when there is enough of it. */
export async function rebuildTexts(database: Database, blank_bytes_min = BLANK_BYTES_MIN): Promise<boolean> {
  const blank_bytes = database.number('SELECT blank_bytes FROM ledger');
  if (blank_bytes < blank_bytes_min || blank_bytes < BLANK_SHARE_MIN * database.size_bytes) return false;
  // A free page that is used again keeps what it does not overwrite: none may hold old text when the copy takes it.
  await zeroFreePages(database);
  database.transaction(() => copyTexts(database));
  await clearFreed(database);
  return true;
}

/** Copies the texts that something refers to and drops the rest, inside the caller's transaction; `clearFreed` must follow it. */
export function copyTexts(database: Database): void {
  database.rows(
    'CREATE TABLE texts_next (seq integer PRIMARY KEY NOT NULL, content text NOT NULL, terms text NOT NULL, detail text NOT NULL)',
  );
  // The two first rows have no meaning: they keep real rows out of the root page (drizzle/embedded/0001_lexicon.sql).
  database.rows(`INSERT INTO texts_next SELECT * FROM texts WHERE seq <= 2 OR seq IN (
    SELECT seq FROM versions UNION ALL SELECT text_seq FROM replies UNION ALL SELECT text_seq FROM working_items WHERE owned = 1) ORDER BY seq`);
  database.rows('DROP TABLE texts');
  database.rows('ALTER TABLE texts_next RENAME TO texts');
  database.rows(
    'UPDATE ledger SET blank_bytes = 0, log_dirty = 1, largest_commit_bytes = max(largest_commit_bytes, ?)',
    database.size_bytes,
  );
}

/** The pages of a dropped table are free and full of text: zeroed at once, in the file and in the log. */
export async function clearFreed(database: Database): Promise<void> {
  await database.sync();
  await zeroFreePages(database);
  await scrubLog(database);
}
