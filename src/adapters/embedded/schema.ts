/**
 * The tables of one namespace. Its law: words that a caller told us stand in `texts` and nowhere else. Everything else holds ids, hashes and
 * numbers, so forgetting is one overwrite in place (texts.ts says why that is what it takes). Hashes are SHA-256 in hex.
 * The lexical index, its vocabulary, the tallies' triggers and the first rows are in the custom migration beside the generated one.
 */
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Append-only: rows are never resized, moved or deleted between rebuilds. */
export const texts = sqliteTable('texts', {
  seq: integer('seq').primaryKey(),
  content: text('content').notNull(),
  /** Folded terms joined by spaces. */
  terms: text('terms').notNull(),
  /** JSON, see rows.ts. */
  detail: text('detail').notNull(),
});

export const memories = sqliteTable(
  'memories',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    /** The current wording: `versions.seq` and `texts.seq`. */
    text_seq: integer('text_seq').notNull(),
    layer: text('layer').notNull(),
    origin: text('origin'),
    key_hash: text('key_hash'),
    session_id: text('session_id'),
    identity: text('identity').notNull(),
    occurred_at: integer('occurred_at').notNull(),
    created_at: integer('created_at').notNull(),
    expires_at: integer('expires_at'),
    seen_count: integer('seen_count').notNull(),
    access_count: integer('access_count').notNull(),
    last_accessed_at: integer('last_accessed_at'),
    valid_to: integer('valid_to'),
    superseded_at: integer('superseded_at'),
    superseded_by: text('superseded_by'),
    /** `live`, `superseded` or `expired`, as of the last sweep: an expiry since then is accounted for by every reader. */
    state: text('state').notNull(),
    /** 1 when its expiry has been processed. */
    swept: integer('swept').notNull(),
    /** When that was: its retention runs from then, because an import may bring what expired long ago. */
    swept_at: integer('swept_at'),
    /** Embedder whose vector the index holds. */
    generation: text('generation'),
    /** 1 when settled without a vector for the generation wanted now. */
    skipped: integer('skipped').notNull(),
  },
  (table) => [
    uniqueIndex('memories_id').on(table.id),
    index('memories_identity').on(table.identity),
    index('memories_creation').on(table.created_at, table.id),
    index('memories_state').on(table.state, table.occurred_at),
    index('memories_session').on(table.session_id, table.occurred_at, table.created_at, table.id),
    index('memories_expiry').on(table.swept, table.expires_at),
    index('memories_retention').on(table.swept_at),
    index('memories_generation').on(table.swept, table.generation),
  ],
);

export const versions = sqliteTable(
  'versions',
  {
    seq: integer('seq').primaryKey(),
    memory_seq: integer('memory_seq').notNull(),
    version: integer('version').notNull(),
    importance: real('importance').notNull(),
    volatility: text('volatility').notNull(),
    expires_at: integer('expires_at'),
    recorded_at: integer('recorded_at').notNull(),
    replaced_at: integer('replaced_at'),
    term_count: integer('term_count').notNull(),
  },
  (table) => [uniqueIndex('versions_memory').on(table.memory_seq, table.version)],
);

/** Tags of the current wording, by hash: matched literally, and gone from a page without a trace of their text. */
export const memory_tags = sqliteTable(
  'memory_tags',
  { tag_hash: text('tag_hash').notNull(), memory_seq: integer('memory_seq').notNull() },
  (table) => [primaryKey({ columns: [table.tag_hash, table.memory_seq] }), index('memory_tags_memory').on(table.memory_seq)],
);

