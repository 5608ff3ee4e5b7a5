/** The OAuth 2.1 library, set up for this service: one resource (`/mcp`), S256 only, clients by metadata document or by registration. */
import { type AuthRequest, OAuthAuthorizationServer } from '@cloudflare/workers-oauth-provider';
import { SCOPES } from '../../domain/access/api-key.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../domain/instant.ts';
import type { Namespace } from '../../domain/memory.ts';
import type { GrantStore } from '../../ports/grant-store.ts';

export const AUTHORIZE_PATH = '/authorize';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';
export const RESOURCE_PATH = '/mcp';

const ACCESS_TOKEN_SECONDS = HOUR_MS / SECOND_MS;
/** A client that is used at least once a month stays signed in. */
const REFRESH_IDLE_SECONDS = (30 * DAY_MS) / SECOND_MS;
const REGISTRATION_SECONDS = (90 * DAY_MS) / SECOND_MS;

/** What a token stands for; kept encrypted with the grant. */
export interface GrantProps {
  readonly namespace: Namespace;
  /** The key that its owner approved it with: the grant ends when that key does. */
  readonly key_id: string;
}

export type AuthorizationServer = OAuthAuthorizationServer<object>;

export const resourceOf = (origin: string): string => `${origin}${RESOURCE_PATH}`;

/** The library reads its store from the environment under this name. */
export const libraryEnvironment = (store: GrantStore): { readonly OAUTH_KV: GrantReader } => ({ OAUTH_KV: readsJson(store) });

type GrantReader = Omit<GrantStore, 'get'> & { get(name: string, options?: { readonly type?: 'json' | 'text' }): Promise<unknown> };

const readsJson = (store: GrantStore): GrantReader => ({
  ...store,
  get: async (name, options) => {
    const text = await store.get(name);
    return text !== null && options?.type === 'json' ? (JSON.parse(text) as unknown) : text;
  },
});

/** One server for each address that the service is reached under; there are few, and the last one is kept. */
export function authorizationServers(): (origin: string) => AuthorizationServer {
  let last: { readonly origin: string; readonly server: AuthorizationServer } | null = null;
  return (origin) => {
    if (last?.origin !== origin) last = { origin, server: authorizationServer(origin) };
    return last.server;
  };
}

const authorizationServer = (origin: string): AuthorizationServer =>
  new OAuthAuthorizationServer<object>({
    issuer: origin,
    resources: [resourceOf(origin)],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    scopesSupported: [...SCOPES],
    clientIdMetadataDocumentEnabled: true,
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    refreshTokenTTL: REFRESH_IDLE_SECONDS,
    refreshTokenIdleTTL: REFRESH_IDLE_SECONDS,
    clientRegistrationTTL: REGISTRATION_SECONDS,
    // The request's own log line says how it ended; the library's would quote what clients sent.
    onError: () => {},
  });

/** The library lets confidential clients do without; MCP does not. */
export const hasProof = ({ codeChallenge, codeChallengeMethod }: AuthRequest): boolean =>
  codeChallenge !== undefined && codeChallenge !== '' && codeChallengeMethod === 'S256';
