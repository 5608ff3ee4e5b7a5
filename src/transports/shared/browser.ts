/**
 * Safety around browsers. Credentials are headers and never cookies, so CORS may be generous to those who are let in; who is let in is
 * decided by Host (against DNS rebinding) and Origin, before authentication and before any preflight is answered.
 */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { MINUTE_MS, SECOND_MS } from '../../domain/instant.ts';
import type { DoorConfig, DoorEnv } from './door.ts';
import { isLoopback, isLoopbackRequest, isOwnHost } from './host.ts';
import { NAMESPACE_HEADER } from './namespace.ts';
import { refuse } from './respond.ts';

const PREFLIGHT_SECONDS = (10 * MINUTE_MS) / SECOND_MS;

export const securityHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  strictTransportSecurity: 'max-age=15552000',
  xFrameOptions: 'DENY',
  // A page that needs more (the docs' own style) sets its policy itself.
  overwrite: false,
});

/** Replies hold what people told their agents: no cache may keep them. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
};

/** No Origin: not a browser. `null` (a sandboxed frame, a file) is an origin, and foreign. */
function isAllowedOrigin(request: Request, { allowed_origins }: DoorConfig): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return allowed_origins.includes(origin);
  if (isLoopback(hostname) || host === new URL(request.url).host) return true;
  return allowed_origins.some((allowed) => allowed === hostname || allowed.replace(/\/$/, '') === origin);
}

export const browserSafety =
  (config: DoorConfig): MiddlewareHandler<DoorEnv> =>
  async (context, next) => {
    const request = context.req.raw;
    const own = config.auth === 'off' ? isLoopbackRequest(request) : isOwnHost(request, config.allowed_hosts);
    if (!own)
      return refuse(context, {
        kind: 'forbidden',
        message:
          config.auth === 'off'
            ? 'Authentication is off, so only requests to a loopback host are answered. Use 127.0.0.1, or set HINDSIGHT_AUTH=keys.'
            : 'This host name is not served here. Use the address that the service was deployed under.',
      });
    if (!isAllowedOrigin(request, config))
      return refuse(context, {
        kind: 'forbidden',
        message: 'Pages of this origin may not call the service. Add the origin to HINDSIGHT_ALLOWED_ORIGINS to let them.',
      });
    return next();
  };

/** Runs after browserSafety, so an Origin that gets here is allowed; answers preflights with 204 before anyone is asked for a credential. */
export const crossOrigin: MiddlewareHandler = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: [
    'Content-Type',
    'Accept',
    'Authorization',
    'X-API-Key',
    NAMESPACE_HEADER,
    'Idempotency-Key',
    'X-Request-Id',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Session-Id',
    'Last-Event-ID',
  ],
  exposeHeaders: ['WWW-Authenticate', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'Retry-After', 'X-Request-Id'],
  maxAge: PREFLIGHT_SECONDS,
});
