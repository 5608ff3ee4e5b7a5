import type { ApiKey } from '../../domain/access/api-key.ts';
import { covers } from '../../domain/access/grant.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { KeyStore } from '../../ports/key-store.ts';

/** A key store that is down throws StoreUnavailable through these verbs; the door answers 503. */
export interface KeyDependencies {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Another tenant's key and a key that never was get the same answer. */
export async function findOwnKey({ keys }: KeyDependencies, namespace: Namespace, id: string): Promise<Result<ApiKey, Failure>> {
  const key = await keys.find(id);
  if (key !== null && covers(namespace, key.namespace)) return ok(key);
  return err({ kind: 'not_found', what: 'key', message: 'There is no such key in this namespace. List the keys to see their ids.' });
}
