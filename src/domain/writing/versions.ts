/** Versions of a memory: one wording and its settings, with who, when and why. Pure. */
import type { Instant } from '../instant.ts';
import type { Memory, MemoryVersion, Source } from '../memory.ts';

/** What a version keeps: everything that a correction can change. */
export type Wording = Pick<Memory, 'content' | 'importance' | 'volatility' | 'tags' | 'metadata' | 'expires_at'>;

export interface Revision {
  readonly memory: Memory;
  readonly version: MemoryVersion;
}

export const versionOf = (memory: Memory, recorded_at: Instant, source: Source, reason: string | null): MemoryVersion => ({
  memory_id: memory.id,
  version: memory.version,
  content: memory.content,
  importance: memory.importance,
  volatility: memory.volatility,
  tags: memory.tags,
  metadata: memory.metadata,
  expires_at: memory.expires_at,
  recorded_at,
  replaced_at: null,
  source,
  reason,
});

/** The next version. The memory keeps its id, its times and the source that first brought it. */
export function revise(
  memory: Memory,
  change: Partial<Wording> & { readonly seen_count?: number },
  stamp: { readonly now: Instant; readonly source: Source; readonly reason: string | null },
): Revision {
  const revised = { ...memory, ...change, version: memory.version + 1 };
  return { memory: revised, version: versionOf(revised, stamp.now, stamp.source, stamp.reason) };
}

/** The memory in the wording and with the settings recorded by `known_at`; null when it was not recorded yet. */
export function asKnownAt(memory: Memory, versions: readonly MemoryVersion[], known_at: Instant): Memory | null {
  const then = versions.findLast(({ recorded_at }) => recorded_at <= known_at);
  if (then === undefined) return null;
  const { content, importance, volatility, tags, metadata, expires_at, version } = then;
  return { ...memory, content, importance, volatility, tags, metadata, expires_at, version };
}
