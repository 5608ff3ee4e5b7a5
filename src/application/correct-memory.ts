/**
 * Corrects one memory: the id stays, each change makes a version, no change makes none. A correction may make a memory say what another
 * already says; both stay, because each has its own history and only writing anew asks whether something is a repeat.
 */
import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import { COMMIT_ATTEMPTS_MAX } from '../domain/limits.ts';
import { type Memory, type MemoryId, stateOf } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { contentHash } from '../domain/text/hash.ts';
import { checkIdempotencyKey, cleanReason } from '../domain/writing/check-fields.ts';
import { type Correction, checkCorrection, differing, restoring } from '../domain/writing/correction.ts';
import { editedIdentity } from '../domain/writing/edited-identity.ts';
import { type Revision, revise, type Wording } from '../domain/writing/versions.ts';
import type { Change } from '../ports/memory-store.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { embedContents } from './embed-contents.ts';
import { UNKNOWN_MEMORY } from './get-memory.ts';
import { confirmReplies, type IdempotentCall, idempotentCall, recall, rememberReply } from './idempotency.ts';
import { lookupOf } from './look-up.ts';
import { recordOf } from './memory-record.ts';
import { sourceOf } from './memory-source.ts';
import type { CorrectCommand, CorrectReply, MemoryRecord } from './service.ts';
import { readFresh } from './session-view.ts';
import { CONTENTION } from './writing/commit-items.ts';
import { indexCommitted } from './writing/follow-up.ts';

/** What a replay needs to show the first reply again: every number of it, and the version to read its text from. */
interface KeptReply extends Omit<CorrectReply, 'memory'> {
  readonly id: MemoryId;
  readonly version: number;
  readonly numbers: Partial<MemoryRecord>;
}

export async function correctMemory(deps: Dependencies, caller: Caller, command: CorrectCommand): Promise<Result<CorrectReply, Failure>> {
  const key = checkIdempotencyKey(command.idempotency_key);
  if (!key.ok) return key;
  const call = idempotentCall('correct', command);
  const embedder = await deps.embedder.describe();
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    const correction = checkCorrection(command, deps.secrets, now);
    if (!correction.ok) return correction;
    const context = await deps.store.lookUp(lookupOf({ ids: [command.id], idempotency_keys: call === null ? [] : [call.key] }), now);
    const recalled = recall<KeptReply>(context, call);
    if (!recalled.ok) return recalled;
    const memory = context.by_id.get(command.id);
    if (recalled.value !== null) {
      if (memory === undefined) return err(UNKNOWN_MEMORY);
      if (!recalled.value.provisional) return replay(deps, memory, recalled.value.kept, now);
      const finished = await finish(deps, memory, recalled.value.kept, call, now);
      return replay(deps, memory, finished, now);
    }
    if (memory === undefined) return err(UNKNOWN_MEMORY);
    const change = await changeOf(deps, memory, correction.value, now);
    if (!change.ok) return change;
    const planned = plan(memory, change.value, command, sourceOf(caller), embedder !== null, now);
    const after = planned?.revision.memory ?? memory;
    const kept: KeptReply = {
      id: memory.id,
      version: after.version,
      numbers: numbersOf(recordOf(after, now)),
      status: planned === null ? 'unchanged' : 'updated',
      index: planned?.change.reindex === true ? 'pending' : 'ready',
      usage: { memories: context.live + Number(isLive(after, now)) - Number(isLive(memory, now)) },
      ...(correction.value.redacted.length === 0 ? {} : { redacted: correction.value.redacted }),
    };
    const changes: Change[] = planned === null ? [] : [planned.change];
    if (call !== null) changes.push(rememberReply(call, { kept, provisional: planned !== null }, now));
    if (changes.length > 0 && (await deps.store.commit(changes, context.guard)) === 'conflict') continue;
    return ok(replyOf(recordOf(after, now), planned === null ? kept : await finish(deps, after, kept, call, now)));
  }
  return err(CONTENTION);
}

