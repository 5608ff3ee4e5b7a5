/** Postgres, Redis and a vector service as the stores of a namespace. Names nothing of the Workers runtime: the tests run this very composition. */
import { createNeonStores } from '../adapters/neon/stores.ts';
import { QdrantClient } from '../adapters/qdrant/client.ts';
import { QdrantCollections } from '../adapters/qdrant/collections.ts';
import { createQdrantVectorIndex } from '../adapters/qdrant/vector-index.ts';
import { RedisClient } from '../adapters/upstash-redis/client.ts';
import { createRedisWorkingSetStore } from '../adapters/upstash-redis/working-set-store.ts';
import { UpstashVectorClient } from '../adapters/upstash-vector/client.ts';
import { createUpstashVectorIndex } from '../adapters/upstash-vector/vector-index.ts';
import type { Dependencies } from '../application/dependencies.ts';
import type { Config } from '../config.ts';
import type { Namespace } from '../domain/memory.ts';
import type { VectorIndex } from '../ports/vector-index.ts';

export type ServerlessConfig = Extract<Config['stores'], { readonly kind: 'serverless' }>;

export interface ServerlessStores {
  readonly redis: RedisClient;
  /** Clients without a connection: making them anew for each request costs nothing and keeps nothing. */
  of(namespace: Namespace): Pick<Dependencies, 'store' | 'candidates' | 'vectors' | 'working'>;
}

export function createServerlessStores(
  { database_url, redis: redis_options, vectors }: Omit<ServerlessConfig, 'kind'>,
  retention_days: number,
): ServerlessStores {
  const redis = new RedisClient(redis_options);
  const vectorsFor = createVectorIndexes(vectors);
  return {
    redis,
    of: (namespace) => ({
      ...createNeonStores({ database_url, retention_days }, namespace),
      vectors: vectorsFor(namespace),
      working: createRedisWorkingSetStore(redis, namespace),
    }),
  };
}

function createVectorIndexes(vectors: ServerlessConfig['vectors']): (namespace: Namespace) => VectorIndex {
  if (vectors.kind === 'upstash') {
    const client = new UpstashVectorClient(vectors);
    return (namespace) => createUpstashVectorIndex(client, namespace);
  }
  const client = new QdrantClient(vectors);
  const collections = new QdrantCollections(client);
  return (namespace) => createQdrantVectorIndex(client, collections, namespace);
}
