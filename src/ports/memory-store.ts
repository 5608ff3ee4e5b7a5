/**
 * The record store: the truth. One namespace per instance; no method takes a namespace, so none can forget one.
 * There is no interactive transaction common to the engines we run on: a verb looks up, decides purely, and commits a batch of changes
 * atomically under the guard it looked up with; `conflict` means somebody was faster and the verb starts over.
 * Outages throw StoreUnavailable (ports/store-unavailable.ts), which the application maps once to an `unavailable` failure.
 */
import type { Instant } from '../domain/instant.ts';
import type { Layer, Memory, MemoryId, MemoryVersion, State, Tombstone } from '../domain/memory.ts';
import type { MemoryFilter, View } from '../domain/view.ts';

/** Opaque to the application: what the store compares at commit. */
export type Guard = string;

export interface WriteLookup {
  /** SHA-256 (hex) over layer, key, session (episodic only) and folded content: exact-duplicate identity. */
  readonly identities: readonly string[];
  /** SHA-256 (hex) of folded content: tombstones are matched by these. */
  readonly content_hashes: readonly string[];
  readonly keys: readonly string[];
  readonly idempotency_keys: readonly string[];
  /** Memories to hand back as they stand (near neighbours, targets of a correction, imported ids). */
  readonly ids: readonly MemoryId[];
}

/** A link of a key's chain in chain order (occurred_at, created_at, id). Forgotten links keep their place. */
export interface ChainLink {
  readonly id: MemoryId;
  readonly occurred_at: Instant;
  readonly created_at: Instant;
  readonly forgotten: boolean;
  readonly identity: string | null;
  readonly valid_to: Instant | null;
  readonly superseded_at: Instant | null;
  readonly superseded_by: MemoryId | null;
}

export interface StoredReply {
  readonly fingerprint: string;
  readonly reply: string;
}

export interface WriteContext {
  readonly guard: Guard;
  /** Memories by identity; the newest when several share it. Forgotten ones are not here. */
  readonly by_identity: ReadonlyMap<string, Memory>;
  readonly chains: ReadonlyMap<string, readonly ChainLink[]>;
  readonly tombstones_by_hash: ReadonlyMap<string, readonly Tombstone[]>;
  readonly tombstones_by_id: ReadonlyMap<MemoryId, Tombstone>;
  readonly replies: ReadonlyMap<string, StoredReply>;
  /** Those asked for, and of each key the value that no newer one has superseded. */
  readonly by_id: ReadonlyMap<MemoryId, Memory>;
  /** Live memories at `now`. */
  readonly live: number;
}

export type Change =
  /** A new memory with its versions (one, or several from an import). Queues it for vector indexing unless `index` is false. */
  | {
      readonly type: 'insert';
      readonly memory: Memory;
      readonly identity: string;
      readonly content_hash: string;
      readonly versions: readonly MemoryVersion[];
      readonly index: boolean;
    }
  /** A new version of a known memory; the current version gets `replaced_at`. Queues re-indexing when the content differs. */
  | {
      readonly type: 'revise';
      readonly memory: Memory;
      readonly identity: string;
      readonly content_hash: string;
      readonly version: MemoryVersion;
      readonly reindex: boolean;
    }
  /** Seen again with nothing new. */
  | { readonly type: 'seen'; readonly id: MemoryId; readonly seen_count: number }
  /** The chain around a link changed. */
  | {
      readonly type: 'relink';
      readonly id: MemoryId;
      readonly valid_to: Instant | null;
      readonly superseded_at: Instant | null;
      readonly superseded_by: MemoryId | null;
    }
  /** Removes text, versions, lexical entries and vectors' claim; leaves the tombstone. Queues vector removal. */
  | { readonly type: 'forget'; readonly tombstone: Tombstone }
  /** A tombstone that arrives by import for a memory that is not here. */
  | { readonly type: 'bury'; readonly tombstone: Tombstone }
  | {
      readonly type: 'remember_reply';
      readonly idempotency_key: string;
      readonly fingerprint: string;
      readonly reply: string;
      readonly expires_at: Instant;
    };

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque position after the last item; null at the end. */
  readonly next: string | null;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: string | null;
}

export interface ListQuery extends PageRequest {
  readonly filter: MemoryFilter;
  readonly states: readonly Exclude<State, 'forgotten'>[];
  readonly now: Instant;
}

export interface PendingWork {
  readonly index: readonly MemoryId[];
  readonly remove: readonly MemoryId[];
}

export interface StoreCounts {
  readonly counts: Readonly<Record<Layer, Readonly<Record<State, number>>>>;
  /** Searchable memories without a vector of the generation asked for. */
  readonly unembedded: number;
  /** Queued index or removal work. */
  readonly pending: number;
  readonly oldest: Instant | null;
  readonly newest: Instant | null;
}

export interface MemoryStore {
  readonly name: string;
  lookUp(lookup: WriteLookup, now: Instant): Promise<WriteContext>;
  /** `guard` null: whatever has been committed meanwhile; for changes that were decided by nothing that may have moved. */
  commit(changes: readonly Change[], guard: Guard | null): Promise<'committed' | 'conflict'>;

  get(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Memory>>;
  /** Oldest first; empty for an unknown id. */
  versions(id: MemoryId): Promise<readonly MemoryVersion[]>;
  /** Newest `created_at` first, ties by id descending. */
  list(query: ListQuery): Promise<Page<Memory>>;
  /** Keyed semantic memories that hold at the view, by key ascending. */
  facts(view: View, page: PageRequest): Promise<Page<Memory>>;
  /** Every link of one key in chain order, forgotten places included as null memory. */
  chain(key: string): Promise<readonly { readonly link: ChainLink; readonly memory: Memory | null }[]>;
  /** Live summaries that were made of any of these, transitively. */
  summariesOf(ids: readonly MemoryId[]): Promise<readonly Memory[]>;
  /** Everything in creation order (created_at, id) for export: memories with all their versions, then tombstones. */
  dump(
    page: PageRequest,
  ): Promise<Page<{ readonly memory: Memory; readonly versions: readonly MemoryVersion[] } | { readonly tombstone: Tombstone }>>;
  counts(now: Instant, generation: string | null): Promise<StoreCounts>;

  /** Raises access_count and last_accessed_at; makes no version. */
  touch(ids: readonly MemoryId[], now: Instant): Promise<void>;

  /** The outbox: what the vector index still has to learn. */
  pending(limit: number, now: Instant): Promise<PendingWork>;
  /** `generation` null: settled without a vector (language not supported). */
  settle(ids: readonly MemoryId[], generation: string | null): Promise<void>;
  settleRemoved(ids: readonly MemoryId[]): Promise<void>;
  /** Backs off: try again at `retry_at`. */
  defer(ids: readonly MemoryId[], retry_at: Instant): Promise<void>;
  /** Queues every searchable memory that has no vector of this generation (nor was settled without one for it); returns how many. */
  enqueueStale(generation: string): Promise<number>;

  /** Moves memories whose time is up out of the live counts and queues their vectors for removal; returns ids. */
  expire(now: Instant, limit: number): Promise<readonly MemoryId[]>;
  /** Removes memories that `expire` swept by then, so that their retention is over, and replies kept for replays that are. */
  purge(now: Instant, swept_before: Instant, limit: number): Promise<number>;
  /** The next moment at which `expire`, `purge` or deferred work has something to do; null for none. */
  nextDue(now: Instant): Promise<Instant | null>;
  /** Removes everything of the namespace, tombstones too; exact count of memories. */
  erase(): Promise<{ readonly memories: number; readonly tombstones: number }>;
  ping(): Promise<boolean>;
}
