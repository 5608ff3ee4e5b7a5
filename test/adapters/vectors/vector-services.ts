/** Real services where their addresses are given, stand-ins where not. */
import { randomUUID } from 'node:crypto';
import { startQdrantServer } from '../../support/servers/qdrant-server.ts';
import { startUpstashVectorServer, type UpstashVectorServer } from '../../support/servers/upstash-vector-server.ts';

export interface QdrantService {
  readonly url: string;
  readonly api_key: string | null;
  /** Requests that were malformed; a real service keeps no list. */
  refusals(): readonly string[];
  close(): Promise<void>;
}

export async function findOrStartQdrant(): Promise<QdrantService> {
  const { QDRANT_URL, QDRANT_API_KEY } = process.env;
  if (QDRANT_URL !== undefined) return { url: QDRANT_URL, api_key: QDRANT_API_KEY ?? null, refusals: () => [], close: async () => {} };
  const api_key = randomUUID();
  const server = await startQdrantServer(api_key);
  return { url: server.url, api_key, refusals: () => server.refusals, close: server.close };
}

export interface UpstashService {
  readonly url: string;
  readonly token: string;
  /** Null for the real service, whose writes take their own time. */
  readonly stand_in: UpstashVectorServer | null;
  close(): Promise<void>;
}

export async function findOrStartUpstash(dimension: number): Promise<UpstashService> {
  const { UPSTASH_VECTOR_REST_URL: url, UPSTASH_VECTOR_REST_TOKEN: token } = process.env;
  if (url !== undefined && token !== undefined) return { url, token, stand_in: null, close: async () => {} };
  const secret = randomUUID();
  const stand_in = await startUpstashVectorServer(secret, dimension);
  return { url: stand_in.url, token: secret, stand_in, close: stand_in.close };
}
