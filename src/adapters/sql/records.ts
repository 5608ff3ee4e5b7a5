/** From rows to nouns: what the record tables of both engines have in common. How details are kept differs, so the store brings those. */
import { LAYERS, type Memory, type MemoryVersion, ORIGINS, type Tombstone, VOLATILITIES } from '../../domain/memory.ts';
import type { ChainLink } from '../../ports/memory-store.ts';
import { integer, oneOf, orNull, real, type SqlRow, text } from './columns.ts';

export type MemoryDetail = Pick<Memory, 'key' | 'tags' | 'metadata' | 'source'>;
export type VersionDetail = Pick<MemoryVersion, 'memory_id' | 'tags' | 'metadata' | 'source' | 'reason'>;

export const memoryFrom = (row: SqlRow, detail: MemoryDetail): Memory => ({
  id: text(row, 'id'),
  layer: oneOf(row, 'layer', LAYERS),
  content: text(row, 'content'),
  origin: orNull(row, 'origin', () => oneOf(row, 'origin', ORIGINS)),
  importance: real(row, 'importance'),
  volatility: oneOf(row, 'volatility', VOLATILITIES),
  key: detail.key,
  tags: detail.tags,
  metadata: detail.metadata,
  session_id: orNull(row, 'session_id', text),
  occurred_at: integer(row, 'occurred_at'),
  created_at: integer(row, 'created_at'),
  expires_at: orNull(row, 'expires_at', integer),
  source: detail.source,
  version: integer(row, 'version'),
  seen_count: integer(row, 'seen_count'),
  access_count: integer(row, 'access_count'),
  last_accessed_at: orNull(row, 'last_accessed_at', integer),
  valid_to: orNull(row, 'valid_to', integer),
  superseded_at: orNull(row, 'superseded_at', integer),
  superseded_by: orNull(row, 'superseded_by', text),
});

export const versionFrom = (row: SqlRow, detail: VersionDetail): MemoryVersion => ({
  memory_id: detail.memory_id,
  version: integer(row, 'version'),
  content: text(row, 'content'),
  importance: real(row, 'importance'),
  volatility: oneOf(row, 'volatility', VOLATILITIES),
  tags: detail.tags,
  metadata: detail.metadata,
  expires_at: orNull(row, 'expires_at', integer),
  recorded_at: integer(row, 'recorded_at'),
  replaced_at: orNull(row, 'replaced_at', integer),
  source: detail.source,
  reason: detail.reason,
});

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

export const tombstoneFrom = (row: SqlRow, content_hashes: readonly string[]): Tombstone => ({
  id: text(row, 'id'),
  layer: oneOf(row, 'layer', LAYERS),
  content_hashes,
  key_hash: orNull(row, 'key_hash', text),
  occurred_at: integer(row, 'occurred_at'),
  created_at: integer(row, 'created_at'),
  forgotten_at: integer(row, 'forgotten_at'),
});
