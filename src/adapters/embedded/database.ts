import type { Json } from '../../domain/memory.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

export const STORE_NAME = 'embedded';

export type SqlRow = Record<string, SqlStorageValue>;

/** A bound string may have 2 MB; a UTF-16 unit has at most three bytes of UTF-8. */
const PARAMETER_CHARACTERS_MAX = 600_000;

/** The machine's trouble, as opposed to a mistake of ours, which should surface as one. */
const OUTAGE = /SQLITE_(FULL|IOERR|CORRUPT|CANTOPEN|NOMEM|BUSY|LOCKED)/;

/** The object's SQLite. Lists travel as one JSON parameter (`json_each(?)`): a statement takes at most 100 parameters. */
export class Database {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  rows(statement: string, ...parameters: SqlStorageValue[]): SqlRow[] {
    try {
      return this.#storage.sql.exec<SqlRow>(statement, ...parameters).toArray();
    } catch (cause) {
      if (cause instanceof Error && OUTAGE.test(cause.message)) throw new StoreUnavailable(STORE_NAME, 'its storage does not answer');
      throw cause;
    }
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
    return this.#storage.transactionSync(work);
  }

  /** Waits until what was written is durable, which also ends the implicit transaction. */
  async sync(): Promise<void> {
    await this.#storage.sync();
  }

  get size_bytes(): number {
    return this.#storage.sql.databaseSize;
  }
}
