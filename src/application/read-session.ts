import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { SessionView } from './service.ts';
import { readFresh, viewOf } from './session-view.ts';

/** The working set with scores. Looking at it is no use: it neither counts as a retrieval nor keeps the session from going idle. */
export async function readSession(
  deps: Dependencies,
  _caller: Caller,
  command: { readonly session_id: string },
): Promise<Result<SessionView, Failure>> {
  const fresh = await readFresh(deps, command.session_id, deps.clock.now());
  return fresh.ok ? ok(viewOf(fresh.value.session, deps.tuning)) : fresh;
}
