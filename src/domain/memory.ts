/**
 * The nouns of the product. Pure data: no I/O, no clock, no schema library.
 * A memory is what a caller told us plus what the service knows about it; field names are those of the wire.
 */
import type { Instant } from './instant.ts';

export const LAYERS = ['episodic', 'semantic'] as const;
export type Layer = (typeof LAYERS)[number];

export const ORIGINS = ['user', 'agent', 'tool'] as const;
export type Origin = (typeof ORIGINS)[number];

export const VOLATILITIES = ['volatile', 'stable', 'permanent'] as const;
export type Volatility = (typeof VOLATILITIES)[number];

export const STATES = ['live', 'expired', 'superseded', 'forgotten'] as const;
export type State = (typeof STATES)[number];

export const ROLES = ['user', 'assistant', 'system', 'tool'] as const;
export type Role = (typeof ROLES)[number];

/** Lower-case UUIDv7, unique within its namespace only. */
export type MemoryId = string;

/** `[A-Za-z0-9._:/@-]{1,128}`; comes from the credential, never from stored text. */
export type Namespace = string;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Metadata = { readonly [name: string]: Json };

export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** Stamped by the service; a caller cannot set any of it. */
export interface Source {
  /** Tool or route, e.g. `mcp:memory_write`, `rest:POST /v1/memories`, `import`, `compression`. */
  readonly via: string;
  /** Client name and version as it introduced itself, when it did. */
  readonly client?: string;
  readonly origin?: Origin;
  /** For a recorded turn. */
  readonly role?: Role;
  /** Tool data of a turn, after masking. */
  readonly tool?: Json;
  /** For a summary: the memories it was made of, and the span of time they cover. */
  readonly ids?: readonly MemoryId[];
  readonly time_range?: TimeRange;
  /** For a summary: how it was made. */
  readonly method?: 'llm' | 'extractive';
}

export interface Memory {
  readonly id: MemoryId;
  readonly layer: Layer;
  /** Cleaned and masked text, 1 to CONTENT_CHARACTERS_MAX code points. */
  readonly content: string;
  readonly origin: Origin | null;
  readonly importance: number;
  readonly volatility: Volatility;
  /** Semantic only: what the fact is about. */
  readonly key: string | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata | null;
  readonly session_id: string | null;
  /** When it happened or became true (valid time). */
  readonly occurred_at: Instant;
  /** When it was recorded (transaction time). */
  readonly created_at: Instant;
  /** Whole seconds. */
  readonly expires_at: Instant | null;
  readonly source: Source;
  readonly version: number;
  readonly seen_count: number;
  readonly access_count: number;
  readonly last_accessed_at: Instant | null;
  /** Keyed facts: the end of validity, i.e. the `occurred_at` of what came next under the key (forgotten or not). */
  readonly valid_to: Instant | null;
  /** When the service learnt of what came next. */
  readonly superseded_at: Instant | null;
  readonly superseded_by: MemoryId | null;
}

/** One wording and its settings: every change of content, importance, tags, metadata, ttl or volatility makes one. */
export interface MemoryVersion {
  readonly memory_id: MemoryId;
  /** From 1. */
  readonly version: number;
  readonly content: string;
  readonly importance: number;
  readonly volatility: Volatility;
  readonly tags: readonly string[];
  readonly metadata: Metadata | null;
  readonly expires_at: Instant | null;
  readonly recorded_at: Instant;
  /** When the next version was recorded; null for the current one. */
  readonly replaced_at: Instant | null;
  /** Who and how: the route or tool that made this version. */
  readonly source: Source;
  /** Why, in the caller's words or the service's (`merged near-duplicate`, `fade`, `restore of version 2`). */
  readonly reason: string | null;
}

/** What remains of a forgotten memory: no content, no key, no tags. Blocks re-import; keeps its place in a chain of facts. */
export interface Tombstone {
  readonly id: MemoryId;
  readonly layer: Layer;
  /** SHA-256 (hex) of each folded wording it ever had. */
  readonly content_hashes: readonly string[];
  /** SHA-256 (hex) of the key, when it had one. */
  readonly key_hash: string | null;
  readonly occurred_at: Instant;
  readonly created_at: Instant;
  readonly forgotten_at: Instant;
}

/** Precedence: forgotten, superseded, expired, live. */
export function stateOf(memory: Pick<Memory, 'superseded_at' | 'expires_at'>, now: Instant): Exclude<State, 'forgotten'> {
  if (memory.superseded_at !== null) return 'superseded';
  if (memory.expires_at !== null && memory.expires_at <= now) return 'expired';
  return 'live';
}
