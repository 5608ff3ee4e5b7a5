import type { Instant } from '../instant.ts';
import type { Memory, MemoryId, Origin, Source, TimeRange, Volatility } from '../memory.ts';
import { contentHash, sha256Hex } from '../text/hash.ts';
import type { SummarySource } from './source.ts';

/** Least trusted first. A memory without an origin is trusted more than raw tool output and less than an agent's inference. */
const TRUST: readonly (Origin | null)[] = ['tool', null, 'agent', 'user'];
/** Soonest forgotten first. */
const LASTING: readonly Volatility[] = ['volatile', 'stable', 'permanent'];

export interface SummaryText {
  readonly text: string;
  readonly method: 'llm' | 'extractive';
}

export interface SummaryStamp {
  readonly id: MemoryId;
  readonly now: Instant;
  readonly session_id: string | null;
  /** Who made it, through which door. */
  readonly source: Pick<Source, 'via' | 'client'>;
}

export interface DraftedSummary {
  readonly memory: Memory;
  readonly identity: string;
  readonly content_hash: string;
}

/** Sources in time order, ties by id, each once: the order in which they are read and named. */
export const inTimeOrder = (memories: readonly Memory[]): readonly Memory[] =>
  [...new Map(memories.map((memory) => [memory.id, memory])).values()].sort(
    (left, right) => left.occurred_at - right.occurred_at || left.created_at - right.created_at || (left.id < right.id ? -1 : 1),
  );

export const asSummarySources = (memories: readonly Memory[]): readonly SummarySource[] =>
  memories.map(({ content, importance, source }) => ({
    content,
    importance,
    ...(source.role === undefined ? {} : { role: source.role }),
  }));

/**
 * A summary is what it was made of, not what it says: the same sources and length are the same summary, and a source that happens to say
 * the same stays a memory of its own.
 */
export const summaryIdentity = (ids: readonly MemoryId[], characters_max: number): string =>
  sha256Hex(JSON.stringify(['summary', [...new Set(ids)].sort(), characters_max]));

/** The span that the sources cover; a source that is a summary itself covers what it was made of. */
export const timeRangeOf = (sources: readonly Memory[]): TimeRange => ({
  from: Math.min(...sources.map(({ occurred_at, source }) => source.time_range?.from ?? occurred_at)),
  to: Math.max(...sources.map(({ occurred_at, source }) => source.time_range?.to ?? occurred_at)),
});

/**
 * An episodic record that claims no more than its sources: the lowest origin and importance among them, gone as soon as the first of them
 * is, happened when the last of them did. `sources` is not empty.
 */
export function draftSummary(
  sources: readonly Memory[],
  summary: SummaryText,
  characters_max: number,
  stamp: SummaryStamp,
): DraftedSummary {
  const origin = lowest(
    TRUST,
    sources.map((memory) => memory.origin),
  );
  const time_range = timeRangeOf(sources);
  const ids = sources.map(({ id }) => id);
  const expiries = sources.flatMap(({ expires_at }) => expires_at ?? []);
  const sessions = new Set(sources.map(({ session_id }) => session_id));
  const memory: Memory = {
    id: stamp.id,
    layer: 'episodic',
    content: summary.text,
    origin,
    importance: Math.min(...sources.map(({ importance }) => importance)),
    volatility: lowest(
      LASTING,
      sources.map(({ volatility }) => volatility),
    ),
    key: null,
    tags: [],
    metadata: null,
    session_id: stamp.session_id ?? (sessions.size === 1 ? (sources[0]?.session_id ?? null) : null),
    occurred_at: time_range.to,
    created_at: stamp.now,
    expires_at: expiries.length === 0 ? null : Math.min(...expiries),
    source: { ...stamp.source, ...(origin === null ? {} : { origin }), ids, time_range, method: summary.method },
    version: 1,
    seen_count: 1,
    access_count: 0,
    last_accessed_at: null,
    valid_to: null,
    superseded_at: null,
    superseded_by: null,
  };
  return { memory, identity: summaryIdentity(ids, characters_max), content_hash: contentHash(summary.text) };
}

function lowest<Value>(order: readonly Value[], values: readonly Value[]): Value {
  const found = order.find((value) => values.includes(value));
  if (found === undefined) throw new Error('a summary needs a source');
  return found;
}
