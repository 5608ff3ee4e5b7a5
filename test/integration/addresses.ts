/** Where the servers of an integration run are; null for one that scripts/test-integration.ts could not have. */
const address = (name: string): string | null => process.env[name] ?? null;

/** Postgres as Neon's driver sees it: the bridge. */
export const DATABASE_URL = address('INTEGRATION_DATABASE_URL');
/** The same Postgres, by its own protocol. */
export const POSTGRES_URL = address('INTEGRATION_POSTGRES_URL');

const redis_url = address('INTEGRATION_REDIS_REST_URL');
/** Redis as Upstash's client sees it: the bridge. */
export const REDIS_REST = redis_url === null ? null : { url: redis_url, token: address('INTEGRATION_REDIS_REST_TOKEN') ?? '' };
/** The same Redis, by its own protocol. */
export const REDIS_URL = address('INTEGRATION_REDIS_URL');
