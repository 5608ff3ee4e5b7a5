/**
 * The tables of every namespace. `namespace` comes first in every key and index, so that no statement can reach across by a forgotten condition
 * and stay fast enough to go unnoticed. The one index without it is `lexicon_tokens`, whose tokens are hashes of namespace and term together.
 * Functions, the triggers that keep `lexicon`, `vocabulary` and `tallies`, and storage settings are in the custom migration beside the generated one.
 * Hashes are SHA-256 in hex; instants are milliseconds. Everything but a memory's own words is an id, a hash, a label or a number.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  pgSchema,
  text as plainText,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const hindsight = pgSchema('hindsight');

/** Compared byte by byte: a cursor means the same on every server, whatever its locale. */
export const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
export const instant = (name: string) => bigint(name, { mode: 'number' });

/** One row a namespace: whoever writes holds its lock, so writers of one namespace come one after another and cannot deadlock. */
export const namespaces = hindsight.table('namespaces', {
  namespace: text('namespace').primaryKey(),
  /** Counts commits; outlives an erasure, so that a guard from before it cannot match. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  target_generation: plainText('target_generation'),
  /** Random names of the last commits, newest first: one that the line brings a second time is known by it. */
  recent_commits: plainText('recent_commits').array().notNull().default(sql`'{}'`),
});

export const memories = hindsight.table(
  'memories',
  {
    namespace: text('namespace').notNull(),
    id: text('id').notNull(),
    /** The current wording: `versions.version`. */
    version: integer('version').notNull(),
    layer: plainText('layer').notNull(),
    origin: plainText('origin'),
    key: text('key'),
    key_hash: text('key_hash'),
    session_id: text('session_id'),
    identity: text('identity').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at'),
    seen_count: integer('seen_count').notNull(),
    access_count: integer('access_count').notNull(),
    last_accessed_at: instant('last_accessed_at'),
    valid_to: instant('valid_to'),
    superseded_at: instant('superseded_at'),
    superseded_by: text('superseded_by'),
    /** `live`, `superseded` or `expired`, as of the last sweep: an expiry since then is accounted for by every reader. */
    state: plainText('state').notNull(),
    /** Its expiry has been processed. */
    swept: boolean('swept').notNull().default(false),
    /** When that was: its retention runs from then, because an import may bring what expired long ago. */
    swept_at: instant('swept_at'),
    /** Embedder whose vector the index holds. */
    generation: plainText('generation'),
    /** Settled without a vector for the generation wanted now. */
    skipped: boolean('skipped').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.id] }),
    index('memories_identity').on(table.namespace, table.identity),
    index('memories_creation').on(table.namespace, table.created_at, table.id),
    index('memories_state').on(table.namespace, table.state, table.occurred_at),
    index('memories_session').on(table.namespace, table.session_id, table.occurred_at, table.created_at, table.id),
    index('memories_key').on(table.namespace, table.key, table.occurred_at, table.created_at, table.id),
    index('memories_expiry').on(table.namespace, table.swept, table.expires_at),
    index('memories_retention').on(table.namespace, table.swept_at),
    index('memories_generation').on(table.namespace, table.swept, table.generation),
  ],
);

