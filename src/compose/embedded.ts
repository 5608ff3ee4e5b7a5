/** The embedded mode, as the Worker sees it: each namespace in its Durable Object, which sets its own alarm. */
import { createDirectoryKeyStore } from '../adapters/directory/directory-key-store.ts';
import { createDirectoryRateLimiter } from '../adapters/directory/directory-rate-limiter.ts';
import { logObserver } from '../adapters/system/log-observer.ts';
import type { Backend } from './backend.ts';
import type { Environment } from './environment.ts';
import { createNamespaceService } from './namespace-service.ts';

export const createEmbeddedBackend = (env: Environment): Backend => ({
  serviceFor: (namespace) => createNamespaceService(env.NAMESPACES, namespace, logObserver),
  keys: createDirectoryKeyStore(env.DIRECTORY),
  rateLimiter: (limit) => createDirectoryRateLimiter(env.DIRECTORY, limit),
  maintainDue: async () => {},
});
