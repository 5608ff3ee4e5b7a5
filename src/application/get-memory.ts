import type { Failure } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordOf } from './memory-record.ts';
import type { Command, MemoryRecord } from './service.ts';

/** Forgotten, unknown and foreign look the same. */
export const UNKNOWN_MEMORY: Failure = {
  kind: 'not_found',
  what: 'memory',
  message: 'There is no memory with this id here. Search or list to find the right id.',
};

/** One memory by id, superseded and expired ones included. */
export async function getMemory(deps: Dependencies, _caller: Caller, command: Command<'get'>): Promise<Result<MemoryRecord, Failure>> {
  const memory = (await deps.store.get([command.id])).get(command.id);
  return memory === undefined ? err(UNKNOWN_MEMORY) : ok(recordOf(memory, deps.clock.now()));
}
