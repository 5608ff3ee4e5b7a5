/** The doors of one deployment over its namespaces. Made once per isolate: configuration is read and validated here, before the first answer. */
import type { Hono } from 'hono';
import { createDirectoryKeyStore } from '../adapters/directory/directory-key-store.ts';
import { createDirectoryRateLimiter } from '../adapters/directory/directory-rate-limiter.ts';
import { createGrantStore } from '../adapters/grants/grant-store.ts';
import { logObserver } from '../adapters/system/log-observer.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { createUuidIdSource } from '../adapters/system/uuid-id-source.ts';
import { readConfig } from '../config.ts';
import { mcpDoor } from '../transports/mcp/app.ts';
import { createOAuth } from '../transports/oauth/door.ts';
import { createRestApp } from '../transports/rest/app.ts';
import type { DoorDependencies, DoorEnv } from '../transports/shared/door.ts';
import type { Environment } from './environment.ts';
import { createNamespaceService } from './namespace-service.ts';

const SECONDS_PER_MINUTE = 60;

export function createHttpApp(env: Environment): Hono<DoorEnv> {
  const config = readConfig(env);
  const keys = createDirectoryKeyStore(env.DIRECTORY);
  const oauth =
    config.auth === 'oauth'
      ? createOAuth({ keys, clock: systemClock }, { grants: createGrantStore(env.GRANTS), public_url: config.public_url })
      : null;
  const dependencies: DoorDependencies = {
    config,
    serviceFor: (namespace) => createNamespaceService(env.NAMESPACES, namespace, logObserver),
    keys,
    ...(oauth === null ? {} : { tokens: oauth.tokens }),
    rate_limiter:
      config.rate_limit === null
        ? null
        : createDirectoryRateLimiter(env.DIRECTORY, {
            rate_per_second: config.rate_limit.per_minute / SECONDS_PER_MINUTE,
            burst: config.rate_limit.burst,
          }),
    clock: systemClock,
    ids: createUuidIdSource(),
    observer: logObserver,
  };
  return createRestApp(dependencies, [mcpDoor(dependencies), ...(oauth === null ? [] : [oauth.door(dependencies)])]);
}
