import { keyState, SCOPES } from '../../domain/access/api-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GrantStore } from '../../ports/grant-store.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { TokenVerifier } from '../shared/access.ts';
import { type AuthorizationServer, type GrantProps, libraryEnvironment, RESOURCE_PATH, resourceOf } from './authorization-server.ts';
import { publicOrigin } from './origin.ts';

export interface VerifierDependencies {
  readonly keys: KeyStore;
  readonly grants: GrantStore;
  readonly clock: Clock;
  readonly public_url: string | null;
}

/**
 * Access tokens of this service. A token is worth what the key is that approved it: it ends with the key and never has more scopes, so that
 * revoking a key takes back everything that was let in with it.
 */
export function tokenVerifier(serverFor: (origin: string) => AuthorizationServer, deps: VerifierDependencies): TokenVerifier {
  const originOf = (request: Request): string => publicOrigin(request, deps.public_url) ?? new URL(request.url).origin;
  return {
    async verify(token, request) {
      const origin = publicOrigin(request, deps.public_url);
      if (origin === null) return null;
      const valid = await serverFor(origin).validateToken(resourceOf(origin), token, libraryEnvironment(deps.grants));
      if (valid === null) return null;
      const { namespace, key_id } = valid.props as GrantProps;
      const key = await deps.keys.find(key_id);
      if (key === null || keyState(key, deps.clock.now()) !== 'active') return null;
      const scopes = SCOPES.filter((scope) => valid.scope.includes(scope) && key.scopes.includes(scope));
      // A bucket of its own: a busy client must not starve the key's other users.
      return { namespace, grants: 'subtree', scopes, key_id: `${key_id} ${valid.clientId}` };
    },
    resourceMetadata: (request) => `${originOf(request)}/.well-known/oauth-protected-resource${RESOURCE_PATH}`,
  };
}
