import path from 'node:path';
import { NeonDbError } from '@neondatabase/serverless';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { createNeonClient } from '../src/adapters/neon/client.ts';

export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../drizzle/postgres');

/** An index over a full table takes its time. */
const MIGRATION_TIMEOUT_MS = 300_000;
/** Any number, as long as it is ours: the lock under which migrations run. */
const ADVISORY_LOCK = 7_420_001;
const UNIQUE_VIOLATION = '23505';

/**
 * Brings the tables up to date: each migration and its entry in the book are one transaction under an advisory lock. Returns how many it applied:
 * of several runners at once one applies each. Throws when a migration was edited after it ran, or when the database knows one that is not here.
 * The book is drizzle's own, so its tools agree with it.
 */
export async function migratePostgres(database_url: string, folder: string = MIGRATIONS_FOLDER): Promise<number> {
  const client = () => createNeonClient(database_url, { timeout_ms: MIGRATION_TIMEOUT_MS });
  const sql = client();
  await sql.transaction([
    sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
    sql`CREATE SCHEMA IF NOT EXISTS drizzle`,
    sql`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    sql`CREATE UNIQUE INDEX IF NOT EXISTS __drizzle_migrations_once ON drizzle.__drizzle_migrations (created_at)`,
  ]);
  const book = await sql`SELECT hash, created_at FROM drizzle.__drizzle_migrations`;
  const done = new Map(book.map(({ hash, created_at }) => [Number(created_at), String(hash)]));
  const files = readMigrationFiles({ migrationsFolder: folder });
  refuse(done, files);
  let applied = 0;
  for (const file of files.filter(({ folderMillis }) => !done.has(folderMillis))) {
    if (await apply(client(), file)) applied += 1;
  }
  return applied;
}

function refuse(done: ReadonlyMap<number, string>, files: readonly MigrationMeta[]): void {
  const here = new Set(files.map(({ folderMillis }) => folderMillis));
  const unknown = [...done.keys()].filter((created_at) => !here.has(created_at));
  if (unknown.length > 0)
    throw new Error(`the database has run ${unknown.length} migrations that are not here: it belongs to a newer version`);
  const edited = files.find(({ folderMillis, hash }) => done.has(folderMillis) && done.get(folderMillis) !== hash);
  if (edited !== undefined)
    throw new Error(
      `migration ${new Date(edited.folderMillis).toISOString()} was edited after it ran here; restore it and write a new one`,
    );
}

/** The entry comes first: it is unique, so whoever comes second is stopped before a statement runs. */
async function apply(sql: ReturnType<typeof createNeonClient>, { folderMillis, hash, sql: statements }: MigrationMeta): Promise<boolean> {
  try {
    await sql.transaction([
      sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`,
      ...statements.filter((statement) => statement.trim() !== '').map((statement) => sql.query(statement)),
    ]);
    return true;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === UNIQUE_VIOLATION && error.table === '__drizzle_migrations') return false;
    throw error;
  }
}
