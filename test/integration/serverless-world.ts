/** The whole service over remote stores, composed as the product composes it, in this process and with a clock of the test's. */
import type { Dependencies } from '../../src/application/dependencies.ts';
import { createServerlessStores, type ServerlessConfig, type ServerlessStores } from '../../src/compose/serverless-stores.ts';
import type { MemoryId, Namespace } from '../../src/domain/memory.ts';
import { createDeferredWork } from '../support/deferred-work.ts';
import { startQdrantServer } from '../support/servers/qdrant-server.ts';
import { startUpstashVectorServer } from '../support/servers/upstash-vector-server.ts';
import { WORD_DIMENSIONS } from '../support/word-embedder.ts';
import { createWorld, type World } from '../support/world.ts';
import { REDIS_REST } from './addresses.ts';
import { freshNamespace, RETENTION_DAYS, requiredUrl } from './neon-stores.ts';

export type VectorService = 'qdrant' | 'upstash';

export interface RemoteStores {
  readonly config: Omit<ServerlessConfig, 'kind'>;
  /** One isolate's clients. */
  readonly stores: ServerlessStores;
  /** Ids of the memories that have vectors, as the vector service itself holds them. `hash`: of the namespace. */
  stored(hash: string): readonly MemoryId[];
  /** Requests that the vector service found malformed. */
  refusals(): readonly string[];
  close(): Promise<void>;
}

const TOKEN = 'vectors';

/** The run's Postgres and Redis with a vector service of one's own; `change` puts something before them. */
export async function openRemoteStores(
  service: VectorService,
  change: (config: Omit<ServerlessConfig, 'kind'>) => Omit<ServerlessConfig, 'kind'> = (config) => config,
): Promise<RemoteStores> {
  if (REDIS_REST === null) throw new Error('no Redis: start these tests with npm run test:integration');
  const server = service === 'qdrant' ? await startQdrantServer(TOKEN) : await startUpstashVectorServer(TOKEN, WORD_DIMENSIONS);
  const config = change({
    database_url: requiredUrl(),
    redis: REDIS_REST,
    vectors:
      service === 'qdrant' ? { kind: 'qdrant', url: server.url, api_key: TOKEN } : { kind: 'upstash', url: server.url, token: TOKEN },
  });
  return {
    config,
    stores: createServerlessStores(config, RETENTION_DAYS),
    stored: (hash) => [
      ...new Set(
        server
          .contents()
          .flatMap(({ name, entries }) =>
            entries.filter(({ payload }) => name === hash || payload.namespace === hash).map(({ payload }) => String(payload.memory_id)),
          ),
      ),
    ],
    refusals: () => server.refusals,
    close: () => server.close(),
  };
}

export interface ServerlessWorld extends World {
  readonly namespace: Namespace;
  /** Everything that was left to finish after a reply has finished, one way or the other. */
  idle(): Promise<void>;
}

export function createServerlessWorld(
  stores: ServerlessStores,
  namespace: string = freshNamespace(),
  change: (deps: Dependencies) => Dependencies = (deps) => deps,
): ServerlessWorld {
  let ended = async (): Promise<void> => undefined;
  const world = createWorld((deps) => {
    const work = createDeferredWork(deps.observer);
    ended = work.ended;
    return change({ ...deps, ...stores.of(namespace), defer: work.defer });
  });
  return { ...world, namespace, idle: () => ended() };
}
