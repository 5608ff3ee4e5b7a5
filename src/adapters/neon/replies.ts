import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../domain/instant.ts';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import { sha256Hex } from '../../domain/text/hash.ts';
import type { Change, StoredReply } from '../../ports/memory-store.ts';
import { type SqlRow, text } from '../sql/columns.ts';
import { listOf, recordsOf } from './database.ts';

/** Of any UUID version: an import keeps the ids that it brings. */
const MEMORY_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

export function rememberReplies(namespace: Namespace, kept: readonly Extract<Change, { readonly type: 'remember_reply' }>[]): SQL[] {
  const rows = kept.map(({ idempotency_key, fingerprint, reply, expires_at }) => ({
    key_hash: sha256Hex(idempotency_key),
    fingerprint,
    reply,
    expires_at,
  }));
  const named = rows.flatMap(({ key_hash, reply }) => (reply.match(MEMORY_ID) ?? []).map((memory_id) => ({ memory_id, key_hash })));
  const list = listOf(rows.map(({ key_hash }) => key_hash));
  return [
    sql`DELETE FROM hindsight.reply_memories WHERE namespace = ${namespace} AND key_hash = ANY(${list})`,
    sql`INSERT INTO hindsight.replies(namespace, key_hash, fingerprint, reply, expires_at)
      SELECT ${namespace}, r.* FROM ${recordsOf(rows, 'key_hash text, fingerprint text, reply text, expires_at bigint')}
      ON CONFLICT (namespace, key_hash) DO UPDATE SET fingerprint = excluded.fingerprint, reply = excluded.reply, expires_at = excluded.expires_at`,
    ...(named.length === 0
      ? []
      : [
          sql`INSERT INTO hindsight.reply_memories(namespace, memory_id, key_hash)
            SELECT ${namespace}, r.* FROM ${recordsOf(named, 'memory_id text, key_hash text')} ON CONFLICT DO NOTHING`,
        ]),
  ];
}

export const selectReplies = (namespace: Namespace, keys: readonly string[], now: Instant): SQL =>
  sql`SELECT key_hash, fingerprint, reply FROM hindsight.replies
    WHERE namespace = ${namespace} AND key_hash = ANY(${listOf(keys.map(sha256Hex))}) AND expires_at > ${now}`;

export function repliesOf(rows: readonly SqlRow[], keys: readonly string[]): ReadonlyMap<string, StoredReply> {
  const found = new Map(rows.map((row) => [text(row, 'key_hash'), { fingerprint: text(row, 'fingerprint'), reply: text(row, 'reply') }]));
  return new Map(
    keys.flatMap((key) => {
      const reply = found.get(sha256Hex(key));
      return reply === undefined ? [] : [[key, reply] as const];
    }),
  );
}

/**
 * A kept reply that quotes one of the memories goes with it; one that only names its id stays, so that a retry still replays and writes nothing anew.
 * `to_json` escapes what `JSON.stringify` escapes; its quotes are cut off.
 */
export const withdrawReplies = (namespace: Namespace, ids: readonly MemoryId[]): SQL =>
  sql`WITH withdrawn AS (
      DELETE FROM hindsight.replies AS k USING hindsight.reply_memories AS n, hindsight.versions AS v
        WHERE n.namespace = ${namespace} AND n.memory_id = ANY(${listOf(ids)}) AND k.namespace = n.namespace AND k.key_hash = n.key_hash
          AND v.namespace = n.namespace AND v.memory_id = n.memory_id
          AND strpos(k.reply, substr(to_json(v.content)::text, 2, length(to_json(v.content)::text) - 2)) > 0
        RETURNING k.key_hash)
    DELETE FROM hindsight.reply_memories AS n USING withdrawn AS w WHERE n.namespace = ${namespace} AND n.key_hash = w.key_hash`;

export const purgeReplies = (namespace: Namespace, now: Instant, limit: number): SQL =>
  sql`WITH over AS (
      SELECT key_hash FROM hindsight.replies WHERE namespace = ${namespace} AND expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}),
    removed AS (DELETE FROM hindsight.replies AS k USING over WHERE k.namespace = ${namespace} AND k.key_hash = over.key_hash)
    DELETE FROM hindsight.reply_memories AS n USING over WHERE n.namespace = ${namespace} AND n.key_hash = over.key_hash`;
