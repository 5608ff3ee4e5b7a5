/**
 * The transfer format, version 1: NDJSON, one object a line, in an order that an import can follow. First a header, then memories with all
 * their versions in the order of their creation, then tombstones, then sessions. Times are ISO 8601 in UTC with milliseconds.
 * A memory whose versions outgrow one line is written as it stood after the first of them, and lines of type `versions` continue it. Pure.
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

/** A line that grows beyond this is continued by another; well below what one line of an import may hold in bytes. */
const LINE_CHARACTERS_MAX = 200_000;

/** One line, or several when there are many long versions; each version stands in exactly one of them. */
export function memoryLines(memory: Memory, versions: readonly MemoryVersion[]): readonly string[] {
  const [first = [], ...more] = groupsOf(versions);
  const last = first.at(-1);
  if (more.length === 0 || last === undefined) return [memoryLine(memory, versions)];
  const { content, importance, volatility, tags, metadata, expires_at, version } = last;
  const begun = { ...memory, content, importance, volatility, tags, metadata, expires_at, version };
  return [
    memoryLine(begun, first),
    ...more.map((group) => JSON.stringify({ type: 'versions', id: memory.id, versions: group.map(versionJson) })),
  ];
}

function groupsOf(versions: readonly MemoryVersion[]): readonly (readonly MemoryVersion[])[] {
  const groups: MemoryVersion[][] = [];
  let room = 0;
  for (const version of versions) {
    const characters = JSON.stringify(versionJson(version)).length;
    const group = groups.at(-1);
    if (group === undefined || characters > room) {
      groups.push([version]);
      room = LINE_CHARACTERS_MAX - characters;
    } else {
      group.push(version);
      room -= characters;
    }
  }
  return groups;
}

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
    versions: versions.map(versionJson),
  });
}

const versionJson = (one: MemoryVersion) => ({
  version: one.version,
  ...wordingJson(one),
  ...times({ recorded_at: one.recorded_at, replaced_at: one.replaced_at }),
  source: sourceJson(one.source),
  reason: one.reason,
});

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
