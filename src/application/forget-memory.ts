/** Forgets by id, or by query: a query only previews, and a second call with `confirm_ids` acts on what the first one showed. */
import { type Failure, invalid } from '../domain/failure.ts';
import { CONFIRM_IDS_MAX, FORGET_CANDIDATES_MAX } from '../domain/limits.ts';
import type { MemoryId } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { checkIdempotencyKey, cleanReason } from '../domain/writing/check-fields.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { deleteMemories } from './forgetting/delete-memories.ts';
import { fadeMemories } from './forgetting/fade-memories.ts';
import { type Matching, matchingMemories } from './forgetting/matching-memories.ts';
import { idempotentCall } from './idempotency.ts';
import type { Degradation, ForgetCommand, ForgetReply } from './service.ts';

export async function forgetMemory(deps: Dependencies, caller: Caller, command: ForgetCommand): Promise<Result<ForgetReply, Failure>> {
  const problem = problemWith(command);
  if (problem !== null) return err(problem);
  const key = checkIdempotencyKey(command.idempotency_key);
  if (!key.ok) return key;
  const { memory_id, query, confirm_ids = [] } = command;
  if (memory_id !== undefined) return act(deps, caller, command, [memory_id]);
  const ids = [...new Set(confirm_ids)];
  if (query === undefined) return act(deps, caller, command, ids);
  const matches = await matchingMemories(deps, query);
  if (!matches.ok) return matches;
  if (ids.length === 0) return ok(preview(matches.value));
  const matching = new Set(matches.value.candidates.map(({ id }) => id));
  return act(
    deps,
    caller,
    command,
    ids.filter((id) => matching.has(id)),
    ids.filter((id) => !matching.has(id)),
    matches.value.degraded,
  );
}

function problemWith({ memory_id, query, confirm_ids }: ForgetCommand): Failure | null {
  if (memory_id !== undefined && (query !== undefined || confirm_ids !== undefined))
    return invalid('memory_id', 'Give memory_id alone, or query with or without confirm_ids.');
  if (memory_id === undefined && query === undefined && (confirm_ids === undefined || confirm_ids.length === 0))
    return invalid('memory_id', 'Say what to forget: memory_id, or query for a preview, or confirm_ids.');
  if (confirm_ids !== undefined && confirm_ids.length > CONFIRM_IDS_MAX)
    return invalid('confirm_ids', `confirm_ids names at most ${CONFIRM_IDS_MAX} memories. Confirm the rest in another call.`);
  return null;
}

const preview = ({ candidates, live, degraded }: Matching): ForgetReply => ({
  status: 'preview',
  ids: [],
  candidates: candidates.slice(0, FORGET_CANDIDATES_MAX),
  receipt: null,
  usage: { memories: live },
  ...(degraded.length === 0 ? {} : { degraded }),
});

/** `set_aside`: ids that the caller confirmed and that the query does not match now. */
async function act(
  deps: Dependencies,
  caller: Caller,
  command: ForgetCommand,
  ids: readonly MemoryId[],
  set_aside: readonly MemoryId[] = [],
  degraded: readonly Degradation[] = [],
): Promise<Result<ForgetReply, Failure>> {
  const call = idempotentCall('forget', command);
  return command.mode === 'fade'
    ? fadeMemories(deps, caller, { ids, set_aside, degraded, reason: cleanReason(command.reason), call })
    : deleteMemories(deps, { ids, set_aside, degraded, call });
}
