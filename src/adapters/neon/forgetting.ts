/**
 * How words leave. A row that is deleted is gone for every reader and from every dump; its dead copy stays in the data file until it is vacuumed
 * and in the write-ahead log until that is recycled, which docs/backends.md says and the storage settings hasten.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Namespace, Tombstone } from '../../domain/memory.ts';
import { listOf, recordsOf } from './database.ts';
import { insertLinks } from './insertion.ts';
import { enqueue } from './outbox.ts';
import { withdrawReplies } from './replies.ts';

export function forgetMemories(namespace: Namespace, tombstones: readonly Tombstone[]): SQL[] {
  const ids = tombstones.map(({ id }) => id);
  const list = listOf(ids);
  return [
    withdrawReplies(namespace, ids),
    sql`WITH ${removalOf(namespace, list)},
      cited AS (DELETE FROM hindsight.summary_sources WHERE namespace = ${namespace} AND source_id = ANY(${list}) AND summary_id <> ALL(${list}))
      SELECT hindsight.expect_rows((SELECT count(*) FROM removed), ${ids.length})`,
    ...buryMemories(namespace, tombstones),
    enqueue(namespace, ids, 'remove'),
  ];
}

/** Wording, versions, tags and sources of the memories in a list, as parts of a WITH; `removed` has their ids. Places in chains stay. */
export const removalOf = (namespace: Namespace, ids: SQL): SQL =>
  sql`removed AS (DELETE FROM hindsight.memories WHERE namespace = ${namespace} AND id = ANY(${ids}) RETURNING id),
    removed_versions AS (DELETE FROM hindsight.versions WHERE namespace = ${namespace} AND memory_id = ANY(${ids})),
    removed_tags AS (DELETE FROM hindsight.memory_tags WHERE namespace = ${namespace} AND memory_id = ANY(${ids})),
    removed_sources AS (DELETE FROM hindsight.summary_sources WHERE namespace = ${namespace} AND summary_id = ANY(${ids}))`;

export function buryMemories(namespace: Namespace, tombstones: readonly Tombstone[]): SQL[] {
  const graves = tombstones.map(({ content_hashes: _hashes, ...grave }) => grave);
  const hashes = tombstones.flatMap(({ id, content_hashes }) => content_hashes.map((content_hash) => ({ content_hash, id })));
  return [
    sql`INSERT INTO hindsight.tombstones(namespace, id, layer, key_hash, occurred_at, created_at, forgotten_at)
      SELECT ${namespace}, r.* FROM ${recordsOf(
        graves,
        'id text, layer text, key_hash text, occurred_at bigint, created_at bigint, forgotten_at bigint',
      )} ON CONFLICT (namespace, id) DO NOTHING`,
    ...(hashes.length === 0
      ? []
      : [
          sql`INSERT INTO hindsight.tombstone_hashes(namespace, content_hash, id)
            SELECT ${namespace}, r.* FROM ${recordsOf(hashes, 'content_hash text, id text')} ON CONFLICT DO NOTHING`,
        ]),
    ...insertLinks(namespace, tombstones),
  ];
}
