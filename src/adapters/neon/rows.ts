/** Between rows and nouns: which columns are asked for, and how details are kept. */
import { type SQL, sql } from 'drizzle-orm';
import type { Memory, MemoryVersion, Metadata, Source, Tombstone } from '../../domain/memory.ts';
import { object, orNull, type SqlRow, text, texts } from '../sql/columns.ts';
import { memoryFrom, tombstoneFrom, versionFrom } from '../sql/records.ts';

/** `m` memories, `v` versions. */
export const MEMORY_COLUMNS: SQL =
  sql.raw(`m.id, m.layer, m.origin, m.key, m.session_id, m.occurred_at, m.created_at, m.expires_at, m.seen_count,
  m.access_count, m.last_accessed_at, m.valid_to, m.superseded_at, m.superseded_by, v.version, v.importance, v.volatility, v.content, v.tags,
  v.metadata, v.source`);

/** A memory with its current wording. */
export const CURRENT: SQL = sql.raw(`hindsight.memories AS m
  JOIN hindsight.versions AS v ON v.namespace = m.namespace AND v.memory_id = m.id AND v.version = m.version`);

export const VERSION_COLUMNS: SQL = sql.raw(`v.memory_id, v.version, v.importance, v.volatility, v.expires_at, v.recorded_at, v.replaced_at,
  v.content, v.tags, v.metadata, COALESCE(v.version_source, v.source) AS source, v.reason`);

/** `l` links, `m` their memories where they are still here. */
export const LINK_COLUMNS: SQL = sql.raw('l.id, l.occurred_at, l.created_at, m.identity, m.valid_to, m.superseded_at, m.superseded_by');

export const TOMBSTONE_COLUMNS: SQL = sql.raw(`b.id, b.layer, b.key_hash, b.occurred_at, b.created_at, b.forgotten_at,
  ARRAY(SELECT h.content_hash FROM hindsight.tombstone_hashes AS h WHERE h.namespace = b.namespace AND h.id = b.id ORDER BY h.content_hash)
    AS content_hashes`);

const detailOf = (row: SqlRow) => ({
  tags: texts(row, 'tags'),
  metadata: orNull(row, 'metadata', object<Metadata>),
  source: object<Source>(row, 'source'),
});

export const memoryOf = (row: SqlRow): Memory => memoryFrom(row, { ...detailOf(row), key: orNull(row, 'key', text) });

export const versionOf = (row: SqlRow): MemoryVersion =>
  versionFrom(row, { ...detailOf(row), memory_id: text(row, 'memory_id'), reason: orNull(row, 'reason', text) });

export const tombstoneOf = (row: SqlRow): Tombstone => tombstoneFrom(row, texts(row, 'content_hashes'));
