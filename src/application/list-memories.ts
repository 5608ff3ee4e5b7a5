import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordOf } from './memory-record.ts';
import { checkPageSize } from './page-size.ts';
import type { ListCommand, MemoryRecord, RecordPage } from './service.ts';

/** Newest `created_at` first, ties by id: a total order, so that pages neither repeat nor skip. Live ones unless `state` says otherwise. */
export async function listMemories(
  deps: Dependencies,
  _caller: Caller,
  command: ListCommand,
): Promise<Result<RecordPage<MemoryRecord>, Failure>> {
  const limit = checkPageSize(command.limit);
  if (!limit.ok) return limit;
  const now = deps.clock.now();
  const { layer, session_id, tag } = command;
  const page = await deps.store.list({
    limit: limit.value,
    after: command.cursor ?? null,
    states: [command.state ?? 'live'],
    now,
    filter: {
      ...(layer === undefined ? {} : { layer }),
      ...(session_id === undefined ? {} : { session_id }),
      ...(tag === undefined ? {} : { tags: [tag] }),
    },
  });
  return ok({ items: page.items.map((memory) => recordOf(memory, now)), next_cursor: page.next });
}