async function changeOf(
  deps: Dependencies,
  memory: Memory,
  correction: Correction,
  now: Instant,
): Promise<Result<Partial<Wording>, Failure>> {
  if (correction.restore_version === null) return ok(correction.change);
  const versions = await deps.store.versions(memory.id);
  const wanted = versions.find(({ version }) => version === correction.restore_version);
  if (wanted !== undefined) return ok(restoring(memory, wanted, now));
  return err({
    kind: 'not_found',
    what: 'version',
    message: `This memory has no version ${correction.restore_version}. Its history names the versions that it has.`,
  });
}

interface PlannedRevision {
  readonly revision: Revision;
  readonly change: Extract<Change, { type: 'revise' }>;
}

/** Null: nothing differs. */
function plan(
  memory: Memory,
  change: Partial<Wording>,
  command: CorrectCommand,
  source: Memory['source'],
  embeds: boolean,
  now: Instant,
): PlannedRevision | null {
  const different = differing(memory, change);
  if (different === null) return null;
  const restored = command.restore_version === undefined ? null : `restore of version ${command.restore_version}`;
  const revision = revise(memory, different, { now, source, reason: cleanReason(command.reason) ?? restored });
  const revived = !isCurrent(memory, now) && isCurrent(revision.memory, now);
  return {
    revision,
    change: {
      type: 'revise',
      ...revision,
      identity: editedIdentity(revision.memory),
      content_hash: contentHash(revision.memory.content),
      reindex: embeds && isCurrent(revision.memory, now) && (different.content !== undefined || revived),
    },
  };
}

/** The vector follows the record, and the session after the reply; what fails is reported as pending and repaired. */
async function finish(deps: Dependencies, memory: Memory, kept: KeptReply, call: IdempotentCall | null, now: Instant): Promise<KeptReply> {
  let index = kept.index;
  if (index === 'pending') {
    const embedded = await embedContents(deps, [memory.content]);
    const embedding = embedded?.contents[0] ?? null;
    const { ready } = await indexCommitted(deps, embedded?.generation ?? null, [{ memory, text: 'reworded', embedding }]);
    if (ready.has(memory.id)) index = 'ready';
  }
  await deps.defer(() => refreshSession(deps, memory.session_id, now));
  const final = { ...kept, index };
  if (call !== null) await confirmReplies(deps, [{ call, kept: final }]);
  return final;
}

/** The session counts and shows the new wording from now on. Readers check it against the record as well, so an outage here loses nothing. */
async function refreshSession(deps: Dependencies, session_id: string | null, now: Instant): Promise<void> {
  if (session_id === null) return;
  const fresh = await readFresh(deps, session_id, now);
  if (!fresh.ok && fresh.failure.kind === 'unavailable')
    deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'correct', cause: 'working memory cannot be reached' });
}

/** The first reply again: its numbers were kept, its text is read from the version that it made. */
async function replay(deps: Dependencies, memory: Memory, kept: KeptReply, now: Instant): Promise<Result<CorrectReply, Failure>> {
  const then = (await deps.store.versions(kept.id)).find(({ version }) => version === kept.version);
  if (then === undefined) return err(UNKNOWN_MEMORY);
  const { content, importance, volatility, tags, metadata, expires_at } = then;
  const record = { ...recordOf(memory, now), content, importance, volatility, tags, metadata, expires_at, ...kept.numbers };
  return ok(replyOf(record, kept));
}

const replyOf = (memory: MemoryRecord, { status, index, redacted, usage }: KeptReply): CorrectReply => ({
  memory,
  status,
  index,
  usage,
  ...(redacted === undefined ? {} : { redacted }),
});

/** What may have moved by the time of a replay, and holds no text. */
function numbersOf(record: MemoryRecord): Partial<MemoryRecord> {
  const { version, state, seen_count, access_count, last_accessed_at, valid_to, superseded_at, superseded_by } = record;
  return { version, state, seen_count, access_count, last_accessed_at, valid_to, superseded_at, superseded_by };
}

const isLive = (memory: Memory, now: Instant): boolean => stateOf(memory, now) === 'live';
const isCurrent = (memory: Memory, now: Instant): boolean => memory.expires_at === null || memory.expires_at > now;
