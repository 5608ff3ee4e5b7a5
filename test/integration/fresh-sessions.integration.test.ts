import { afterAll, beforeAll, describe } from 'vitest';
import { freshSessionsContract } from '../contracts/fresh-sessions.ts';
import { createWorld } from '../support/world.ts';
import { DATABASE_URL, REDIS_REST } from './addresses.ts';
import { freshNamespace } from './neon-stores.ts';
import { openRemoteStores, type RemoteStores } from './serverless-world.ts';

describe.skipIf(DATABASE_URL === null || REDIS_REST === null)('over Postgres, Redis and a vector service', () => {
  let remote: RemoteStores;
  beforeAll(async () => {
    remote = await openRemoteStores('qdrant');
  });
  afterAll(() => remote?.close());

  freshSessionsContract({
    name: 'remote stores',
    createWorld: (change) => createWorld((deps) => change({ ...deps, ...remote.stores.of(freshNamespace()) })),
  });
});
