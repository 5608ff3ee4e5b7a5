import type { Failure } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { sessionNotFound, sessionUnavailable } from './session-view.ts';

/** Empties working memory of this session. What was recorded in it stays in the episodic and semantic layers. */
export async function endSession(
  deps: Dependencies,
  _caller: Caller,
  command: { readonly session_id: string },
): Promise<Result<{ readonly id: string; readonly status: 'ended' }, Failure>> {
  const loaded = await deps.working.load(command.session_id, deps.clock.now());
  if (!loaded.ok) return err(sessionUnavailable(loaded.failure));
  if (loaded.value.session === null) return err(sessionNotFound);
  const ended = await deps.working.end(command.session_id);
  if (!ended.ok) return err(sessionUnavailable(ended.failure));
  // It was there a moment ago: whoever ended it since, or the same request sent twice by the line, has done what was asked.
  return ok({ id: command.session_id, status: 'ended' });
}
