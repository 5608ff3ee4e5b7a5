import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { Command, Reply } from './service.ts';
import { storeHealth } from './store-health.ts';

/** Which stores can be reached; the transport decides what that means for a load balancer. */
export async function checkReady(
  deps: Dependencies,
  _caller: Caller,
  _command: Command<'ready'>,
): Promise<Result<Reply<'ready'>, Failure>> {
  return ok({ stores: await storeHealth(deps) });
}
