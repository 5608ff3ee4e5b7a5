/** Finding and reading: commands and replies. */
import type { Instant } from '../../domain/instant.ts';
import type { Layer, Memory, MemoryId, MemoryVersion, State } from '../../domain/memory.ts';
import type { Degradation, Usage } from './caller.ts';

/** A memory as every reader sees it: `state` is today's. */
export interface MemoryRecord extends Omit<Memory, 'valid_to' | 'superseded_at'> {
  readonly state: Exclude<State, 'forgotten'>;
  readonly valid_from: Instant;
  readonly valid_to: Instant | null;
  readonly recorded_at: Instant;
  readonly superseded_at: Instant | null;
}

export interface SearchCommand {
  readonly query: string;
  readonly top_k?: number;
  readonly time_range_days?: number;
  readonly since?: Instant;
  readonly until?: Instant;
  readonly layer?: Layer;
  readonly tags?: readonly string[];
  readonly session_id?: string;
  readonly as_of?: Instant;
  readonly known_at?: Instant;
  readonly include_superseded?: boolean;
  readonly min_score?: number;
  readonly cursor?: string;
}

export interface ScoreParts {
  readonly relevance: number;
  readonly decay: number;
  /** The importance weight, 0.5 + 0.5 × importance. */
  readonly importance: number;
  /** Named contributions to relevance: `dense`, `lexical`, `session`, `window`, `neighbours`, `exact`, ... */
  readonly detail: Readonly<Record<string, number>>;
}

export interface SearchHit extends MemoryRecord {
  readonly score: number;
  readonly score_parts: ScoreParts;
  /** Near-duplicates folded into this hit, when there are any. */
  readonly grouped_ids?: readonly MemoryId[];
  readonly possible_conflict?: readonly MemoryId[];
}

export interface SearchReply {
  readonly results: readonly SearchHit[];
  readonly abstained: boolean;
  /** The best final score seen, even below the floor; null only for an empty scope. */
  readonly best_score: number | null;
  readonly degraded: readonly Degradation[];
  readonly next_cursor: string | null;
  readonly usage: Usage;
  readonly query_truncated?: true;
}

export interface ListCommand {
  readonly limit?: number;
  readonly cursor?: string;
  readonly state?: Exclude<State, 'forgotten'>;
  readonly layer?: Layer;
  readonly session_id?: string;
  readonly tag?: string;
}

export interface HistoryVersion extends MemoryVersion {
  readonly current: boolean;
}

export interface FactReply {
  readonly key: string;
  readonly current: MemoryRecord | null;
  /** Newest validity first. */
  readonly versions: readonly MemoryRecord[];
}

export type RecordPage<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null };
