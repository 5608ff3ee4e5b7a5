/** The vectors' tables: which slot belongs to whom, and the records in blocks. Callers open the transaction. */
import type { MemoryId } from '../../domain/memory.ts';
import { integer, text } from '../sql/columns.ts';
import type { Database } from './database.ts';
import { recordBytes } from './vector-record.ts';

/**
 * Records of one row: 34 KB at 512 dimensions. Larger rows load a little faster, but each write rewrites a row; and any dimension up to 29,000
 * stays below SQLite's 2 MB a row in a Durable Object.
 */
const BLOCK_SLOTS = 64;

export interface Generation {
  readonly seq: number;
  readonly dimensions: number;
}

/** A record to be written; null empties the slot. */
export type SlotEdit = readonly [slot: number, record: Uint8Array | null];

export class VectorBlocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(generation: string): Generation | null {
    const row = this.#database.row('SELECT seq, dimensions FROM vector_generations WHERE generation = ?', generation);
    return row === null ? null : { seq: integer(row, 'seq'), dimensions: integer(row, 'dimensions') };
  }

  open(generation: string, dimensions: number): Generation {
    const known = this.find(generation);
    if (known !== null) return known;
    this.#database.rows('INSERT INTO vector_generations(generation, dimensions) VALUES (?, ?)', generation, dimensions);
    return { seq: this.#database.number('SELECT max(seq) FROM vector_generations'), dimensions };
  }

  all(): (Generation & { readonly generation: string })[] {
    return this.#database.rows('SELECT seq, dimensions, generation FROM vector_generations ORDER BY seq').map((row) => ({
      seq: integer(row, 'seq'),
      dimensions: integer(row, 'dimensions'),
      generation: text(row, 'generation'),
    }));
  }

  slotsOf({ seq }: Generation, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, readonly number[]> {
    const slots = new Map<MemoryId, number[]>();
    const rows = this.#database.rows(
      `SELECT s.memory_id, s.slot FROM json_each(?) AS asked CROSS JOIN vector_slots AS s ON s.memory_id = asked.value AND s.generation_seq = ?`,
      JSON.stringify([...new Set(ids)]),
      seq,
    );
    for (const row of rows) {
      const id = text(row, 'memory_id');
      slots.set(id, [...(slots.get(id) ?? []), integer(row, 'slot')]);
    }
    return slots;
  }

  /** Free slots of old vectors first, then new ones at the end. */
  allocate(generation: Generation, count: number): number[] {
    const { seq } = generation;
    const free = this.#database
      .rows('SELECT slot FROM vector_slots WHERE memory_id IS NULL AND generation_seq = ? ORDER BY slot LIMIT ?', seq, count)
      .map((row) => integer(row, 'slot'));
    const end = this.#end(generation);
    return [...free, ...Array.from({ length: count - free.length }, (_, index) => end + index)];
  }

  /** Slots that hold a vector. */
  used(generation: Generation): number {
    const free = 'SELECT count(*) FROM vector_slots WHERE memory_id IS NULL AND generation_seq = ?';
    return this.#end(generation) - this.#database.number(free, generation.seq);
  }

  #end({ seq }: Generation): number {
    return this.#database.number('SELECT slot + 1 FROM vector_slots WHERE generation_seq = ? ORDER BY slot DESC LIMIT 1', seq);
  }

  assign({ seq }: Generation, owners: readonly (readonly [slot: number, owner: MemoryId | null])[]): void {
    this.#database.bulk(
      `INSERT INTO vector_slots(generation_seq, slot, memory_id, layer, lasting)
        SELECT value ->> 0, value ->> 1, value ->> 2, m.layer, m.seq IS NOT NULL AND m.superseded_at IS NULL AND m.expires_at IS NULL
        FROM json_each(?) LEFT JOIN memories AS m ON m.id = value ->> 2 WHERE TRUE
        ON CONFLICT(generation_seq, slot) DO UPDATE SET memory_id = excluded.memory_id, layer = excluded.layer, lasting = excluded.lasting`,
      owners.map(([slot, owner]) => [seq, slot, owner]),
    );
  }

  /** Rewrites the blocks that the edits touch, each once and in place: a block never changes its length. Returns the bytes written. */
  write({ seq, dimensions }: Generation, edits: readonly SlotEdit[]): number {
    const record_bytes = recordBytes(dimensions);
    const blocks = new Map<number, SlotEdit[]>();
    for (const edit of edits) {
      const block = Math.floor(edit[0] / BLOCK_SLOTS);
      const known = blocks.get(block);
      if (known === undefined) blocks.set(block, [edit]);
      else known.push(edit);
    }
    for (const [block, changed] of blocks) {
      const old = this.#database.row('SELECT records FROM vector_blocks WHERE generation_seq = ? AND block = ?', seq, block)?.records;
      const records = new Uint8Array(record_bytes * BLOCK_SLOTS);
      if (old instanceof ArrayBuffer) records.set(new Uint8Array(old));
      for (const [slot, record] of changed) {
        const at = (slot % BLOCK_SLOTS) * record_bytes;
        if (record === null) records.fill(0, at, at + record_bytes);
        else records.set(record, at);
      }
      this.#database.rows(
        `INSERT INTO vector_blocks(generation_seq, block, records) VALUES (?, ?, ?)
          ON CONFLICT(generation_seq, block) DO UPDATE SET records = excluded.records`,
        seq,
        block,
        records.buffer,
      );
    }
    return blocks.size * record_bytes * BLOCK_SLOTS;
  }

  /** Every block as (first slot, records). */
  *read({ seq }: Generation): Generator<readonly [slot: number, records: Uint8Array]> {
    const blocks = this.#database.rows('SELECT block FROM vector_blocks WHERE generation_seq = ? ORDER BY block', seq);
    // One at a time: all at once would stand in memory twice.
    for (const row of blocks) {
      const block = integer(row, 'block');
      const records = this.#database.row('SELECT records FROM vector_blocks WHERE generation_seq = ? AND block = ?', seq, block)?.records;
      if (records instanceof ArrayBuffer) yield [block * BLOCK_SLOTS, new Uint8Array(records)];
    }
  }

  /** Overwrites, then deletes. Returns the number of memories that had vectors here, and the bytes written. */
  drop({ seq }: Generation): { readonly memories: number; readonly bytes: number } {
    const memories = this.#database.number('SELECT count(DISTINCT memory_id) FROM vector_slots WHERE generation_seq = ?', seq);
    const bytes = this.#database.number('SELECT sum(length(records)) FROM vector_blocks WHERE generation_seq = ?', seq);
    this.#database.rows('UPDATE vector_blocks SET records = zeroblob(length(records)) WHERE generation_seq = ?', seq);
    this.#database.rows('DELETE FROM vector_blocks WHERE generation_seq = ?', seq);
    this.#database.rows('DELETE FROM vector_slots WHERE generation_seq = ?', seq);
    this.#database.rows('DELETE FROM vector_generations WHERE seq = ?', seq);
    return { memories, bytes };
  }

  present(ids: readonly MemoryId[]): ReadonlySet<MemoryId> {
    const rows = this.#database.rows(
      'SELECT DISTINCT s.memory_id FROM json_each(?) AS asked CROSS JOIN vector_slots AS s ON s.memory_id = asked.value',
      JSON.stringify(ids),
    );
    return new Set(rows.map((row) => text(row, 'memory_id')));
  }
}
