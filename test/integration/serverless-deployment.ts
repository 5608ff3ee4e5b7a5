/** The whole service in workerd with HINDSIGHT_STORES=serverless: real Postgres and Redis behind bridges of its own, and a vector service. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startNeonBridge } from '../../scripts/bridges/neon-bridge.ts';
import { startRedisBridge } from '../../scripts/bridges/redis-bridge.ts';
import { buildAssets } from '../../scripts/build-assets.ts';
import { type LocalWorker, startLocalWorker } from '../../scripts/local-worker.ts';
import { migratePostgres } from '../../scripts/postgres-migrations.ts';
import type { Content } from '../support/servers/json-server.ts';
import { startQdrantServer } from '../support/servers/qdrant-server.ts';
import { startUpstashVectorServer } from '../support/servers/upstash-vector-server.ts';
import { POSTGRES_URL, REDIS_URL } from './addresses.ts';
import { startGate } from './gate.ts';

export type StoreName = 'postgres' | 'redis' | 'vectors';
const BUILTIN_DIMENSIONS = 512;

export interface ServerlessDeployment {
  readonly worker: LocalWorker;
  readonly variables: Readonly<Record<string, string>>;
  /** Its Postgres, by its own protocol. */
  readonly postgres_url: string;
  /** The same as a file, for `HINDSIGHT_ENV_FILE`. */
  readonly env_file: string;
  /** Requests that each store has had so far. */
  requests(): Readonly<Record<StoreName, number>>;
  /** Requests to the vector service that it found malformed. */
  refusals(): readonly string[];
  /** Everything that the vector service holds. */
  vectorContents(): readonly Content[];
  /** While down, a store refuses every request with 500. */
  setDown(store: StoreName, down: boolean): void;
  stop(): Promise<void>;
}

export async function startServerless(vector_service: 'qdrant' | 'upstash'): Promise<ServerlessDeployment> {
  if (POSTGRES_URL === null || REDIS_URL === null) throw new Error('no servers: start these tests with npm run test:integration');
  await buildAssets();
  // A database of its own: the scheduled repair looks after all namespaces in it, and other tests leave it much to do.
  const database = await createDatabase(POSTGRES_URL);
  const postgres = new URL(database.url);
  const [redis_token, vector_token] = [randomUUID(), randomUUID()];
  const neon = await startNeonBridge({ postgres: { host: postgres.hostname, port: Number(postgres.port || 5432) } });
  postgres.host = `127.0.0.1:${neon.port}`;
  await migratePostgres(postgres.href);
  const redis = await startRedisBridge({ redis_url: REDIS_URL, token: redis_token });
  const vectors =
    vector_service === 'qdrant' ? await startQdrantServer(vector_token) : await startUpstashVectorServer(vector_token, BUILTIN_DIMENSIONS);
  const gates = {
    postgres: await startGate(`http://127.0.0.1:${neon.port}`),
    redis: await startGate(redis.url),
    vectors: await startGate(vectors.url),
  };
  postgres.host = new URL(gates.postgres.url).host;
  const variables = {
    HINDSIGHT_STORES: 'serverless',
    HINDSIGHT_AUTH: 'off',
    HINDSIGHT_RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: postgres.href,
    UPSTASH_REDIS_REST_URL: gates.redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis_token,
    ...(vector_service === 'qdrant'
      ? { QDRANT_URL: gates.vectors.url, QDRANT_API_KEY: vector_token }
      : { UPSTASH_VECTOR_REST_URL: gates.vectors.url, UPSTASH_VECTOR_REST_TOKEN: vector_token }),
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-serverless-'));
  const env_file = path.join(folder, 'variables');
  writeFileSync(
    env_file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const worker = await startLocalWorker({ env_file });
  return {
    worker,
    variables,
    postgres_url: database.url,
    env_file,
    requests: () => ({ postgres: gates.postgres.requests(), redis: gates.redis.requests(), vectors: gates.vectors.requests() }),
    refusals: () => vectors.refusals,
    vectorContents: () => vectors.contents(),
    setDown: (store, down) => gates[store].setDown(down),
    async stop() {
      await worker.stop();
      for (const gate of Object.values(gates)) await gate.close();
      for (const server of [neon, redis, vectors]) await server.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

async function createDatabase(server_url: string): Promise<OwnDatabase> {
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server_url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const name = `deployment_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(server_url);
  url.pathname = name;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
