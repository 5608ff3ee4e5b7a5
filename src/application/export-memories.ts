/** The whole namespace as NDJSON, page by page: header, memories with all versions, tombstones, sessions. Lossless, and in a stable order. */
import { type Failure, invalid } from '../domain/failure.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { headerLine, memoryLines, sessionLine, tombstoneLine } from '../domain/transfer/write-line.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { Command, ExportPage } from './service.ts';

/** Records of one page. */
const PAGE_RECORDS = 100;
/** Records read at once: a page ends after any such step, so that memories with long histories make short pages. */
const STEP_RECORDS = 10;
/** A page crosses the RPC border as one message of at most 32 MiB; this leaves room for one step more of the longest. */
const PAGE_CHARACTERS = 2_000_000;
/** Working memory is small and short-lived; more sessions at once than this are beyond what an export restores. */
const SESSIONS_MAX = 1_000;
const PAGE_SESSIONS = 100;

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
  const lines: string[] = [];
  let position = after;
  let characters = 0;
  for (let read = 0; read < PAGE_RECORDS && characters < PAGE_CHARACTERS; read += STEP_RECORDS) {
    const { items, next } = await deps.store.dump({ limit: STEP_RECORDS, after: position });
    for (const item of items) {
      const written = 'memory' in item ? memoryLines(item.memory, item.versions) : [tombstoneLine(item.tombstone)];
      lines.push(...written);
      for (const line of written) characters += line.length;
    }
    if (next === null) return { lines, next: 's:0' };
    position = next;
  }
  return { lines, next: `r:${position}` };
}

async function sessions(deps: Dependencies, done: number): Promise<Result<ExportPage, Failure>> {
  const now = deps.clock.now();
  const listed = await deps.working.list(now, SESSIONS_MAX);
  if (!listed.ok) return err(unreachable(deps));
  const ordered = listed.value.map(({ id }) => id).sort();
  const lines: string[] = [];
  for (const id of ordered.slice(done, done + PAGE_SESSIONS)) {
    const loaded = await deps.working.load(id, now);
    if (!loaded.ok) return err(unreachable(deps));
    if (loaded.value.session !== null) lines.push(sessionLine(loaded.value.session));
  }
  return ok({ lines, next: done + PAGE_SESSIONS < ordered.length ? `s:${done + PAGE_SESSIONS}` : null });
}

const unreachable = (deps: Dependencies): Failure => ({
  kind: 'unavailable',
  store: deps.working.name,
  message:
    'Working memory cannot be reached, so its sessions cannot be exported now. The memories before this point are complete; export again in a while for the rest.',
});
