/** From rows to nouns: a row that is not what it should be is a fault to surface, never a guess. */
import { type SQL, sql } from 'drizzle-orm';
import {
  LAYERS,
  type Memory,
  type MemoryVersion,
  type Metadata,
  ORIGINS,
  type Source,
  type Tombstone,
  VOLATILITIES,
} from '../../domain/memory.ts';
import type { ChainLink } from '../../ports/memory-store.ts';
import type { SqlRow } from './database.ts';

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

export const text = (row: SqlRow, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
};

/** A bigint comes as text. */
export const integer = (row: SqlRow, column: string): number => {
  const value = typeof row[column] === 'string' ? Number(row[column]) : row[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError(`column ${column} holds no integer`);
  return value;
};

const real = (row: SqlRow, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`column ${column} holds no number`);
  return value;
};

export const oneOf = <Value extends string>(row: SqlRow, column: string, values: readonly Value[]): Value => {
  const found = values.find((value) => value === row[column]);
  if (found === undefined) throw new TypeError(`column ${column} holds none of ${values.join(', ')}`);
  return found;
};

export const orNull = <Value>(row: SqlRow, column: string, read: (row: SqlRow, column: string) => Value): Value | null =>
  row[column] === null || row[column] === undefined ? null : read(row, column);

export const texts = (row: SqlRow, column: string): readonly string[] => {
  const value = row[column];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new TypeError(`column ${column} holds no list of text`);
  return value;
};

const object = <Value extends object>(row: SqlRow, column: string): Value => {
  const value = row[column];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`column ${column} holds no object`);
  return value as Value;
};

export function memoryOf(row: SqlRow): Memory {
  return {
    id: text(row, 'id'),
    layer: oneOf(row, 'layer', LAYERS),
    content: text(row, 'content'),
    origin: orNull(row, 'origin', () => oneOf(row, 'origin', ORIGINS)),
    importance: real(row, 'importance'),
    volatility: oneOf(row, 'volatility', VOLATILITIES),
    key: orNull(row, 'key', text),
    tags: texts(row, 'tags'),
    metadata: orNull(row, 'metadata', object<Metadata>),
    session_id: orNull(row, 'session_id', text),
    occurred_at: integer(row, 'occurred_at'),
    created_at: integer(row, 'created_at'),
    expires_at: orNull(row, 'expires_at', integer),
    source: object<Source>(row, 'source'),
    version: integer(row, 'version'),
    seen_count: integer(row, 'seen_count'),
    access_count: integer(row, 'access_count'),
    last_accessed_at: orNull(row, 'last_accessed_at', integer),
    valid_to: orNull(row, 'valid_to', integer),
    superseded_at: orNull(row, 'superseded_at', integer),
    superseded_by: orNull(row, 'superseded_by', text),
  };
}

export function versionOf(row: SqlRow): MemoryVersion {
  return {
    memory_id: text(row, 'memory_id'),
    version: integer(row, 'version'),
    content: text(row, 'content'),
    importance: real(row, 'importance'),
    volatility: oneOf(row, 'volatility', VOLATILITIES),
    tags: texts(row, 'tags'),
    metadata: orNull(row, 'metadata', object<Metadata>),
    expires_at: orNull(row, 'expires_at', integer),
    recorded_at: integer(row, 'recorded_at'),
    replaced_at: orNull(row, 'replaced_at', integer),
    source: object<Source>(row, 'source'),
    reason: orNull(row, 'reason', text),
  };
}

/** A link without a memory is a gap: forgotten, or purged after its expiry. */
export function linkOf(row: SqlRow): ChainLink {
  const identity = orNull(row, 'identity', text);
  return {
    id: text(row, 'id'),
    occurred_at: integer(row, 'occurred_at'),
    created_at: integer(row, 'created_at'),
    forgotten: identity === null,
    identity,
    valid_to: orNull(row, 'valid_to', integer),
    superseded_at: orNull(row, 'superseded_at', integer),
    superseded_by: orNull(row, 'superseded_by', text),
  };
}

export function tombstoneOf(row: SqlRow): Tombstone {
  return {
    id: text(row, 'id'),
    layer: oneOf(row, 'layer', LAYERS),
    content_hashes: texts(row, 'content_hashes'),
    key_hash: orNull(row, 'key_hash', text),
    occurred_at: integer(row, 'occurred_at'),
    created_at: integer(row, 'created_at'),
    forgotten_at: integer(row, 'forgotten_at'),
  };
}
