import { type Database, UNSYNCED_BYTES_MAX } from './database.ts';

/** One row of padding: below the 2 MB of a value, and of a length that fills its overflow pages to the last byte. */
const PADDING_BYTES = 1_900_000;
/** SQLite copies the log into the database when it has a thousand pages of 4 KiB, and then writes over it from its start. */
const CHECKPOINT_BYTES = 4_300_000;

/**
 * Overwrites the write-ahead log with zeros: a first transaction long enough to have the log copied into the database, a second one as long as the
 * log can be (a checkpoint's worth and the largest transaction so far), which is written over it.
 */
export async function scrubLog(database: Database): Promise<void> {
  if (database.number('SELECT log_dirty FROM ledger') === 0) return;
  const largest_commit_bytes = database.number('SELECT largest_commit_bytes FROM ledger');
  await pad(database, CHECKPOINT_BYTES);
  await pad(database, CHECKPOINT_BYTES + UNSYNCED_BYTES_MAX + largest_commit_bytes);
  database.transaction(() => {
    database.rows('DELETE FROM padding');
    database.rows('UPDATE ledger SET log_dirty = 0, largest_commit_bytes = 0');
  });
  await database.sync();
}

/** Writes over every free page: pads until the file has to grow. */
export async function zeroFreePages(database: Database): Promise<void> {
  const size_bytes = database.size_bytes;
  for (let seq = 0; database.size_bytes < size_bytes + PADDING_BYTES; seq += 1) {
    database.rows('INSERT OR REPLACE INTO padding VALUES (?, zeroblob(?))', seq, PADDING_BYTES);
    await database.sync();
  }
  database.rows('DELETE FROM padding');
}

async function pad(database: Database, bytes: number): Promise<void> {
  database.transaction(() => {
    for (let seq = 0; seq * PADDING_BYTES < bytes; seq += 1)
      database.rows('INSERT OR REPLACE INTO padding VALUES (?, zeroblob(?))', seq, PADDING_BYTES);
  });
  await database.sync();
}
