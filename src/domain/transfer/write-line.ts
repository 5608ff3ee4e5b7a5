/**
 * The transfer format, version 1: NDJSON, one object a line, in an order that an import can follow. First a header, then memories with all
 * their versions in the order of their creation, then tombstones, then sessions. Times are ISO 8601 in UTC with milliseconds. Pure.
 */
import type { Instant } from '../instant.ts';
import type { Memory, MemoryVersion, Namespace, Source, Tombstone } from '../memory.ts';
import { toIso } from '../time/parse-instant.ts';
import type { Session } from '../working/session.ts';
import type { Wording } from '../writing/versions.ts';

export const FORMAT = 'hindsight-export';
export const FORMAT_VERSION = 1;

export const headerLine = (namespace: Namespace, exported_at: Instant): string =>
  JSON.stringify({ type: 'header', format: FORMAT, version: FORMAT_VERSION, namespace, exported_at: toIso(exported_at) });

/** The order of the fields is written out, so that the same memory makes the same line wherever it was read from. */
export function memoryLine(memory: Memory, versions: readonly MemoryVersion[]): string {
  const { id, layer, key, session_id, origin, version, seen_count, access_count, superseded_by } = memory;
  const { occurred_at, created_at, last_accessed_at, valid_to, superseded_at } = memory;
  return JSON.stringify({
    type: 'memory',
    id,
    layer,
    key,
    session_id,
    origin,
    ...wordingJson(memory),
    ...times({ occurred_at, created_at, last_accessed_at }),
    source: sourceJson(memory.source),
    version,
    seen_count,
    access_count,
    ...times({ valid_to, superseded_at }),
    superseded_by,
    versions: versions.map((one) => ({
      version: one.version,
      ...wordingJson(one),
      ...times({ recorded_at: one.recorded_at, replaced_at: one.replaced_at }),
      source: sourceJson(one.source),
      reason: one.reason,
    })),
  });
}

const wordingJson = ({ content, importance, volatility, tags, metadata, expires_at }: Wording) => ({
  content,
  importance,
  volatility,
  tags,
  metadata,
  ...times({ expires_at }),
});

export function tombstoneLine({ id, layer, content_hashes, key_hash, ...instants }: Tombstone): string {
  const { occurred_at, created_at, forgotten_at } = instants;
  return JSON.stringify({ type: 'tombstone', id, layer, content_hashes, key_hash, ...times({ occurred_at, created_at, forgotten_at }) });
}

/** Items name their memories; the text is in the memory lines. */
export function sessionLine({ id, turn, order, budget_tokens, strategy, created_at, last_active_at, items }: Session): string {
  return JSON.stringify({
    type: 'session',
    id,
    turn,
    order,
    budget_tokens,
    strategy,
    ...times({ created_at, last_active_at }),
    items: items.map(({ id: memory_id, importance, pinned, added_turn, added_order, used_order, retrieved }) => ({
      id: memory_id,
      importance,
      pinned,
      added_turn,
      added_order,
      used_order,
      retrieved,
    })),
  });
}

/** Members that are undefined are left out by JSON. */
function sourceJson({ via, client, origin, role, tool, ids, time_range, method }: Source) {
  const range = time_range === undefined ? undefined : times({ from: time_range.from, to: time_range.to });
  return { via, client, origin, role, tool, ids, time_range: range, method };
}

const times = (instants: Readonly<Record<string, Instant | null>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(instants).map(([name, instant]) => [name, instant === null ? null : toIso(instant)]));
