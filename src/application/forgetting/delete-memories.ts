/**
 * Forgets for good. One commit removes the records with their history and lexical entries, withdraws every summary that used them, and
 * leaves tombstones; then the derived copies go, summaries with other sources are made again, and a read-back fills the receipt.
 */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import { COMMIT_ATTEMPTS_MAX } from '../../domain/limits.ts';
import { type Memory, type MemoryId, type MemoryVersion, stateOf } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Change, WriteContext } from '../../ports/memory-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { confirmReplies, type IdempotentCall, recall, rememberReply } from '../idempotency.ts';
import { lookupOf } from '../look-up.ts';
import type { Degradation, ForgetReply } from '../service.ts';
import { together } from '../together.ts';
import { CONTENTION } from '../writing/commit-items.ts';
import { type Purged, purgeDerived, settlePurged } from './purge-derived.ts';
import { readBack, type Traces, versionsOf } from './read-back.ts';
import { rebuildSummaries } from './rebuild-summaries.ts';
import { tombstoneOf } from './tombstone.ts';

/** What has just gone, as it was. */
interface Victims {
  readonly targets: readonly Memory[];
  readonly summaries: readonly Memory[];
  readonly versions: readonly MemoryVersion[];
  /** How many had vectors before. */
  readonly vectors: number;
}

export interface Deletion {
  readonly ids: readonly MemoryId[];
  /** Asked for and not to be touched: named as not found. */
  readonly set_aside?: readonly MemoryId[];
  /** What the search for them could not look through. */
  readonly degraded?: readonly Degradation[];
  readonly call: IdempotentCall | null;
  /** When it was forgotten, for a forget that arrives by import; else now. */
  readonly forgotten_at?: Instant;
}

export async function deleteMemories(deps: Dependencies, deletion: Deletion): Promise<Result<ForgetReply, Failure>> {
  const { ids, set_aside = [], degraded = [], call } = deletion;
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    // What goes is read under the guard; how much of it has vectors only fills the receipt.
    const [{ context, targets, victims }, present] = await together(lookAt(deps, ids, call, now), presentAmong(deps, ids));
    const recalled = recall<ForgetReply>(context, call);
    if (!recalled.ok) return recalled;
    if (recalled.value !== null) return recalled.value.provisional ? resume(deps, recalled.value.kept, call) : ok(recalled.value.kept);
    const not_found = [...ids.filter((id) => !context.by_id.has(id)), ...set_aside];
    const all = [...targets, ...victims.summaries];
    const reply: ForgetReply = {
      status: targets.length === 0 ? 'not_found' : 'pending',
      ids: targets.map(({ id }) => id),
      candidates: [],
      ...(not_found.length === 0 ? {} : { not_found }),
      receipt: null,
      ...(degraded.length === 0 ? {} : { degraded }),
      usage: { memories: context.live - all.filter((memory) => stateOf(memory, now) === 'live').length },
    };
    const changes: Change[] = all.map((memory) => ({
      type: 'forget',
      tombstone: tombstoneOf(
        memory,
        victims.versions.filter(({ memory_id }) => memory_id === memory.id),
        deletion.forgotten_at ?? now,
      ),
    }));
    if (call !== null) changes.push(rememberReply(call, { kept: reply, provisional: targets.length > 0 }, now));
    if (changes.length > 0 && (await deps.store.commit(changes, context.guard)) === 'conflict') continue;
    return targets.length === 0
      ? ok(reply)
      : ok(await finish(deps, reply, { ...victims, vectors: victims.vectors + among(targets, present) }, call, now));
  }
  return err(CONTENTION);
}

interface Looked {
  readonly context: WriteContext;
  readonly targets: readonly Memory[];
  /** `vectors`: of the summaries alone. */
  readonly victims: Victims;
}

