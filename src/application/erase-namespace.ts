import type { Failure } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { EraseCommand, EraseReply } from './service.ts';
import { together } from './together.ts';

/** No embedder has this id: keeping only its vectors keeps none. */
const NO_GENERATION = '';

/**
 * Removes everything of the namespace, tombstones too, whatever its size. Derived copies go first: a failure there leaves the record whole
 * and the call can be repeated. The vectors are cleared once more at the end, for writes that were under way.
 */
export async function eraseNamespace(deps: Dependencies, caller: Caller, command: EraseCommand): Promise<Result<EraseReply, Failure>> {
  if (command.confirm !== caller.namespace)
    return err({
      kind: 'conflict',
      reason: 'confirmation',
      field: 'confirm',
      message: 'Nothing was erased. To erase all memories of this namespace for good, send its full name as confirm.',
    });
  const [vectors, sessions] = await together(deps.vectors.retire(NO_GENERATION), deps.working.erase());
  if (!vectors.ok) return err(incomplete(deps.vectors.name));
  if (!sessions.ok) return err(incomplete(deps.working.name));
  const { memories, tombstones } = await deps.store.erase();
  const late = await deps.vectors.retire(NO_GENERATION);
  if (!late.ok) return err(incomplete(deps.vectors.name));
  return ok({ status: 'erased', counts: { memories, tombstones, sessions: sessions.value } });
}

const incomplete = (store: string): Failure => ({
  kind: 'unavailable',
  store,
  message: `${store} cannot be reached, so the erasure is not complete. Repeat the call: it goes on where it stopped.`,
});