export const versions = hindsight.table(
  'versions',
  {
    namespace: text('namespace').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    memory_id: text('memory_id').notNull(),
    version: integer('version').notNull(),
    content: plainText('content').notNull(),
    /** Folded terms joined by spaces, repeats kept. */
    terms: plainText('terms').notNull(),
    tags: plainText('tags').array().notNull(),
    metadata: json('metadata'),
    /** The memory's, as it stood with this wording. */
    source: json('source').notNull(),
    /** Who made this version, where that is not `source`. */
    version_source: json('version_source'),
    reason: plainText('reason'),
    importance: doublePrecision('importance').notNull(),
    volatility: plainText('volatility').notNull(),
    expires_at: instant('expires_at'),
    recorded_at: instant('recorded_at').notNull(),
    replaced_at: instant('replaced_at'),
    term_count: integer('term_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.seq] }),
    uniqueIndex('versions_memory').on(table.namespace, table.memory_id, table.version),
  ],
);

/** Tags of the current wording. */
export const memory_tags = hindsight.table(
  'memory_tags',
  { namespace: text('namespace').notNull(), tag: text('tag').notNull(), memory_id: text('memory_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.namespace, table.tag, table.memory_id] }),
    index('memory_tags_memory').on(table.namespace, table.memory_id),
  ],
);

/** Narrow on purpose: ranking by words reads this row for every match, and the wide one only for the best. */
export const lexicon = hindsight.table(
  'lexicon',
  {
    namespace: text('namespace').notNull(),
    version_seq: bigint('version_seq', { mode: 'number' }).notNull(),
    /** One a term, repeats kept: how often a term stands there, and how long the wording is. */
    tokens: bigint('tokens', { mode: 'number' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.version_seq] }),
    index('lexicon_tokens').using('gin', table.tokens).with({ fastupdate: false }),
  ],
);

/** In how many wordings a term stands; kept by a trigger, and a term that stands nowhere has no row. */
export const vocabulary = hindsight.table(
  'vocabulary',
  {
    namespace: text('namespace').notNull(),
    token: bigint('token', { mode: 'number' }).notNull(),
    documents: integer('documents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.token] })],
);

/** Every place of a key's chain; it outlives its memory. */
export const links = hindsight.table(
  'links',
  {
    namespace: text('namespace').notNull(),
    key_hash: text('key_hash').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    created_at: instant('created_at').notNull(),
    id: text('id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.key_hash, table.occurred_at, table.created_at, table.id] })],
);

export const summary_sources = hindsight.table(
  'summary_sources',
  { namespace: text('namespace').notNull(), source_id: text('source_id').notNull(), summary_id: text('summary_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.namespace, table.source_id, table.summary_id] }),
    index('summary_sources_summary').on(table.namespace, table.summary_id),
  ],
);

export const tombstones = hindsight.table(
  'tombstones',
  {
    namespace: text('namespace').notNull(),
    id: text('id').notNull(),
    layer: plainText('layer').notNull(),
    key_hash: text('key_hash'),
    occurred_at: instant('occurred_at').notNull(),
    created_at: instant('created_at').notNull(),
    forgotten_at: instant('forgotten_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.id] }),
    index('tombstones_creation').on(table.namespace, table.created_at, table.id),
  ],
);

export const tombstone_hashes = hindsight.table(
  'tombstone_hashes',
  { namespace: text('namespace').notNull(), content_hash: text('content_hash').notNull(), id: text('id').notNull() },
  (table) => [
    primaryKey({ columns: [table.namespace, table.content_hash, table.id] }),
    index('tombstone_hashes_id').on(table.namespace, table.id),
  ],
);

export const replies = hindsight.table(
  'replies',
  {
    namespace: text('namespace').notNull(),
    /** Of the idempotency key: callers choose keys freely, and Postgres takes no NUL. */
    key_hash: text('key_hash').notNull(),
    fingerprint: plainText('fingerprint').notNull(),
    reply: plainText('reply').notNull(),
    expires_at: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.key_hash] }), index('replies_expiry').on(table.namespace, table.expires_at)],
);

/** Which kept replies name which memory: a reply that quotes it is withdrawn when it is forgotten. */
export const reply_memories = hindsight.table(
  'reply_memories',
  { namespace: text('namespace').notNull(), memory_id: text('memory_id').notNull(), key_hash: text('key_hash').notNull() },
  (table) => [
    primaryKey({ columns: [table.namespace, table.memory_id, table.key_hash] }),
    index('reply_memories_key').on(table.namespace, table.key_hash),
  ],
);

/** What the vector index still has to learn; one row a memory, the latest wish wins. */
export const outbox = hindsight.table(
  'outbox',
  {
    namespace: text('namespace').notNull(),
    memory_id: text('memory_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: plainText('kind').notNull(),
    attempts: integer('attempts').notNull().default(0),
    retry_at: instant('retry_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.memory_id] }), index('outbox_retry').on(table.namespace, table.retry_at)],
);

/** Kept exact by triggers: `<layer>/<state>`, `unswept`, `generation/<embedder>`, `documents`, `terms`. */
export const tallies = hindsight.table(
  'tallies',
  { namespace: text('namespace').notNull(), name: text('name').notNull(), total: bigint('total', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.namespace, table.name] })],
);
