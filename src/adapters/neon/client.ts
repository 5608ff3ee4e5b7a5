import { neon, neonConfig } from '@neondatabase/serverless';

/** Loopback, or a bare name between containers: a bridge (scripts/bridges), which speaks plain HTTP and listens on the port of the URL. */
const BRIDGE_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[^.:]+)$/;

// The driver has this setting for the whole process only; it decides by host, so every database keeps its own way.
const hosted = neonConfig.fetchEndpoint;
neonConfig.fetchEndpoint = (host, port, options) => {
  if (BRIDGE_HOST.test(host)) return `http://${host}:${port === '' ? 5432 : port}/sql`;
  return typeof hosted === 'string' ? hosted : hosted(host, port, options);
};

export interface ClientOptions {
  readonly timeout_ms: number;
  /** All statements of a request see one moment, and may change nothing. */
  readonly snapshot?: boolean;
}

/** An address and its options, no connection: cheap, and made for each request, so that each has a clock of its own. */
export const createNeonClient = (database_url: string, { timeout_ms, snapshot = false }: ClientOptions) =>
  neon(database_url, {
    fetchOptions: { signal: AbortSignal.timeout(timeout_ms) },
    ...(snapshot ? { isolationLevel: 'RepeatableRead' as const, readOnly: true } : {}),
  });
