/** What the three store contracts share: how to get stores, how to skip with a reason, and how to make nouns. */
import { test } from 'vitest';
import { DAY_MS, type Instant } from '../../src/domain/instant.ts';
import type { Memory, MemoryId, MemoryVersion, Tombstone } from '../../src/domain/memory.ts';
import { contentHash, identityOf, keyHash } from '../../src/domain/text/hash.ts';
import type { View } from '../../src/domain/view.ts';
import type { CandidateSource } from '../../src/ports/candidate-source.ts';
import type { Change, MemoryStore, PageRequest } from '../../src/ports/memory-store.ts';
import type { WorkingSetStore } from '../../src/ports/working-set-store.ts';

export interface Stores {
  readonly store: MemoryStore;
  readonly candidates: CandidateSource;
  readonly working: WorkingSetStore;
}

export interface ContractOptions {
  readonly name: string;
  /** Runs the work with stores of a fresh, empty namespace. */
  readonly withStores: (work: (stores: Stores) => Promise<void>) => Promise<void>;
  /** Tests that an implementation cannot pass, by name, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

/** `check` registers one behaviour; the names must be told apart within a contract. */
export function checker({ withStores, skip = [] }: ContractOptions) {
  return (name: string, work: (stores: Stores) => Promise<void>): void => {
    const reason = skip.find(({ tests }) => tests.includes(name))?.reason;
    test.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (${reason})`, () => withStores(work));
  };
}

/** 2026-01-01T00:00:00Z; the contracts' day 0. */
const DAY_ZERO: Instant = 1_767_225_600_000;
export const day = (number: number): Instant => DAY_ZERO + number * DAY_MS;

/** A well-formed UUIDv7 that says its number. */
export const idOf = (number: number): MemoryId => `01940000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export const view = (fields: Partial<View> = {}): View => ({
  now: day(100),
  as_of: null,
  known_at: null,
  include_superseded: false,
  ...fields,
});

export function memoryOf(number: number, content: string, fields: Partial<Memory> = {}): Memory {
  const occurred_at = fields.occurred_at ?? day(number);
  return {
    id: idOf(number),
    layer: fields.key === undefined || fields.key === null ? 'episodic' : 'semantic',
    content,
    origin: 'user',
    importance: 0.75,
    volatility: 'stable',
    key: null,
    tags: [],
    metadata: null,
    session_id: null,
    created_at: occurred_at,
    expires_at: null,
    source: { via: 'contract', client: 'vitest 5' },
    version: 1,
    seen_count: 1,
    access_count: 0,
    last_accessed_at: null,
    valid_to: null,
    superseded_at: null,
    superseded_by: null,
    ...fields,
    occurred_at,
  };
}

export function versionOf(memory: Memory, fields: Partial<MemoryVersion> = {}): MemoryVersion {
  const { id: memory_id, version, content, importance, volatility, tags, metadata, expires_at, source } = memory;
  const recorded_at = memory.created_at;
  return {
    memory_id,
    version,
    content,
    importance,
    volatility,
    tags,
    metadata,
    expires_at,
    recorded_at,
    replaced_at: null,
    source,
    reason: null,
    ...fields,
  };
}

export const insertOf = (memory: Memory, versions: readonly MemoryVersion[] = [versionOf(memory)], index = true): Change => ({
  type: 'insert',
  memory,
  identity: identityOf(memory),
  content_hash: contentHash(memory.content),
  versions,
  index,
});

/** The change, and the memory after it. */
export function revisionOf(memory: Memory, recorded_at: Instant, fields: Partial<Memory>, reindex = fields.content !== undefined) {
  const next: Memory = { ...memory, ...fields, version: memory.version + 1 };
  const version = versionOf(next, { recorded_at, reason: 'corrected' });
  const change: Change = {
    type: 'revise',
    memory: next,
    identity: identityOf(next),
    content_hash: contentHash(next.content),
    version,
    reindex,
  };
  return { next, change };
}

export function tombstoneOf(memory: Memory, forgotten_at: Instant, wordings: readonly string[] = [memory.content]): Tombstone {
  const { id, layer, occurred_at, created_at, key } = memory;
  const content_hashes = [...new Set(wordings.map(contentHash))].sort();
  return { id, layer, content_hashes, key_hash: key === null ? null : keyHash(key), occurred_at, created_at, forgotten_at };
}

export const NO_LOOKUP = { identities: [], content_hashes: [], keys: [], idempotency_keys: [], ids: [] };

export const guardOf = async (store: MemoryStore): Promise<string> => (await store.lookUp(NO_LOOKUP, day(100))).guard;

export async function commit(store: MemoryStore, ...changes: readonly Change[]): Promise<void> {
  const outcome = await store.commit(changes, await guardOf(store));
  if (outcome !== 'committed') throw new Error(`expected committed, got ${outcome}`);
}

/** Every item of a paged reading, `limit` at a time. */
export async function pages<Item>(
  limit: number,
  read: (request: PageRequest) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
  between: () => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  do {
    const page: { readonly items: readonly Item[]; readonly next: string | null } = await read({ limit, after });
    items.push(...page.items);
    after = page.next;
    await between();
  } while (after !== null);
  return items;
}
