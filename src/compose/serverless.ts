/** The serverless mode: the application runs in the Worker, over Postgres, Redis and a vector service. */
import { waitUntil } from 'cloudflare:workers';
import { dueNamespaces } from '../adapters/neon/due-namespaces.ts';
import { createNeonKeyStore } from '../adapters/neon/key-store.ts';
import { logObserver } from '../adapters/system/log-observer.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { createUuidIdSource } from '../adapters/system/uuid-id-source.ts';
import { createEstimatedTokenCounter } from '../adapters/tokens/estimated-token-counter.ts';
import { createRedisRateLimiter } from '../adapters/upstash-redis/rate-limiter.ts';
import { createService } from '../application/create-service.ts';
import type { Dependencies } from '../application/dependencies.ts';
import { maintain } from '../application/maintain.ts';
import type { Config } from '../config.ts';
import { DAY_MS } from '../domain/instant.ts';
import type { Namespace } from '../domain/memory.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { hashNamespace } from '../transports/shared/observe.ts';
import { afterReply } from './after-reply.ts';
import type { Backend } from './backend.ts';
import type { Environment } from './environment.ts';
import { boundedModels, createEmbedder, createModelSummarizer, type Models } from './models.ts';
import { createServerlessStores, type ServerlessConfig } from './serverless-stores.ts';

/** Names of due namespaces fetched at a time. */
const PAGE_NAMESPACES = 50;
/** A run that takes longer is left to the next one, a minute after it began: the platform would end it, and here nothing is cut off in the middle. */
const RUN_MS_MAX = 45_000;

export function createServerlessBackend(config: Config, stores: ServerlessConfig, env: Environment): Backend {
  const { database_url } = stores;
  const { retention_days } = config.tuning.expiry;
  const remote = createServerlessStores(stores, retention_days);
  /** A remote embedder learns its dimensions once; the builtin one keeps what it loaded for the isolate, but loads within one request. */
  const embedder = createEmbedder(config.embedder, env, logObserver);
  const model_summarizer = createModelSummarizer(config.summarizer, env);
  const models = (): Models => ({
    embedder: config.embedder.kind === 'builtin' ? createEmbedder(config.embedder, env, logObserver) : embedder,
    model_summarizer,
  });
  const shared = {
    tokens: createEstimatedTokenCounter(),
    clock: systemClock,
    ids: createUuidIdSource(),
    observer: logObserver,
    tuning: config.tuning,
    secrets: config.secrets,
    compress: config.compress,
  };
  const dependenciesOf = (namespace: Namespace): Dependencies => ({
    ...shared,
    ...boundedModels(config.embedder, models()),
    ...remote.of(namespace),
    defer: afterReply(waitUntil, logObserver, hashNamespace(namespace)),
  });
  /** Where the last run ran out of time, so that those at the end of the alphabet have their turn; null after a full round. */
  let reached: Namespace | null = null;
  return {
    serviceFor: (namespace) => createService(dependenciesOf(namespace)),
    keys: createNeonKeyStore(database_url),
    rateLimiter: (limit) => createRedisRateLimiter(remote.redis, limit),
    async maintainDue() {
      const started = systemClock.now();
      for (;;) {
        const now = systemClock.now();
        const query = { now, swept_before: now - retention_days * DAY_MS, limit: PAGE_NAMESPACES, after: reached };
        const due = await dueNamespaces(database_url, query);
        for (const namespace of due) {
          if (systemClock.now() - started > RUN_MS_MAX) return;
          await maintainOne(dependenciesOf(namespace));
          reached = namespace;
        }
        if (due.length < PAGE_NAMESPACES) {
          reached = null;
          return;
        }
      }
    },
  };
}

/** An outage ends this namespace's turn and nobody else's; what is not settled is found again by the next run. */
async function maintainOne(deps: Dependencies): Promise<void> {
  try {
    await maintain(deps);
  } catch (thrown) {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
    deps.observer.observe({ event: 'degraded', store: thrown.store, verb: 'maintain', cause: thrown.message });
  }
}
