import type { Json } from '../../domain/memory.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { HotWords } from './hot-words.ts';

export const STORE_NAME = 'embedded';

export type SqlRow = Record<string, SqlStorageValue>;

/** A bound string may have 2 MB; a UTF-16 unit has at most three bytes of UTF-8. */
const PARAMETER_CHARACTERS_MAX = 600_000;

/** The machine's trouble, as opposed to a mistake of ours, which should surface as one. */
const OUTAGE = /SQLITE_(FULL|IOERR|CORRUPT|CANTOPEN|NOMEM|BUSY|LOCKED)/;

/** Statements of one turn of the event loop become one transaction of SQLite's; beyond this, the turn is ended. */
export const UNSYNCED_BYTES_MAX = 1_048_576;
/** What a changing statement, or one row of a list, adds to the write-ahead log beside its own bytes: a page or two of table and index. */
const LOG_BYTES_PER_CHANGE = 4_120;
const READS = /^\s*(?:SELECT|WITH)/;

/** The object's SQLite. Lists travel as one JSON parameter (`json_each(?)`): a statement takes at most 100 parameters. */
export class Database {
  /** Kept true by lexicon.ts. */
  readonly hot_words = new HotWords();
  readonly #storage: DurableObjectStorage;
  #unsynced_bytes = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  rows(statement: string, ...parameters: SqlStorageValue[]): SqlRow[] {
    if (!READS.test(statement)) this.#unsynced_bytes += LOG_BYTES_PER_CHANGE + 3 * charactersOf(parameters);
    try {
      // Half the time of toArray(): the names are looked up once a statement instead of once a row.
      const cursor = this.#storage.sql.exec(statement, ...parameters);
      const names = cursor.columnNames;
      return [...cursor.raw()].map((values) => {
        const row: SqlRow = {};
        for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
        return row;
      });
    } catch (cause) {
      if (cause instanceof Error && OUTAGE.test(cause.message)) throw new StoreUnavailable(STORE_NAME, 'its storage does not answer');
      throw cause;
    }
  }

  /**
   * As `rows`, for many short ones: they cross as one JSON value, because each row that crosses costs as much as finding it. In no order that can be
   * relied on. All together stay below 2 MB, which only a deployed object enforces. `columns`: as the statement names them; no blobs.
   */
  shortRows(columns: readonly string[], statement: string, ...parameters: SqlStorageValue[]): SqlRow[] {
    const packed = this.row(`SELECT json_group_array(json_array(${columns.join(', ')})) AS rows FROM (${statement})`, ...parameters);
    const unpacked: SqlStorageValue[][] = JSON.parse(String(packed?.rows ?? '[]'));
    return unpacked.map((values) => {
      const row: SqlRow = {};
      for (const [index, name] of columns.entries()) row[name] = values[index] ?? null;
      return row;
    });
  }

  row(statement: string, ...parameters: SqlStorageValue[]): SqlRow | null {
    return this.rows(statement, ...parameters)[0] ?? null;
  }

  /** The first column of the first row as a number; 0 for no row or NULL. */
  number(statement: string, ...parameters: SqlStorageValue[]): number {
    const row = this.row(statement, ...parameters);
    return row === null ? 0 : Number(Object.values(row)[0] ?? 0);
  }

  /** `statement` reads its rows from `json_each(?)`: `value ->> 0` is the first field of each. */
  bulk(statement: string, rows: readonly (readonly Json[])[]): void {
    let chunk: string[] = [];
    let characters = 0;
    const flush = () => {
      if (chunk.length > 0) this.rows(statement, `[${chunk.join(',')}]`);
      this.#unsynced_bytes += LOG_BYTES_PER_CHANGE * chunk.length;
      chunk = [];
      characters = 0;
    };
    for (const row of rows) {
      const encoded = JSON.stringify(row);
      if (characters + encoded.length > PARAMETER_CHARACTERS_MAX) flush();
      chunk.push(encoded);
      characters += encoded.length + 1;
    }
    flush();
  }

  /** All or nothing; synchronous, so nothing runs in between. */
  transaction<Outcome>(work: () => Outcome): Outcome {
    try {
      return this.#storage.transactionSync(work);
    } catch (cause) {
      this.hot_words.clear();
      throw cause;
    }
  }

  /** Waits until what was written is durable, which also ends the transaction around this turn's statements. */
  async sync(): Promise<void> {
    await this.#storage.sync();
    this.#unsynced_bytes = 0;
  }

  /** Keeps transactions short, so that what they leave in the write-ahead log has a bound. */
  async syncWhenLong(): Promise<void> {
    if (this.#unsynced_bytes > UNSYNCED_BYTES_MAX) await this.sync();
  }

  /** Estimate of what this turn has written to the log so far. */
  get unsynced_bytes(): number {
    return this.#unsynced_bytes;
  }

  get size_bytes(): number {
    return this.#storage.sql.databaseSize;
  }
}

const charactersOf = (parameters: readonly SqlStorageValue[]): number =>
  parameters.reduce((sum: number, parameter) => sum + (typeof parameter === 'string' ? parameter.length : 0), 0);

/** The names that a list such as `m.id, v.seq` gives to its columns. */
export const namesOf = (columns: string): readonly string[] => columns.split(',').map((column) => column.trim().replace(/^\w+\./, ''));
