/** The whole namespace as NDJSON, page by page: header, memories with all versions, tombstones, sessions. Lossless, and in a stable order. */
import { type Failure, invalid } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { headerLine, memoryLine, sessionLine, tombstoneLine } from '../domain/transfer/write-line.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { Command, ExportPage } from './service.ts';

/** Lines of one page: with the longest contents and a few versions still a few megabytes. */
const PAGE_LINES = 100;
/** Working memory is small and short-lived; more sessions at once than this are beyond what an export restores. */
const SESSIONS_MAX = 1_000;

/** Cursors: `r:` continues in the records, `s:` names how many sessions are done. */
export async function exportPage(deps: Dependencies, caller: Caller, command: Command<'exportPage'>): Promise<Result<ExportPage, Failure>> {
  const { cursor } = command;
  if (cursor === null) {
    const page = await records(deps, null);
    return ok({ ...page, lines: [headerLine(caller.namespace, deps.clock.now()), ...page.lines] });
  }
  if (cursor.startsWith('r:')) return ok(await records(deps, cursor.slice(2)));
  const done = /^s:(\d{1,6})$/.exec(cursor)?.[1];
  if (done !== undefined) return sessions(deps, Number(done));
  return err(invalid('cursor', 'cursor is not one that an export gave. Start again without it.'));
}

async function records(deps: Dependencies, after: string | null): Promise<ExportPage> {
  const page = await deps.store.dump({ limit: PAGE_LINES, after });
  return {
    lines: page.items.map((item) => ('memory' in item ? memoryLine(item.memory, item.versions) : tombstoneLine(item.tombstone))),
    next: page.next === null ? 's:0' : `r:${page.next}`,
  };
}

async function sessions(deps: Dependencies, done: number): Promise<Result<ExportPage, Failure>> {
  const now = deps.clock.now();
  const listed = await deps.working.list(now, SESSIONS_MAX);
  if (!listed.ok) return err(unreachable(deps));
  const ordered = listed.value.map(({ id }) => id).sort();
  const lines: string[] = [];
  for (const id of ordered.slice(done, done + PAGE_LINES)) {
    const loaded = await deps.working.load(id, now);
    if (!loaded.ok) return err(unreachable(deps));
    if (loaded.value.session !== null) lines.push(sessionLine(loaded.value.session));
  }
  return ok({ lines, next: done + PAGE_LINES < ordered.length ? `s:${done + PAGE_LINES}` : null });
}

const unreachable = (deps: Dependencies): Failure => ({
  kind: 'unavailable',
  store: deps.working.name,
  message: 'Working memory cannot be reached, so its sessions cannot be exported now. The memories before this point are complete.',
});