/** All that goes with the targets, as of the guard or later: whatever came in between makes the commit start over. */
async function lookAt(deps: Dependencies, ids: readonly MemoryId[], call: IdempotentCall | null, now: Instant): Promise<Looked> {
  const context = await deps.store.lookUp(lookupOf({ ids, idempotency_keys: call === null ? [] : [call.key] }), now);
  const targets = ids.flatMap((id) => context.by_id.get(id) ?? []);
  if (targets.length === 0) return { context, targets, victims: { targets, summaries: [], versions: [], vectors: 0 } };
  const known = new Set(targets.map(({ id }) => id));
  const [made, versions] = await together(deps.store.summariesOf([...known]), versionsOf(deps, [...known]));
  const summaries = made.filter(({ id }) => !known.has(id));
  const summary_ids = summaries.map(({ id }) => id);
  const [of_summaries, present] = await together(versionsOf(deps, summary_ids), presentAmong(deps, summary_ids));
  return { context, targets, victims: { targets, summaries, versions: [...versions, ...of_summaries], vectors: present.length } };
}

const among = (memories: readonly Memory[], ids: readonly MemoryId[]): number => memories.filter(({ id }) => ids.includes(id)).length;

/** Those that have vectors; none while nobody can tell. */
async function presentAmong({ vectors }: Pick<Dependencies, 'vectors'>, ids: readonly MemoryId[]): Promise<readonly MemoryId[]> {
  const present = ids.length === 0 ? null : await vectors.present(ids);
  return present?.ok === true ? present.value : [];
}

async function finish(
  deps: Dependencies,
  reply: ForgetReply,
  victims: Victims,
  call: IdempotentCall | null,
  now: Instant,
): Promise<ForgetReply> {
  const gone = [...victims.targets, ...victims.summaries];
  const ids = gone.map(({ id }) => id);
  const purged = await purgeDerived(deps, ids, 'forget');
  const rebuilt = await rebuildSummaries(deps, victims.summaries);
  const [remaining] = await together(readBack(deps, gone, now), settlePurged(deps, ids, purged));
  const final: ForgetReply = {
    ...reply,
    status: purged.complete && isClean(remaining) ? 'forgotten' : 'pending',
    receipt: {
      purged: {
        record: gone.length - remaining.record,
        versions: victims.versions.length - remaining.versions,
        lexical: gone.length - remaining.lexical,
        vector: Math.max(0, victims.vectors - remaining.vector),
        working: purged.working,
        summaries: victims.summaries.length,
      },
      summaries_withdrawn: victims.summaries.map(({ id }) => id).filter((id) => !rebuilt.has(id)),
      summaries_rebuilt: [...rebuilt.values()],
      remaining: { ...remaining },
    },
    usage: { memories: reply.usage.memories + rebuilt.size },
    ...degradedOf(reply, purged),
  };
  if (call !== null) await confirmReplies(deps, [{ call, kept: final }]);
  return final;
}

/** An earlier call committed and did not live to purge. Its texts are gone, so the places are cleared by id and counted as cleared. */
async function resume(deps: Dependencies, kept: ForgetReply, call: IdempotentCall | null): Promise<Result<ForgetReply, Failure>> {
  const purged = await purgeDerived(deps, kept.ids, 'forget');
  await settlePurged(deps, kept.ids, purged);
  const present = await deps.vectors.present(kept.ids);
  const vector = present.ok ? present.value.length : kept.ids.length;
  const final: ForgetReply = {
    ...kept,
    status: purged.complete && vector === 0 ? 'forgotten' : 'pending',
    receipt: {
      purged: { record: kept.ids.length, lexical: kept.ids.length, working: purged.working },
      summaries_withdrawn: [],
      summaries_rebuilt: [],
      remaining: { record: (await deps.store.get(kept.ids)).size, lexical: 0, vector, working: 0, versions: 0, summaries: 0 },
    },
    ...degradedOf(kept, purged),
  };
  if (call !== null) await confirmReplies(deps, [{ call, kept: final }]);
  return ok(final);
}

const degradedOf = (reply: ForgetReply, { degraded }: Purged): Pick<ForgetReply, 'degraded'> => {
  const all = [...(reply.degraded ?? []), ...degraded];
  return all.length === 0 ? {} : { degraded: all };
};

const isClean = (traces: Traces): boolean => Object.values(traces).every((count) => count === 0);
