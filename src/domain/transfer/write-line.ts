/**
 * The transfer format, version 1: NDJSON, one object a line, in an order that an import can follow. First a header, then memories with all
 * their versions in the order of their creation, then tombstones, then sessions. Times are ISO 8601 in UTC with milliseconds. Pure.
 */
import type { Instant } from '../instant.ts';
import type { Json, Memory, MemoryVersion, Namespace, Source, Tombstone } from '../memory.ts';
import { toIso } from '../time/parse-instant.ts';
import type { Session } from '../working/session.ts';

export const FORMAT = 'hindsight-export';
export const FORMAT_VERSION = 1;

export const headerLine = (namespace: Namespace, exported_at: Instant): string =>
  JSON.stringify({ type: 'header', format: FORMAT, version: FORMAT_VERSION, namespace, exported_at: toIso(exported_at) });

export function memoryLine(memory: Memory, versions: readonly MemoryVersion[]): string {
  return JSON.stringify({
    type: 'memory',
    ...memory,
    ...times(memory, ['occurred_at', 'created_at', 'expires_at', 'last_accessed_at', 'valid_to', 'superseded_at']),
    source: sourceJson(memory.source),
    versions: versions.map(({ memory_id: _known, ...version }) => ({
      ...version,
      ...times(version, ['expires_at', 'recorded_at', 'replaced_at']),
      source: sourceJson(version.source),
    })),
  });
}

export const tombstoneLine = (tombstone: Tombstone): string =>
  JSON.stringify({ type: 'tombstone', ...tombstone, ...times(tombstone, ['occurred_at', 'created_at', 'forgotten_at']) });

/** Items name their memories; the text is in the memory lines. */
export const sessionLine = (session: Session): string =>
  JSON.stringify({
    type: 'session',
    ...session,
    ...times(session, ['created_at', 'last_active_at']),
    items: session.items.map(({ content: _elsewhere, tokens: _counted, ...item }) => item),
  });

function sourceJson(source: Source): Json {
  const { time_range, ...rest } = source;
  const range = time_range === undefined ? {} : { time_range: { from: toIso(time_range.from), to: toIso(time_range.to) } };
  return { ...rest, ...range };
}

function times<Name extends string>(from: Readonly<Record<Name, Instant | null>>, names: readonly Name[]): Record<string, string | null> {
  return Object.fromEntries(
    names.map((name) => {
      const instant = from[name];
      return [name, instant === null ? null : toIso(instant)];
    }),
  );
}
