import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { sha256Hex } from '../../domain/text/hash.ts';
import type { Change, StoredReply } from '../../ports/memory-store.ts';
import { integer, text } from '../sql/columns.ts';
import type { Database, SqlRow } from './database.ts';
import { appendTexts, blankTexts } from './texts.ts';

/** Of any UUID version: an import keeps the ids that it brings. */
const MEMORY_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

export function rememberReply(
  database: Database,
  { idempotency_key, fingerprint, reply, expires_at }: Extract<Change, { readonly type: 'remember_reply' }>,
): void {
  const key_hash = sha256Hex(idempotency_key);
  dropReplies(database, [key_hash]);
  const text_seq = appendTexts(database, [{ content: reply, terms: '', detail: '' }]);
  database.rows('INSERT INTO replies VALUES (?, ?, ?, ?)', key_hash, fingerprint, text_seq, expires_at);
  database.bulk(
    'INSERT OR IGNORE INTO reply_memories(memory_id, key_hash) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    (reply.match(MEMORY_ID) ?? []).map((id) => [id, key_hash]),
  );
}

export function readReplies(database: Database, keys: readonly string[], now: Instant): ReadonlyMap<string, StoredReply> {
  if (keys.length === 0) return new Map();
  return new Map(
    database
      .rows(
        `SELECT asked.value ->> 0 AS idempotency_key, r.fingerprint, t.content FROM json_each(?) AS asked
          JOIN replies AS r ON r.key_hash = asked.value ->> 1 JOIN texts AS t ON t.seq = r.text_seq WHERE r.expires_at > ?`,
        JSON.stringify(keys.map((key) => [key, sha256Hex(key)])),
        now,
      )
      .map((row) => [text(row, 'idempotency_key'), { fingerprint: text(row, 'fingerprint'), reply: text(row, 'content') }]),
  );
}

/** A kept reply that quotes the memory goes with it; one that only names its id stays, so that a retry still replays and writes nothing anew. */
export function withdrawReplies(database: Database, id: MemoryId, memory_seq: number): void {
  const named = database.rows(
    `SELECT n.key_hash, t.content FROM reply_memories AS n JOIN replies AS r ON r.key_hash = n.key_hash
      JOIN texts AS t ON t.seq = r.text_seq WHERE n.memory_id = ?`,
    id,
  );
  if (named.length === 0) return;
  const quotes = database
    .rows('SELECT t.content FROM versions AS v JOIN texts AS t ON t.seq = v.seq WHERE v.memory_seq = ?', memory_seq)
    .map((row) => JSON.stringify(text(row, 'content')).slice(1, -1));
  dropReplies(
    database,
    named.filter((row) => quotes.some((quote) => text(row, 'content').includes(quote))).map((row) => text(row, 'key_hash')),
  );
}

export function purgeReplies(database: Database, now: Instant, limit: number): void {
  const over = database.rows('SELECT key_hash FROM replies WHERE expires_at <= ? ORDER BY expires_at LIMIT ?', now, limit);
  dropReplies(
    database,
    over.map((row) => text(row, 'key_hash')),
  );
}

/**
 * Replies kept under the words of their keys, as they were once, move to the tables that know hashes, so that a retry across the update still gets
 * its first reply. SQL has no SHA-256, so the migration only sets the old tables aside; that they are there says that this has not been done.
 */
export function adoptReplies(database: Database): void {
  if (database.row(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'replies_by_key'`) === null) return;
  const hashed = (row: SqlRow) => sha256Hex(text(row, 'idempotency_key'));
  database.transaction(() => {
    database.bulk(
      'INSERT INTO replies SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)',
      database
        .rows('SELECT * FROM replies_by_key')
        .map((row) => [hashed(row), text(row, 'fingerprint'), integer(row, 'text_seq'), integer(row, 'expires_at')]),
    );
    database.bulk(
      'INSERT INTO reply_memories SELECT value ->> 0, value ->> 1 FROM json_each(?)',
      database.rows('SELECT * FROM reply_memories_by_key').map((row) => [text(row, 'memory_id'), hashed(row)]),
    );
    database.rows('DROP TABLE replies_by_key');
    database.rows('DROP TABLE reply_memories_by_key');
  });
}

function dropReplies(database: Database, key_hashes: readonly string[]): void {
  if (key_hashes.length === 0) return;
  const list = JSON.stringify(key_hashes);
  const gone = database.rows('DELETE FROM replies WHERE key_hash IN (SELECT value FROM json_each(?)) RETURNING text_seq', list);
  database.rows('DELETE FROM reply_memories WHERE key_hash IN (SELECT value FROM json_each(?))', list);
  blankTexts(
    database,
    gone.map((row) => integer(row, 'text_seq')),
  );
}
