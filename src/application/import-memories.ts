/** Takes lines of an export: ids, times, versions, tombstones and sessions are kept. What is here already is left alone, so it can be repeated. */
import type { Failure } from '../domain/failure.ts';
import { COMMIT_ATTEMPTS_MAX } from '../domain/limits.ts';
import type { MemoryId } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { contentHash } from '../domain/text/hash.ts';
import { readLine, type TransferLine } from '../domain/transfer/read-line.ts';
import { editedIdentity } from '../domain/writing/edited-identity.ts';
import type { WriteLookup } from '../ports/memory-store.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { embedContents } from './embed-contents.ts';
import { deleteMemories } from './forgetting/delete-memories.ts';
import { lookupOf } from './look-up.ts';
import type { Degradation, ForgetReply, ImportCommand, ImportReply } from './service.ts';
import { importSession } from './transfer/import-session.ts';
import { type PlannedLine, planMemory, planTombstone, planVersions } from './transfer/plan-import.ts';
import { CONTENTION } from './writing/commit-items.ts';
import { distinct, indexCommitted } from './writing/follow-up.ts';
import { WritingState } from './writing/writing-state.ts';

/** Lines of one commit, each up to 1 MiB with its history: fewer than a batch of writes, so that a commit stays well below what one may hold. */
const COMMIT_LINES = 200;

interface NumberedLine {
  readonly line: number;
  readonly entry: TransferLine;
}

export async function importLines(deps: Dependencies, _caller: Caller, command: ImportCommand): Promise<Result<ImportReply, Failure>> {
  const errors: { readonly line: number; readonly failure: Failure }[] = [];
  const entries: NumberedLine[] = [];
  for (const [at, text] of command.lines.entries()) {
    if (text.trim() === '') continue;
    const line = command.first_line + at;
    const read = readLine(text, deps.secrets);
    if (read.ok) entries.push({ line, entry: read.value });
    else errors.push({ line, failure: read.failure });
  }
  const counts = { imported: 0, unchanged: 0, withheld: 0 };
  const degraded: Degradation[] = [];
  for (let start = 0; start < entries.length; start += COMMIT_LINES) {
    const part = entries.slice(start, start + COMMIT_LINES);
    const committed = await commitPart(deps, part);
    if (!committed.ok) return committed;
    degraded.push(...committed.value.degraded);
    for (const [at, planned] of committed.value.lines.entries()) {
      if (planned.kind === 'failed') errors.push({ line: part[at]?.line ?? 0, failure: planned.failure });
      else if (planned.kind === 'unchanged' || planned.kind === 'withheld') counts[planned.kind] += 1;
      else if (part[at]?.entry.type !== 'header') counts.imported += 1;
    }
  }
  return ok({
    ...counts,
    errors: errors.sort((left, right) => left.line - right.line),
    ...(degraded.length === 0 ? {} : { degraded: distinct(degraded) }),
  });
}

interface CommittedPart {
  readonly lines: readonly PlannedLine[];
  readonly degraded: readonly Degradation[];
}

async function commitPart(deps: Dependencies, part: readonly NumberedLine[]): Promise<Result<CommittedPart, Failure>> {
  const embedder = await deps.embedder.describe();
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    const lookup = lookupFor(part);
    const context = await deps.store.lookUp(lookup, now);
    const state = new WritingState(context, now, new Set(lookup.ids));
    const withheld = new Set<MemoryId>();
    const planned = part.map(({ entry }): PlannedLine => {
      if (entry.type === 'memory') {
        const line = planMemory(state, context, entry.memory, entry.versions, withheld, embedder !== null);
        if (line.kind === 'withheld') withheld.add(entry.memory.id);
        return line;
      }
      if (entry.type === 'versions') return planVersions(state, context, entry.id, entry.versions, embedder !== null);
      if (entry.type === 'tombstone') return planTombstone(state, context, entry.tombstone);
      return { kind: 'taken' };
    });
    if (state.changes.length > 0 && (await deps.store.commit(state.changes, context.guard)) === 'conflict') continue;
    const waiting = await index(deps, planned);
    return finish(deps, part, planned, waiting);
  }
  return err(CONTENTION);
}

