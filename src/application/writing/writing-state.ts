/**
 * What the writer knows while it plans: the store's answer, plus what earlier items of the same batch will have changed. So an item of a
 * batch is decided exactly as if the items before it had been written one by one.
 */
import { type Link, place } from '../../domain/facts/chain.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Memory, type MemoryId, stateOf } from '../../domain/memory.ts';
import type { Change, StoredReply, WriteContext } from '../../ports/memory-store.ts';

/** A memory that an earlier item of this batch brought or reworded, with what it is compared by. */
export interface Fresh {
  readonly memory: Memory;
  /** Null: not embedded, or in several chunks. */
  readonly vector: Float32Array | null;
  readonly terms: ReadonlySet<string>;
}

export class WritingState {
  readonly now: Instant;
  readonly changes: Change[] = [];
  readonly fresh = new Map<MemoryId, Fresh>();
  live: number;
  readonly #context: WriteContext;
  readonly #asked: ReadonlySet<MemoryId>;
  readonly #by_identity: Map<string, Memory>;
  readonly #by_id: Map<MemoryId, Memory>;
  readonly #chains: Map<string, readonly Link[]>;
  readonly #replies: Map<string, StoredReply>;

  /** `asked`: ids that the store was asked for, whether it has them or not. */
  constructor(context: WriteContext, now: Instant, asked: ReadonlySet<MemoryId>) {
    this.now = now;
    this.live = context.live;
    this.#context = context;
    this.#asked = asked;
    this.#by_identity = new Map(context.by_identity);
    this.#by_id = new Map([...[...context.by_identity.values()].map((memory) => [memory.id, memory] as const), ...context.by_id]);
    this.#chains = new Map(context.chains);
    this.#replies = new Map(context.replies);
  }

  get replies(): ReadonlyMap<string, StoredReply> {
    return this.#replies;
  }

  memory(id: MemoryId): Memory | undefined {
    return this.#by_id.get(id);
  }

  /** What is known of it is all there is. */
  hasRead(id: MemoryId): boolean {
    return this.#asked.has(id) || this.#by_id.has(id);
  }

  /** A memory that says the same and still counts: an expired one does not swallow a new write. */
  same(identity: string): Memory | undefined {
    const memory = this.#by_identity.get(identity);
    return memory !== undefined && this.isLive(memory) ? memory : undefined;
  }

  chain(key: string): readonly Link[] {
    return this.#chains.get(key) ?? [];
  }

  wasForgotten(content_hash: string): boolean {
    return (this.#context.tombstones_by_hash.get(content_hash) ?? []).length > 0;
  }

  isLive(memory: Memory): boolean {
    return stateOf(memory, this.now) === 'live';
  }

  isExpired(memory: Memory): boolean {
    return memory.expires_at !== null && memory.expires_at <= this.now;
  }

  /** Adds a change and, when it makes a memory say something else, what later items will see. */
  record(change: Change): void {
    this.changes.push(change);
    if (change.type === 'remember_reply') this.#replies.set(change.idempotency_key, change);
    else if (change.type === 'insert') {
      this.#by_id.set(change.memory.id, change.memory);
      this.#by_identity.set(change.identity, change.memory);
    } else if (change.type === 'revise') {
      this.#by_id.set(change.memory.id, change.memory);
      this.#rename(change.memory, change.identity);
    } else if (change.type === 'seen') this.#alter(change.id, { seen_count: change.seen_count });
    else if (change.type === 'relink') {
      const { valid_to, superseded_at, superseded_by } = change;
      this.#alter(change.id, { valid_to, superseded_at, superseded_by });
    }
  }

  /** Puts a new value into its key's chain. Returns it with its links, and what it superseded. */
  enchain(memory: Memory, identity: string): { readonly memory: Memory; readonly superseded_id: MemoryId | null } {
    if (memory.key === null) return { memory, superseded_id: null };
    const { id, occurred_at, created_at, valid_to, superseded_at, superseded_by } = memory;
    const link: Link = { id, occurred_at, created_at, valid_to, superseded_at, superseded_by, forgotten: false, identity };
    const { links, entry, relinked, superseded_id } = place(this.chain(memory.key), link);
    this.#chains.set(memory.key, links);
    for (const { id: linked, ...validity } of relinked)
      this.record({
        type: 'relink',
        id: linked,
        valid_to: validity.valid_to,
        superseded_at: validity.superseded_at,
        superseded_by: validity.superseded_by,
      });
    return {
      memory: { ...memory, valid_to: entry.valid_to, superseded_at: entry.superseded_at, superseded_by: entry.superseded_by },
      superseded_id,
    };
  }

  /** A reworded memory no longer answers to what it said before, neither as a repeat nor in its key's chain. */
  #rename(memory: Memory, identity: string): void {
    for (const [old, known] of this.#by_identity) if (known.id === memory.id) this.#by_identity.delete(old);
    this.#by_identity.set(identity, memory);
    if (memory.key === null) return;
    const links = this.chain(memory.key).map((link) => (link.id === memory.id ? { ...link, identity } : link));
    this.#chains.set(memory.key, links);
  }

  #alter(id: MemoryId, change: Partial<Memory>): void {
    const known = this.#by_id.get(id);
    if (known === undefined) return;
    const altered = { ...known, ...change };
    this.#by_id.set(id, altered);
    for (const [identity, memory] of this.#by_identity) if (memory.id === id) this.#by_identity.set(identity, altered);
    const fresh = this.fresh.get(id);
    if (fresh !== undefined) this.fresh.set(id, { ...fresh, memory: altered });
  }
}
