/** The OAuth door (HINDSIGHT_AUTH=oauth): metadata, registration, tokens and consent. Keys go on working beside it. */
import type { MiddlewareHandler } from 'hono';
import type { GrantStore } from '../../ports/grant-store.ts';
import type { TokenVerifier } from '../shared/access.ts';
import type { DoorContext, DoorDependencies, DoorEnv } from '../shared/door.ts';
import { refuse } from '../shared/respond.ts';
import type { Door } from '../shared/shell.ts';
import { AUTHORIZE_PATH, authorizationServers, libraryEnvironment, REGISTER_PATH, TOKEN_PATH } from './authorization-server.ts';
import { answerAuthorize } from './consent.ts';
import { protectedResourceMetadata } from './metadata.ts';
import { atOrigin, publicOrigin } from './origin.ts';
import { tokenVerifier } from './token-verifier.ts';

export interface OAuthOptions {
  readonly grants: GrantStore;
  /** The address that clients know the service by, without a path; null: the one that a request came to. */
  readonly public_url: string | null;
}

export interface OAuth {
  readonly tokens: TokenVerifier;
  readonly door: (dependencies: DoorDependencies) => Door;
}

/** Anybody may register a client, so all that register share one bucket. */
const REGISTRATION_SUBJECT = 'oauth registration';

export function createOAuth(keysAndClock: Pick<DoorDependencies, 'keys' | 'clock'>, { grants, public_url }: OAuthOptions): OAuth {
  const serverFor = authorizationServers();
  return {
    tokens: tokenVerifier(serverFor, { ...keysAndClock, grants, public_url }),
    door: (dependencies) => (app) => {
      const at = async (
        context: DoorContext,
        answer: (origin: string, request: Request) => Response | Promise<Response>,
      ): Promise<Response> => {
        const origin = publicOrigin(context.req.raw, public_url);
        if (origin !== null) return answer(origin, atOrigin(context.req.raw, origin));
        const message = 'OAuth needs https. Behind a proxy that ends TLS, set HINDSIGHT_PUBLIC_URL to the public address.';
        return refuse(context, { kind: 'unavailable', store: 'oauth', message });
      };
      const protocol = (context: DoorContext) =>
        at(context, (origin, request) =>
          serverFor(origin).fetch(request, libraryEnvironment(grants), context.executionCtx as ExecutionContext),
        );

      protectedResourceMetadata(app, (request) => publicOrigin(request, public_url));
      app.get('/.well-known/oauth-authorization-server', protocol);
      app.post(TOKEN_PATH, named('oauth.token'), protocol);
      app.post(REGISTER_PATH, named('oauth.register'), limited(dependencies), protocol);
      app.on(['GET', 'POST'], AUTHORIZE_PATH, (context) =>
        at(context, (origin, request) => {
          const oauth = serverFor(origin).getOAuthApi(libraryEnvironment(grants));
          return answerAuthorize(context, { door: dependencies, grants, oauth, request });
        }),
      );
    },
  };
}

const named =
  (verb: string): MiddlewareHandler<DoorEnv> =>
  (context, next) => {
    context.set('verb', verb);
    return next();
  };

const limited =
  ({ rate_limiter, clock }: DoorDependencies): MiddlewareHandler<DoorEnv> =>
  async (context, next) => {
    const taken = (await rate_limiter?.take(REGISTRATION_SUBJECT, clock.now())) ?? { allowed: true };
    if (taken.allowed) return next();
    const message = 'Too many clients register at once. Wait as Retry-After says.';
    return refuse(context, { kind: 'rate_limited', retry_after_seconds: taken.retry_after_seconds, message });
  };