function lookupFor(part: readonly NumberedLine[]): WriteLookup {
  const memories = part.flatMap(({ entry }) => (entry.type === 'memory' ? [entry] : []));
  const continued = part.flatMap(({ entry }) => (entry.type === 'versions' ? [entry] : []));
  const tombstones = part.flatMap(({ entry }) => (entry.type === 'tombstone' ? [entry.tombstone] : []));
  return lookupOf({
    ids: [
      ...new Set([
        ...memories.flatMap(({ memory }) => [memory.id, ...(memory.source.ids ?? [])]),
        ...continued.map(({ id }) => id),
        ...tombstones.map(({ id }) => id),
      ]),
    ],
    identities: [...new Set(memories.map(({ memory }) => editedIdentity(memory)))],
    keys: [...new Set(memories.flatMap(({ memory }) => memory.key ?? []))],
    content_hashes: [
      ...new Set([...memories, ...continued].flatMap(({ versions }) => versions.map(({ content }) => contentHash(content)))),
    ],
  });
}

/** What the vector index misses here stays queued for maintenance. */
async function index(deps: Dependencies, planned: readonly PlannedLine[]): Promise<readonly Degradation[]> {
  // A memory that came in several lines is indexed once, as the last of them left it.
  const changed = planned.flatMap((line) =>
    line.kind === 'imported' && line.text !== 'unchanged' ? [[line.memory.id, line] as const] : [],
  );
  const fresh = [...new Map(changed).values()];
  if (fresh.length === 0) return [];
  const embedded = await embedContents(
    deps,
    fresh.map(({ memory }) => memory.content),
  );
  if (embedded === null) return [];
  const { degraded } = await indexCommitted(
    deps,
    embedded.generation,
    // An id that comes from elsewhere may have been here before, and its vectors may not have gone yet.
    fresh.map(({ memory }, at) => ({ memory, text: 'reworded', embedding: embedded.contents[at] ?? null })),
  );
  return degraded;
}

/** Forgetting and sessions come after the records that they speak of. */
async function finish(
  deps: Dependencies,
  part: readonly NumberedLine[],
  planned: readonly PlannedLine[],
  waiting: readonly Degradation[],
): Promise<Result<CommittedPart, Failure>> {
  const finished: PlannedLine[] = [];
  const degraded = [...waiting];
  const withdrawn = await withdrawSummaries(deps, part, planned);
  if (!withdrawn.ok) return withdrawn;
  degraded.push(...(withdrawn.value?.degraded ?? []));
  for (const [at, line] of planned.entries()) {
    const entry = part[at]?.entry;
    if (line.kind === 'to_forget') {
      const forgotten = await deleteMemories(deps, {
        ids: [line.tombstone.id],
        call: null,
        forgotten_at: line.tombstone.forgotten_at,
      });
      if (!forgotten.ok) return forgotten;
      degraded.push(...(forgotten.value.degraded ?? []));
      finished.push({ kind: 'taken' });
    } else if (entry?.type === 'session') finished.push(await importSession(deps, entry.header, entry.items));
    else finished.push(line);
  }
  return ok({ lines: finished, degraded });
}

/** A tombstone may speak of a memory that is not here while a summary that used it is. */
async function withdrawSummaries(
  deps: Dependencies,
  part: readonly NumberedLine[],
  planned: readonly PlannedLine[],
): Promise<Result<ForgetReply | null, Failure>> {
  const buried = part.flatMap(({ entry }, at) => (entry.type === 'tombstone' && planned[at]?.kind === 'taken' ? [entry.tombstone.id] : []));
  const summaries = buried.length === 0 ? [] : await deps.store.summariesOf(buried);
  return summaries.length === 0 ? ok(null) : deleteMemories(deps, { ids: summaries.map(({ id }) => id), call: null });
}
