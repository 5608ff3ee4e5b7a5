import { type ApiKey, graceEnd, type IssuedKey, keyState, successorRequest } from '../../domain/access/api-key.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { issueKey } from './issue-key.ts';
import { findOwnKey, type KeyDependencies } from './key-dependencies.ts';

export interface RotateKeyCommand {
  readonly id: string;
  /** How long the old key still works; none when absent. */
  readonly grace_hours?: number;
  /** Of the successor; as long as the old key was given when absent. */
  readonly expires_in_days?: number;
}

export interface RotatedKey extends IssuedKey {
  readonly replaced: ApiKey;
}

/** A successor with the same namespace, scopes and label; the old key ends now or after the grace. An expired key may be rotated, a revoked one not. */
export async function rotateKey(
  deps: KeyDependencies,
  namespace: Namespace,
  { id, grace_hours = 0, expires_in_days }: RotateKeyCommand,
): Promise<Result<RotatedKey, Failure>> {
  const found = await findOwnKey(deps, namespace, id);
  if (!found.ok) return found;
  const now = deps.clock.now();
  if (keyState(found.value, now) === 'revoked')
    return err({ kind: 'conflict', reason: 'revoked', message: 'This key was revoked and has no successor. Create a new key instead.' });
  // The successor first: if ending the old key fails, nobody is locked out, and the successor that nobody knows shows in the list as never used.
  const issued = await issueKey(deps, successorRequest(found.value, expires_in_days));
  const end = graceEnd(now, grace_hours);
  await deps.keys.revoke(id, end);
  const revoked_at = found.value.revoked_at === null ? end : Math.min(found.value.revoked_at, end);
  return ok({ ...issued, replaced: { ...found.value, revoked_at } });
}
