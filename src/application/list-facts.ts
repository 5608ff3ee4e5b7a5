import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordOf } from './memory-record.ts';
import { checkPageSize } from './page-size.ts';
import type { Command, MemoryRecord, RecordPage } from './service.ts';

/** The keyed memories that hold at the moment asked for, by key. */
export async function listFacts(
  deps: Dependencies,
  _caller: Caller,
  command: Command<'listFacts'>,
): Promise<Result<RecordPage<MemoryRecord>, Failure>> {
  const limit = checkPageSize(command.limit);
  if (!limit.ok) return limit;
  const now = deps.clock.now();
  const view = { now, as_of: command.as_of ?? null, known_at: command.known_at ?? null, include_superseded: false };
  const page = await deps.store.facts(view, { limit: limit.value, after: command.cursor ?? null });
  return ok({ items: page.items.map((memory) => recordOf(memory, now)), next_cursor: page.next });
}
