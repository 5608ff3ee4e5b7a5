/**
 * Vectors of one namespace. They are derived from text, so they leave as text does: by being overwritten in place with zeros of the same length.
 */
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const vector_generations = sqliteTable(
  'vector_generations',
  {
    /** Never used twice: what is held in memory belongs to this number. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /** Embedder id. */
    generation: text('generation').notNull(),
    dimensions: integer('dimensions').notNull(),
  },
  (table) => [uniqueIndex('vector_generations_generation').on(table.generation)],
);

/** Records of vector-record.ts, BLOCK_SLOTS a row. */
export const vector_blocks = sqliteTable(
  'vector_blocks',
  { generation_seq: integer('generation_seq').notNull(), block: integer('block').notNull(), records: blob('records').notNull() },
  (table) => [primaryKey({ columns: [table.generation_seq, table.block] })],
);

/**
 * Which memory a slot belongs to; several slots for a long text. NULL: free. With it, what decides for nearly all hits of a search, so that one
 * look at this small table does: without rowid, and kept true by triggers on `memories` (drizzle/embedded/0004_slot_owners.sql).
 */
export const vector_slots = sqliteTable(
  'vector_slots',
  {
    generation_seq: integer('generation_seq').notNull(),
    slot: integer('slot').notNull(),
    memory_id: text('memory_id'),
    layer: text('layer'),
    /** 1: the memory is here, nothing superseded it and it never expires, so today's view shows it at every moment. 0: ask its record. */
    lasting: integer('lasting').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generation_seq, table.slot] }),
    index('vector_slots_memory').on(table.memory_id, table.generation_seq, table.slot),
  ],
);