/** Every place of a key's chain; it outlives its memory. */
export const links = sqliteTable(
  'links',
  {
    key_hash: text('key_hash').notNull(),
    occurred_at: integer('occurred_at').notNull(),
    created_at: integer('created_at').notNull(),
    id: text('id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key_hash, table.occurred_at, table.created_at, table.id] })],
);

export const summary_sources = sqliteTable(
  'summary_sources',
  { source_id: text('source_id').notNull(), summary_id: text('summary_id').notNull() },
  (table) => [primaryKey({ columns: [table.source_id, table.summary_id] }), index('summary_sources_summary').on(table.summary_id)],
);

export const tombstones = sqliteTable(
  'tombstones',
  {
    id: text('id').primaryKey(),
    layer: text('layer').notNull(),
    key_hash: text('key_hash'),
    occurred_at: integer('occurred_at').notNull(),
    created_at: integer('created_at').notNull(),
    forgotten_at: integer('forgotten_at').notNull(),
  },
  (table) => [index('tombstones_creation').on(table.created_at, table.id)],
);

export const tombstone_hashes = sqliteTable(
  'tombstone_hashes',
  { content_hash: text('content_hash').notNull(), id: text('id').notNull() },
  (table) => [primaryKey({ columns: [table.content_hash, table.id] }), index('tombstone_hashes_id').on(table.id)],
);

export const replies = sqliteTable(
  'replies',
  {
    /** Of the idempotency key, which is a caller's words too. */
    key_hash: text('key_hash').primaryKey(),
    fingerprint: text('fingerprint').notNull(),
    text_seq: integer('text_seq').notNull(),
    expires_at: integer('expires_at').notNull(),
  },
  (table) => [index('replies_expiry').on(table.expires_at)],
);

/** Which kept replies name which memory: a reply that quotes it is withdrawn when it is forgotten. */
export const reply_memories = sqliteTable(
  'reply_memories',
  { memory_id: text('memory_id').notNull(), key_hash: text('key_hash').notNull() },
  (table) => [primaryKey({ columns: [table.memory_id, table.key_hash] }), index('reply_memories_key').on(table.key_hash)],
);

/** What the vector index still has to learn; one row a memory, the latest wish wins. */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    memory_id: text('memory_id').notNull(),
    kind: text('kind').notNull(),
    attempts: integer('attempts').notNull().default(0),
    retry_at: integer('retry_at').notNull().default(0),
  },
  (table) => [uniqueIndex('outbox_memory').on(table.memory_id), index('outbox_retry').on(table.retry_at)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    revision: integer('revision').notNull(),
    turn: integer('turn').notNull(),
    event_order: integer('event_order').notNull(),
    budget_tokens: integer('budget_tokens').notNull(),
    strategy: text('strategy').notNull(),
    created_at: integer('created_at').notNull(),
    last_active_at: integer('last_active_at').notNull(),
    expires_at: integer('expires_at').notNull(),
  },
  (table) => [index('sessions_expiry').on(table.expires_at), index('sessions_activity').on(table.last_active_at)],
);

export const working_items = sqliteTable(
  'working_items',
  {
    session_id: text('session_id').notNull(),
    memory_id: text('memory_id').notNull(),
    text_seq: integer('text_seq').notNull(),
    /** 0 when the text is the memory's own: then the item vanishes with it. */
    owned: integer('owned').notNull(),
    tokens: integer('tokens').notNull(),
    importance: real('importance').notNull(),
    pinned: integer('pinned').notNull(),
    added_turn: integer('added_turn').notNull(),
    added_order: integer('added_order').notNull(),
    used_order: integer('used_order').notNull(),
    retrieved: integer('retrieved').notNull(),
  },
  (table) => [primaryKey({ columns: [table.session_id, table.memory_id] }), index('working_items_memory').on(table.memory_id)],
);

/** One row. */
export const ledger = sqliteTable('ledger', {
  id: integer('id').primaryKey(),
  /** Counts commits; never goes back, so that a guard from before an erasure cannot match. */
  revision: integer('revision').notNull(),
  /** Counts session changes, for the same reason. */
  session_revision: integer('session_revision').notNull(),
  target_generation: text('target_generation'),
  /** 1 while the write-ahead log may still hold what was overwritten. */
  log_dirty: integer('log_dirty').notNull(),
  /** Estimated bytes of the largest transaction so far: bounds how much of the log to overwrite. */
  largest_commit_bytes: integer('largest_commit_bytes').notNull(),
  /** Bytes of `texts` that were overwritten and wait for a rebuild. */
  blank_bytes: integer('blank_bytes').notNull(),
});

/** Kept exact by triggers: `<layer>/<state>`, `unswept`, `generation/<embedder>`, `documents`, `terms`. */
export const tallies = sqliteTable('tallies', { name: text('name').primaryKey(), total: integer('total').notNull() });

/** Zeros that pass through the log; empty outside of scrubbing. */
export const padding = sqliteTable('padding', { seq: integer('seq').primaryKey(), zeros: text('zeros').notNull() });
