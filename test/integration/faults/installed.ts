/** Remote stores with a line before them that can be made faulty, for the tests of one describe. */
import { afterAll, beforeAll } from 'vitest';
import { DATABASE_URL, REDIS_REST } from '../addresses.ts';
import { createServerlessWorld, openRemoteStores, type RemoteStores, type VectorService } from '../serverless-world.ts';
import { installLines, type Lines } from './line.ts';

export const IS_HERE = DATABASE_URL !== null && REDIS_REST !== null;

/** Hundreds of calls in one test: seconds on a quiet machine. */
export const TIMEOUT_MS = 300_000;

export interface Installed extends RemoteStores {
  readonly lines: Lines;
}

export function installed(service: VectorService): () => Installed {
  let held: Installed | null = null;
  beforeAll(async () => {
    held = await install(service);
  });
  afterAll(() => held?.close());
  return () => {
    if (held === null) throw new Error('the stores are opened before the tests');
    return held;
  };
}

export async function install(service: VectorService): Promise<Installed> {
  const remote = await openRemoteStores(service);
  const { database_url, redis, vectors } = remote.config;
  const lines = installLines({ postgres: database_url.replace(/^postgres(ql)?:/, 'http:'), redis: redis.url, vectors: vectors.url });
  // An isolate asks a vector service for its dimensions once: not in the middle of a count.
  const world = createServerlessWorld(remote.stores);
  await world.must('write', { content: 'first of all' });
  await world.must('search', { query: 'first of all' });
  await world.idle();
  return {
    ...remote,
    lines,
    async close() {
      lines.restore();
      await remote.close();
    },
  };
}
