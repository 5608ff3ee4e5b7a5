/** Between rows and nouns: which columns are asked for, and what stands in `texts.detail`. */
import type { Memory, MemoryVersion, Metadata, Source, Tombstone } from '../../domain/memory.ts';
import { type SqlRow, text } from '../sql/columns.ts';
import { memoryFrom, tombstoneFrom, versionFrom } from '../sql/records.ts';

/** `m` memories, `v` versions, `t` texts. */
export const MEMORY_COLUMNS = `m.id, m.layer, m.origin, m.session_id, m.occurred_at, m.created_at, m.expires_at, m.seen_count, m.access_count,
  m.last_accessed_at, m.valid_to, m.superseded_at, m.superseded_by, v.version, v.importance, v.volatility, t.content, t.detail`;

export const CURRENT = 'memories AS m JOIN versions AS v ON v.seq = m.text_seq JOIN texts AS t ON t.seq = v.seq';

export const VERSION_COLUMNS =
  'm.id, v.version, v.importance, v.volatility, v.expires_at, v.recorded_at, v.replaced_at, t.content, t.detail';

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

export const memoryOf = (row: SqlRow): Memory => memoryFrom(row, readDetail(row));

export function versionOf(row: SqlRow): MemoryVersion {
  const { tags, metadata, source, version_source, reason } = readDetail(row);
  return versionFrom(row, { memory_id: text(row, 'id'), tags, metadata, source: version_source ?? source, reason });
}

/** `content_hashes` comes as a JSON array. */
export const tombstoneOf = (row: SqlRow): Tombstone => tombstoneFrom(row, JSON.parse(text(row, 'content_hashes')) as string[]);
