/** The doors of one deployment over its namespaces. Made once per isolate: configuration is read and validated here, before the first answer. */
import type { Hono } from 'hono';
import { createGrantStore } from '../adapters/grants/grant-store.ts';
import { logObserver } from '../adapters/system/log-observer.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { createUuidIdSource } from '../adapters/system/uuid-id-source.ts';
import { readConfig } from '../config.ts';
import type { Observer } from '../ports/observer.ts';
import { mcpDoor } from '../transports/mcp/app.ts';
import { metricsDoor } from '../transports/metrics/door.ts';
import { createRequestMetrics } from '../transports/metrics/request-metrics.ts';
import { createOAuth } from '../transports/oauth/door.ts';
import { createRestApp } from '../transports/rest/app.ts';
import type { DoorDependencies, DoorEnv } from '../transports/shared/door.ts';
import type { Backend } from './backend.ts';
import { createEmbeddedBackend } from './embedded.ts';
import type { Environment } from './environment.ts';
import { createServerlessBackend } from './serverless.ts';

const SECONDS_PER_MINUTE = 60;

export interface Deployment {
  readonly http: Hono<DoorEnv>;
  /** The work of the scheduled run. */
  maintainDue(): Promise<void>;
}

export function createDeployment(env: Environment): Deployment {
  const config = readConfig(env);
  const backend: Backend =
    config.stores.kind === 'serverless' ? createServerlessBackend(config, config.stores, env) : createEmbeddedBackend(env);
  const { keys } = backend;
  const oauth =
    config.auth === 'oauth'
      ? createOAuth({ keys, clock: systemClock }, { grants: createGrantStore(env.GRANTS), public_url: config.public_url })
      : null;
  const metrics = createRequestMetrics(systemClock.now());
  const observer: Observer = {
    observe(event) {
      logObserver.observe(event);
      metrics.observe(event);
    },
  };
  const dependencies: DoorDependencies = {
    config,
    serviceFor: backend.serviceFor,
    keys,
    ...(oauth === null ? {} : { tokens: oauth.tokens }),
    rate_limiter:
      config.rate_limit === null
        ? null
        : backend.rateLimiter({
            rate_per_second: config.rate_limit.per_minute / SECONDS_PER_MINUTE,
            burst: config.rate_limit.burst,
          }),
    clock: systemClock,
    ids: createUuidIdSource(),
    observer,
  };
  const doors = [mcpDoor(dependencies), metricsDoor(dependencies, metrics), ...(oauth === null ? [] : [oauth.door(dependencies)])];
  return { http: createRestApp(dependencies, doors), maintainDue: backend.maintainDue };
}
