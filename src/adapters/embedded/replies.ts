import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import type { Change, StoredReply } from '../../ports/memory-store.ts';
import { integer, text } from '../sql/columns.ts';
import type { Database } from './database.ts';
import { appendTexts, blankTexts } from './texts.ts';

/** Of any UUID version: an import keeps the ids that it brings. */
const MEMORY_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

export function rememberReply(
  database: Database,
  { idempotency_key, fingerprint, reply, expires_at }: Extract<Change, { readonly type: 'remember_reply' }>,
): void {
  dropReplies(database, [idempotency_key]);
  const text_seq = appendTexts(database, [{ content: reply, terms: '', detail: '' }]);
  database.rows('INSERT INTO replies VALUES (?, ?, ?, ?)', idempotency_key, fingerprint, text_seq, expires_at);
  database.bulk(
    'INSERT OR IGNORE INTO reply_memories(memory_id, idempotency_key) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    (reply.match(MEMORY_ID) ?? []).map((id) => [id, idempotency_key]),
  );
}

export function readReplies(database: Database, keys: readonly string[], now: Instant): ReadonlyMap<string, StoredReply> {
  if (keys.length === 0) return new Map();
  return new Map(
    database
      .rows(
        `SELECT r.idempotency_key, r.fingerprint, t.content FROM json_each(?) AS asked JOIN replies AS r ON r.idempotency_key = asked.value
          JOIN texts AS t ON t.seq = r.text_seq WHERE r.expires_at > ?`,
        JSON.stringify(keys),
        now,
      )
      .map((row) => [text(row, 'idempotency_key'), { fingerprint: text(row, 'fingerprint'), reply: text(row, 'content') }]),
  );
}

/** A kept reply that quotes the memory goes with it; one that only names its id stays, so that a retry still replays and writes nothing anew. */
export function withdrawReplies(database: Database, id: MemoryId, memory_seq: number): void {
  const named = database.rows(
    `SELECT n.idempotency_key, t.content FROM reply_memories AS n JOIN replies AS r ON r.idempotency_key = n.idempotency_key
      JOIN texts AS t ON t.seq = r.text_seq WHERE n.memory_id = ?`,
    id,
  );
  if (named.length === 0) return;
  const quotes = database
    .rows('SELECT t.content FROM versions AS v JOIN texts AS t ON t.seq = v.seq WHERE v.memory_seq = ?', memory_seq)
    .map((row) => JSON.stringify(text(row, 'content')).slice(1, -1));
  dropReplies(
    database,
    named.filter((row) => quotes.some((quote) => text(row, 'content').includes(quote))).map((row) => text(row, 'idempotency_key')),
  );
}

export function purgeReplies(database: Database, now: Instant, limit: number): void {
  const over = database.rows('SELECT idempotency_key FROM replies WHERE expires_at <= ? ORDER BY expires_at LIMIT ?', now, limit);
  dropReplies(
    database,
    over.map((row) => text(row, 'idempotency_key')),
  );
}

function dropReplies(database: Database, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const list = JSON.stringify(keys);
  const gone = database.rows('DELETE FROM replies WHERE idempotency_key IN (SELECT value FROM json_each(?)) RETURNING text_seq', list);
  database.rows('DELETE FROM reply_memories WHERE idempotency_key IN (SELECT value FROM json_each(?))', list);
  blankTexts(
    database,
    gone.map((row) => integer(row, 'text_seq')),
  );
}
