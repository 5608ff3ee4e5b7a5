import { draftKey, type IssuedKey, type KeyRequest } from '../../domain/access/api-key.ts';
import type { KeyDependencies } from './key-dependencies.ts';

/** Makes a key. The credential is in this reply and nowhere else, ever again. */
export async function issueKey({ keys, clock, ids }: KeyDependencies, request: KeyRequest): Promise<IssuedKey> {
  const now = clock.now();
  const issued = draftKey(request, { id: ids.memoryId(now).replaceAll('-', ''), secret: ids.secret() }, now);
  await keys.insert(issued.key);
  return issued;
}
