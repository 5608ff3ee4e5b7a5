import { type Failure, invalid } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { UNKNOWN_MEMORY } from './get-memory.ts';
import { checkPageSize } from './page-size.ts';
import type { Command, HistoryVersion, RecordPage } from './service.ts';

/** The number of the last version of the page before. */
const CURSOR = /^[1-9]\d{0,8}$/;

/** Every version of one memory with who, when and why; the current one first. */
export async function readHistory(
  deps: Dependencies,
  _caller: Caller,
  command: Command<'history'>,
): Promise<Result<RecordPage<HistoryVersion>, Failure>> {
  const limit = checkPageSize(command.limit);
  if (!limit.ok) return limit;
  if (command.cursor !== undefined && !CURSOR.test(command.cursor))
    return err(invalid('cursor', 'cursor is not one that this route gave. Start again without it.'));
  const versions = await deps.store.versions(command.id);
  if (versions.length === 0) return err(UNKNOWN_MEMORY);
  const before = command.cursor === undefined ? Number.POSITIVE_INFINITY : Number(command.cursor);
  const rest = versions.toReversed().filter(({ version }) => version < before);
  const items = rest.slice(0, limit.value);
  return ok({
    items: items.map((version) => ({ ...version, current: version.replaced_at === null })),
    next_cursor: rest.length > items.length ? String(items.at(-1)?.version) : null,
  });
}
