/** Remote stores with a line before them that can be made faulty, for the tests of one describe. */
import { afterAll, beforeAll } from 'vitest';
import { createServerlessStores } from '../../../src/compose/serverless-stores.ts';
import { createWordEmbedder } from '../../support/word-embedder.ts';
import { DATABASE_URL, REDIS_REST } from '../addresses.ts';
import { RETENTION_DAYS } from '../neon-stores.ts';
import {
  createServerlessWorld,
  openRemoteStores,
  type RemoteStores,
  type ServerlessWorld,
  type VectorService,
} from '../serverless-world.ts';
import { installLines, type Lines } from './line.ts';

export const IS_HERE = DATABASE_URL !== null && REDIS_REST !== null;

/** Hundreds of calls in one test: seconds on a quiet machine. */
export const TIMEOUT_MS = 300_000;

export interface Installed extends RemoteStores {
  readonly lines: Lines;
  openWorld(): ServerlessWorld;
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

/** An isolate that has asked nothing yet, with an embedder that nobody has used before. */
export function untouched(remote: Installed): Installed {
  return {
    ...remote,
    openWorld: () =>
      createServerlessWorld(createServerlessStores(remote.config, RETENTION_DAYS), undefined, (deps) => ({
        ...deps,
        embedder: createWordEmbedder(`words@${crypto.randomUUID()}`),
      })),
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
    openWorld: () => createServerlessWorld(remote.stores),
    async close() {
      lines.restore();
      await remote.close();
    },
  };
}
