/** Who is visible at a View, written as plainly as the rule reads; the SQL of every store must agree with it. */
import { type Memory, type MemoryVersion, stateOf } from '../../src/domain/memory.ts';
import { keyHash } from '../../src/domain/text/hash.ts';
import type { MemoryFilter, View } from '../../src/domain/view.ts';
import { byChainOrder, type Records, type Row } from './records.ts';

/** The wording and settings that the view reads: the current ones, or those recorded by `known_at`. */
function versionAt(row: Row, view: View): MemoryVersion | null {
  const { known_at } = view;
  return (
    row.versions.find((version) =>
      known_at === null
        ? version.replaced_at === null
        : version.recorded_at <= known_at && (version.replaced_at === null || version.replaced_at > known_at),
    ) ?? null
  );
}

export function visible(records: Records, row: Row, view: View): boolean {
  const { memory } = row;
  const { as_of, known_at } = view;
  const version = versionAt(row, view);
  if (version === null) return false;
  const moment = as_of ?? known_at ?? view.now;
  if (version.expires_at !== null && version.expires_at <= moment) return false;
  if (as_of !== null && memory.occurred_at > as_of) return false;
  if (view.include_superseded) return true;
  if (as_of === null && known_at === null) return memory.superseded_at === null;
  if (memory.key === null) return true;
  return !records
    .chain(keyHash(memory.key))
    .some(
      (link) =>
        byChainOrder(link, memory) > 0 &&
        (as_of !== null ? link.occurred_at <= as_of : link.created_at <= (known_at ?? Number.POSITIVE_INFINITY)),
    );
}

/** The memory as the view reads it. Its end of validity and its expiry stay today's, because `state` is today's. */
export function seen(row: Row, view: View): Memory {
  const version = view.known_at === null ? null : versionAt(row, view);
  if (version === null) return row.memory;
  const { content, importance, volatility, tags, metadata } = version;
  return { ...row.memory, content, importance, volatility, tags, metadata, version: version.version };
}

export function matches(memory: Memory, filter: MemoryFilter): boolean {
  return (
    (filter.layer === undefined || memory.layer === filter.layer) &&
    (filter.session_id === undefined || memory.session_id === filter.session_id) &&
    (filter.key === undefined || memory.key === filter.key) &&
    (filter.tags === undefined || filter.tags.every((tag) => memory.tags.includes(tag))) &&
    (filter.since === undefined || memory.occurred_at >= filter.since) &&
    (filter.until === undefined || memory.occurred_at <= filter.until) &&
    (filter.ids === undefined || filter.ids.includes(memory.id))
  );
}

export const searchable = (row: Row, now: number): boolean => {
  const state = stateOf(row.memory, now);
  return state !== 'expired' && (row.memory.expires_at === null || row.memory.expires_at > now);
};
