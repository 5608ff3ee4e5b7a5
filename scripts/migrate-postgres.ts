/** `npm run db:migrate`: brings the Postgres at DATABASE_URL up to date. Safe to run twice, and from several places at once. */
import { migratePostgres } from './postgres-migrations.ts';

const url = process.env.DATABASE_URL;
if (url === undefined || url === '') {
  console.error(
    'Set DATABASE_URL to the Neon connection string (or to a bridge, e.g. postgres://postgres:postgres@127.0.0.1:4444/postgres).',
  );
  process.exit(2);
}
try {
  const applied = await migratePostgres(url);
  console.log(applied === 0 ? 'Nothing to do: every migration has run.' : `Applied ${applied} migration${applied === 1 ? '' : 's'}.`);
} catch (error) {
  console.error(`Nothing of the migration that failed was kept. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
