import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-http';
import type { Json, Namespace } from '../../domain/memory.ts';
import type { SqlRow } from '../sql/columns.ts';
import { createNeonClient } from './client.ts';
import { failureOf, isConflict, isDone } from './failures.ts';

/** A reading: an answer later than this is none to somebody who waits for it. */
const READ_TIMEOUT_MS = 10_000;
/** A commit may carry 500 memories and wait eight seconds for its turn (lock_timeout of hindsight.expect_commit). */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * Postgres over Neon's HTTP. A call is one request and one transaction, whole or not at all. Throws StoreUnavailable when the database does not
 * answer, and an Error without a word of the statement when it refuses one.
 */
export class Postgres {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** All statements see one moment. */
  async read(...statements: readonly SQL[]): Promise<SqlRow[][]> {
    try {
      return await this.#send(statements, READ_TIMEOUT_MS, true);
    } catch (thrown) {
      throw failureOf(thrown, READ_TIMEOUT_MS);
    }
  }

  /** In order. What is thrown is `recover`'s first; null from it makes a failure. */
  async change(statements: readonly SQL[], recover: (thrown: unknown) => SqlRow[][] | null = () => null): Promise<SqlRow[][]> {
    try {
      return await this.#send(statements, WRITE_TIMEOUT_MS);
    } catch (thrown) {
      const recovered = recover(thrown);
      if (recovered === null) throw failureOf(thrown, WRITE_TIMEOUT_MS);
      return recovered;
    }
  }

  async #send(statements: readonly SQL[], timeout_ms: number, snapshot = false): Promise<SqlRow[][]> {
    const db = drizzle(createNeonClient(this.#url, { timeout_ms, snapshot }));
    const [first, ...others] = statements.map((statement) => db.execute<SqlRow>(statement));
    if (first === undefined) return [];
    const results = await db.batch([first, ...others]);
    return results.map(({ rows }) => rows);
  }
}

/** The Postgres of one namespace. */
export class Database extends Postgres {
  readonly namespace: Namespace;

  constructor(url: string, namespace: Namespace) {
    super(url);
    this.namespace = namespace;
  }

  /** In order, under the namespace's lock: writers of one namespace come one after another, so that none waits for another in a circle. */
  async write(...statements: readonly SQL[]): Promise<SqlRow[][]> {
    const [, ...found] = await this.change([sql`SELECT hindsight.lock_namespace(${this.namespace})`, ...statements]);
    return found;
  }

  /** As `write`, if nobody has committed since the guard was read; otherwise nothing is changed. Carried out once, however often the line brings it. */
  async writeGuarded(guard: string, statements: readonly SQL[]): Promise<'committed' | 'conflict'> {
    const guarded = [sql`SELECT hindsight.expect_commit(${this.namespace}, ${guard}, ${crypto.randomUUID()})`, ...statements];
    let outcome: 'committed' | 'conflict' = 'committed';
    await this.change(guarded, (thrown) => {
      if (isDone(thrown)) return [];
      if (!isConflict(thrown)) return null;
      outcome = 'conflict';
      return [];
    });
    return outcome;
  }
}

/** A list as one parameter. */
export const listOf = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

/** Rows as one JSON parameter, with the given columns: `json_to_recordset` reads each by its name. */
export const recordsOf = (rows: readonly { readonly [column: string]: Json }[], columns: string): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) AS r(${sql.raw(columns)})`;

/** The first row of a statement that always has one. */
export function onlyRow(rows: readonly SqlRow[] | undefined): SqlRow {
  const row = rows?.[0];
  if (row === undefined) throw new TypeError('a statement that always has a row had none');
  return row;
}
