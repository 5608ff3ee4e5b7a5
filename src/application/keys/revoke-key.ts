import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Namespace } from '../../domain/memory.ts';
import { ok, type Result } from '../../domain/result.ts';
import { findOwnKey, type KeyDependencies } from './key-dependencies.ts';

/** Ends a key at once; the next request with it is refused. Doing it again changes nothing. */
export async function revokeKey(deps: KeyDependencies, namespace: Namespace, id: string): Promise<Result<ApiKey, Failure>> {
  const found = await findOwnKey(deps, namespace, id);
  if (!found.ok) return found;
  const now = deps.clock.now();
  await deps.keys.revoke(id, now);
  const { revoked_at } = found.value;
  return ok({ ...found.value, revoked_at: revoked_at === null ? now : Math.min(revoked_at, now) });
}
