/** Where the servers of an integration run are; null for one that scripts/test-integration.ts could not have. */
const address = (name: string): string | null => process.env[name] ?? null;

/** Postgres as Neon's driver sees it: the bridge. */
export const DATABASE_URL = address('INTEGRATION_DATABASE_URL');
/** The same Postgres, by its own protocol. */
export const POSTGRES_URL = address('INTEGRATION_POSTGRES_URL');
