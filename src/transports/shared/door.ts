/** What every door (REST, MCP, keys, metrics) is built on: its dependencies, what the shell notes about a request, how access is checked. */
import type { Context, MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Caller, MemoryService } from '../../application/service.ts';
import type { Scope } from '../../domain/access/api-key.ts';
import type { Namespace } from '../../domain/memory.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { type AccessConfig, type AccessDependencies, authenticate, type Principal, requireScopes } from './access.ts';
import { NAMESPACE_HEADER, resolveNamespace } from './namespace.ts';
import { refuse } from './respond.ts';

export interface DoorConfig extends AccessConfig {
  /** Host names or whole origins of browser pages that may call, besides the own host and loopback. */
  readonly allowed_origins: readonly string[];
  /** Host names this deployment answers to; empty: whatever host its URL has. */
  readonly allowed_hosts: readonly string[];
}

export interface DoorDependencies extends AccessDependencies {
  readonly config: DoorConfig;
  readonly serviceFor: (namespace: Namespace) => MemoryService;
  /** Null: no limit is configured. */
  readonly rate_limiter: RateLimiter | null;
  readonly ids: IdSource;
}

interface DoorVariables extends RequestIdVariables {
  principal: Principal;
  /** For the log line: what was asked of which namespace, and how it ended when the status does not say. */
  verb: string;
  namespace: Namespace;
  outcome: string;
}
export interface DoorEnv {
  Variables: DoorVariables;
}
export type DoorContext = Context<DoorEnv>;

/**
 * Authenticates, takes a token from the credential's bucket, and checks the namespace header, in this order and before any body is read:
 * an unknown caller learns nothing, and a refused one costs nothing.
 */
export const access =
  (dependencies: DoorDependencies): MiddlewareHandler<DoorEnv> =>
  async (context, next) => {
    const principal = await authenticate(context.req.raw, dependencies);
    if (!principal.ok) return refuse(context, principal.failure, dependencies.tokens);
    context.set('principal', principal.value);
    const limited = await limitRate(dependencies, principal.value);
    if (limited !== null)
      return refuse(context, {
        kind: 'rate_limited',
        retry_after_seconds: limited,
        message: 'Too many requests with this credential. Wait as Retry-After says, or send memories in batches.',
      });
    const namespace = resolveNamespace(principal.value, context.req.header(NAMESPACE_HEADER) ?? null);
    if (!namespace.ok) return refuse(context, namespace.failure);
    context.set('namespace', namespace.value);
    return next();
  };

/** Seconds to wait, or null. With authentication off there is nobody to protect from. */
async function limitRate({ rate_limiter, clock }: DoorDependencies, principal: Principal): Promise<number | null> {
  if (rate_limiter === null || principal.key_id === null) return null;
  const taken = await rate_limiter.take(principal.key_id, clock.now());
  return taken.allowed ? null : taken.retry_after_seconds;
}

export const needs =
  (scopes: readonly Scope[], { tokens }: DoorDependencies): MiddlewareHandler<DoorEnv> =>
  async (context, next) => {
    const allowed = requireScopes(context.get('principal'), scopes);
    return allowed.ok ? next() : refuse(context, allowed.failure, tokens);
  };

/** Printable and short: it is stored with what the client wrote. */
const CLIENT_FORM = /^[\x20-\x7e]{1,120}$/;

/** `via` is the tool or the pattern of the route, never a path, which holds ids. */
export function callerOf(context: DoorContext, via: string, namespace: Namespace): Caller {
  const agent = context.req.header('user-agent') ?? '';
  return { namespace, via, client: CLIENT_FORM.test(agent) ? agent : null, request_id: context.get('requestId') };
}
