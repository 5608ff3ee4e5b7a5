import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-http';
import type { Json, Namespace } from '../../domain/memory.ts';
import { createNeonClient } from './client.ts';
import { failureOf } from './failures.ts';

export type SqlRow = Readonly<Record<string, unknown>>;

/** A reading: an answer later than this is none to somebody who waits for it. */
const READ_TIMEOUT_MS = 10_000;
/** A commit may carry 500 memories and wait eight seconds for its turn (lock_timeout of hindsight.expect_revision). */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * Postgres over Neon's HTTP, for one namespace. A call is one request and one transaction, whole or not at all. Throws StoreUnavailable when the
 * database does not answer, and an Error without a word of the statement when it refuses one.
 */
export class Database {
  readonly namespace: Namespace;
  readonly #url: string;

  constructor(url: string, namespace: Namespace) {
    this.#url = url;
    this.namespace = namespace;
  }

  /** All statements see one moment. */
  async read(...statements: readonly SQL[]): Promise<SqlRow[][]> {
    try {
      return await this.#send(statements, READ_TIMEOUT_MS, true);
    } catch (thrown) {
      throw failureOf(thrown, READ_TIMEOUT_MS);
    }
  }

  /** In order, after taking the namespace's lock. */
  async write(...statements: readonly SQL[]): Promise<SqlRow[][]> {
    try {
      const [, ...found] = await this.#send([sql`SELECT hindsight.lock_namespace(${this.namespace})`, ...statements], WRITE_TIMEOUT_MS);
      return found;
    } catch (thrown) {
      throw failureOf(thrown, WRITE_TIMEOUT_MS);
    }
  }

  /** In order, under the lock that the first of them takes; null when all went well. What was raised is `recover`'s first. */
  async writeGuarded<Outcome>(statements: readonly SQL[], recover: (thrown: unknown) => Outcome | null): Promise<Outcome | null> {
    try {
      await this.#send(statements, WRITE_TIMEOUT_MS);
      return null;
    } catch (thrown) {
      const outcome = recover(thrown);
      if (outcome === null) throw failureOf(thrown, WRITE_TIMEOUT_MS);
      return outcome;
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
