/**
 * Who asks. Keys: `Authorization: Bearer hs_<id>_<secret>` or `X-API-Key`; never a query string. Unknown, malformed, expired and revoked
 * credentials get the same answer after the same work; a key store that is down is a 503, because a 401 would make clients drop good keys.
 * The operator's token is the first credential of a deployment: it manages the keys of every namespace, and opens nothing else.
 */
import { type ApiKey, keyState, SCOPES, type Scope } from '../../domain/access/api-key.ts';
import { hashSecret, parseCredential, sameDigest } from '../../domain/access/credential.ts';
import type { Failure } from '../../domain/failure.ts';
import { type Instant, MINUTE_MS } from '../../domain/instant.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { Observer } from '../../ports/observer.ts';
import { isLoopbackRequest } from './host.ts';

/** One identity for every door. The namespace comes from the credential. */
export interface Principal {
  readonly namespace: Namespace;
  /** `subtree`: the namespace and everything under `namespace/`. `all`: authentication is off. */
  readonly grants: 'subtree' | 'all';
  readonly scopes: readonly Scope[];
  /** Public id of the key or client; null when authentication is off. */
  readonly key_id: string | null;
}

export interface AccessConfig {
  readonly auth: 'off' | 'keys' | 'oauth';
  readonly default_namespace: Namespace;
  /** SHA-256 in hex of HINDSIGHT_ADMIN_TOKEN; null or absent when there is none. */
  readonly admin_token_sha256?: string | null;
}

/** Tokens that are not API keys; present only with HINDSIGHT_AUTH=oauth. */
export interface TokenVerifier {
  /** Null for a token that is not valid now. */
  verify(token: string, request: Request): Promise<Principal | null>;
  /** Absolute URL of the protected-resource metadata, named in challenges. */
  resourceMetadata(request: Request): string;
}

export interface AccessDependencies {
  readonly config: AccessConfig;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly tokens?: TokenVerifier;
}

/** `last_used_at` is for people who tidy up; a write for each request would cost more than it tells. */
const MARK_USED_EVERY_MS = MINUTE_MS;

const refused = (token_sent: boolean): { readonly ok: false; readonly failure: Failure } =>
  err({
    kind: 'unauthenticated',
    token_sent,
    message: token_sent
      ? 'The credential is not valid. Send a current key as Authorization: Bearer hs_…'
      : 'A credential is needed. Send Authorization: Bearer hs_…',
  });

export async function authenticate(request: Request, dependencies: AccessDependencies): Promise<Result<Principal, Failure>> {
  const { config, tokens } = dependencies;
  if (config.auth === 'off') return withoutCredential(request, config);
  const presented = presentedCredential(request.headers);
  if (presented === null) return refused(false);
  if (isOperator(presented, config)) return asOperator(request, config);
  if (tokens !== undefined && config.auth === 'oauth' && !presented.startsWith('hs_')) {
    const principal = await tokens.verify(presented, request);
    return principal === null ? refused(true) : ok(principal);
  }
  return withKey(presented, dependencies);
}

/** What a request carries says nothing about where it came from, except which host it was sent to; forwarded headers are not looked at. */
function withoutCredential(request: Request, config: AccessConfig): Result<Principal, Failure> {
  if (!isLoopbackRequest(request))
    return err({
      kind: 'forbidden',
      message: 'Authentication is off, so only requests to a loopback host are answered. Use 127.0.0.1, or set HINDSIGHT_AUTH=keys.',
    });
  return ok({ namespace: config.default_namespace, grants: 'all', scopes: SCOPES, key_id: null });
}

const isOperator = (presented: string, { admin_token_sha256 }: AccessConfig): boolean =>
  typeof admin_token_sha256 === 'string' && sameDigest(hashSecret(presented), admin_token_sha256);

/** Id of the operator in logs and rate buckets; no key can have it, for theirs are hexadecimal. */
const OPERATOR_ID = 'operator';
const OPERATOR_PATHS = /^\/v1\/keys(?:\/|$)/;

function asOperator(request: Request, { default_namespace }: AccessConfig): Result<Principal, Failure> {
  if (!OPERATOR_PATHS.test(new URL(request.url).pathname))
    return err({
      kind: 'forbidden',
      message: 'HINDSIGHT_ADMIN_TOKEN manages keys and opens nothing else. Create a key with it (POST /v1/keys) and use that here.',
    });
  return ok({ namespace: default_namespace, grants: 'all', scopes: ['memory:admin'], key_id: OPERATOR_ID });
}

/** `X-API-Key` is for clients that cannot set Authorization; the standard header wins. */
function presentedCredential(headers: Headers): string | null {
  const authorization = headers.get('authorization');
  if (authorization !== null) return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
  return headers.get('x-api-key')?.trim() ?? null;
}

/** What an API key grants; the same failure for every reason that it is not valid. */
export async function withKey(
  presented: string,
  { keys, clock, observer }: Pick<AccessDependencies, 'keys' | 'clock' | 'observer'>,
): Promise<Result<Principal, Failure>> {
  const credential = parseCredential(presented);
  if (credential === null) return refused(true);
  const now = clock.now();
  let key: ApiKey | null;
  try {
    key = await keys.find(credential.id);
  } catch {
    // The store's own words may name hosts; the caller needs only to know that this is not about the key.
    observer.observe({ event: 'degraded', store: 'keys', verb: 'authenticate', cause: 'key store unavailable' });
    return err({ kind: 'unavailable', store: 'keys', message: 'Credentials cannot be checked right now. Try again shortly.' });
  }
  // An unknown id is compared too, so that it takes as long as a wrong secret.
  const genuine = sameDigest(hashSecret(credential.secret), key?.secret_sha256 ?? hashSecret(''));
  if (key === null || !genuine || keyState(key, now) !== 'active') return refused(true);
  await markUsed(key, now, keys, observer);
  return ok({ namespace: key.namespace, grants: 'subtree', scopes: key.scopes, key_id: key.id });
}

async function markUsed(key: ApiKey, now: Instant, keys: KeyStore, observer: Observer): Promise<void> {
  if (key.last_used_at !== null && now - key.last_used_at < MARK_USED_EVERY_MS) return;
  try {
    await keys.markUsed(key.id, now);
  } catch {
    // The stamp is for people; a request with a good key must not fail for it.
    observer.observe({ event: 'degraded', store: 'keys', verb: 'authenticate', cause: 'last use not recorded' });
  }
}

/** Scopes are literal: an admin key that should also write says so. The challenge names all that are needed, so that one step up is enough. */
export function requireScopes(principal: Principal, scopes: readonly Scope[]): Result<null, Failure> {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return ok(null);
  return err({
    kind: 'forbidden',
    scope: scopes.join(' '),
    message: `This credential lacks the scope ${missing.join(' and ')}. Use one that has it.`,
  });
}

/** RFC 6750: the challenge names an error only when a credential was sent. Null for failures that are not about access. */
export function challenge(failure: Failure, request: Request, tokens?: TokenVerifier): string | null {
  const metadata = tokens === undefined ? '' : `, resource_metadata="${tokens.resourceMetadata(request)}"`;
  if (failure.kind === 'unauthenticated') {
    const error = failure.token_sent ? ', error="invalid_token", error_description="The credential is not valid"' : '';
    return `Bearer realm="hindsight", scope="memory:read memory:write"${error}${metadata}`;
  }
  if (failure.kind === 'forbidden' && failure.scope !== undefined)
    return `Bearer error="insufficient_scope", scope="${failure.scope}"${metadata}`;
  return null;
}
