/// <reference types="@cloudflare/vitest-plugin/types" />
import { env } from 'cloudflare:workers';
import { describe } from 'vitest';
import { RedisClient } from '../../src/adapters/upstash-redis/client.ts';
import { createRedisWorkingSetStore } from '../../src/adapters/upstash-redis/working-set-store.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import type { Stores } from '../contracts/contract.ts';
import { workingSetStoreContract } from '../contracts/working-set-store.ts';
import { createReferenceStores } from '../reference/stores.ts';

const { REDIS_REST_URL: url, REDIS_REST_TOKEN: token } = env as unknown as Readonly<Record<string, string>>;

describe.skipIf(url === '')('working memory in Redis, from workerd', () => {
  workingSetStoreContract({
    name: 'upstash-redis in workerd',
    withStores: (work: (stores: Stores) => Promise<void>) =>
      work({
        ...createReferenceStores({ termsOf }),
        working: createRedisWorkingSetStore(new RedisClient({ url: url ?? '', token: token ?? '' }), `test/${crypto.randomUUID()}`),
      }),
  });
});
