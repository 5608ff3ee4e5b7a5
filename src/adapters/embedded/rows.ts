/** Between rows and nouns, checked in both directions: a row that is not what it should be is a fault to surface, never a guess. */
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

/** `m` memories, `v` versions, `t` texts. */
export const MEMORY_COLUMNS = `m.id, m.layer, m.origin, m.session_id, m.occurred_at, m.created_at, m.expires_at, m.seen_count, m.access_count,
  m.last_accessed_at, m.valid_to, m.superseded_at, m.superseded_by, v.version, v.importance, v.volatility, t.content, t.detail`;

export const CURRENT = 'memories AS m JOIN versions AS v ON v.seq = m.text_seq JOIN texts AS t ON t.seq = v.seq';

export const text = (row: SqlRow, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
};

export const integer = (row: SqlRow, column: string): number => {
  const value = row[column];
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

const orNull = <Value>(row: SqlRow, column: string, read: (row: SqlRow, column: string) => Value): Value | null =>
  row[column] === null || row[column] === undefined ? null : read(row, column);

/** What stands in `texts.detail`. */
interface Detail {
  readonly key: string | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata | null;
  /** The memory's, and the version's when it differs. */
  readonly source: Source;
  readonly version_source?: Source;
  readonly reason: string | null;
}

export function detailOf(memory: Pick<Memory, 'key' | 'source'>, version: MemoryVersion): string {
  const source = JSON.stringify(memory.source);
  const same = JSON.stringify(version.source) === source;
  const { key } = memory;
  const { tags, metadata, reason } = version;
  const detail: Detail = { key, tags, metadata, source: memory.source, reason, ...(same ? {} : { version_source: version.source }) };
  return JSON.stringify(detail);
}

function readDetail(row: SqlRow): Detail {
  const detail: unknown = JSON.parse(text(row, 'detail'));
  if (typeof detail !== 'object' || detail === null || !('tags' in detail) || !Array.isArray(detail.tags) || !('source' in detail))
    throw new TypeError('column detail holds no detail');
  return detail as Detail;
}

export function memoryOf(row: SqlRow): Memory {
  const { key, tags, metadata, source } = readDetail(row);
  return {
    id: text(row, 'id'),
    layer: oneOf(row, 'layer', LAYERS),
    content: text(row, 'content'),
    origin: orNull(row, 'origin', () => oneOf(row, 'origin', ORIGINS)),
    importance: real(row, 'importance'),
    volatility: oneOf(row, 'volatility', VOLATILITIES),
    key,
    tags,
    metadata,
    session_id: orNull(row, 'session_id', text),
    occurred_at: integer(row, 'occurred_at'),
    created_at: integer(row, 'created_at'),
    expires_at: orNull(row, 'expires_at', integer),
    source,
    version: integer(row, 'version'),
    seen_count: integer(row, 'seen_count'),
    access_count: integer(row, 'access_count'),
    last_accessed_at: orNull(row, 'last_accessed_at', integer),
    valid_to: orNull(row, 'valid_to', integer),
    superseded_at: orNull(row, 'superseded_at', integer),
    superseded_by: orNull(row, 'superseded_by', text),
  };
}

export const VERSION_COLUMNS =
  'm.id, v.version, v.importance, v.volatility, v.expires_at, v.recorded_at, v.replaced_at, t.content, t.detail';

export function versionOf(row: SqlRow): MemoryVersion {
  const { tags, metadata, source, version_source, reason } = readDetail(row);
  return {
    memory_id: text(row, 'id'),
    version: integer(row, 'version'),
    content: text(row, 'content'),
    importance: real(row, 'importance'),
    volatility: oneOf(row, 'volatility', VOLATILITIES),
    tags,
    metadata,
    expires_at: orNull(row, 'expires_at', integer),
    recorded_at: integer(row, 'recorded_at'),
    replaced_at: orNull(row, 'replaced_at', integer),
    source: version_source ?? source,
    reason,
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

/** `content_hashes` comes as a JSON array. */
export function tombstoneOf(row: SqlRow): Tombstone {
  return {
    id: text(row, 'id'),
    layer: oneOf(row, 'layer', LAYERS),
    content_hashes: JSON.parse(text(row, 'content_hashes')) as string[],
    key_hash: orNull(row, 'key_hash', text),
    occurred_at: integer(row, 'occurred_at'),
    created_at: integer(row, 'created_at'),
    forgotten_at: integer(row, 'forgotten_at'),
  };
}
