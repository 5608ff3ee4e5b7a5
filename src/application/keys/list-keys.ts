import type { Failure } from '../../domain/failure.ts';
import type { Namespace } from '../../domain/memory.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { KeyPage } from '../../ports/key-store.ts';
import { checkPageSize } from '../page-size.ts';
import type { KeyDependencies } from './key-dependencies.ts';

export interface ListKeysCommand {
  readonly limit?: number;
  readonly cursor?: string;
}

/** Keys of the namespace and of everything under it, without secrets: nobody has those. */
export async function listKeys(
  { keys }: KeyDependencies,
  namespace: Namespace,
  { limit, cursor }: ListKeysCommand,
): Promise<Result<KeyPage, Failure>> {
  const size = checkPageSize(limit);
  if (!size.ok) return size;
  return ok(await keys.list(namespace, { limit: size.value, after: cursor ?? null }));
}
