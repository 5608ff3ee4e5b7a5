import type { Failure } from '../domain/failure.ts';
import { BATCH_ITEMS_MAX } from '../domain/limits.ts';
import type { Memory, MemoryId } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { confirmReplies } from './idempotency.ts';
import type { Command, Reply, WriteCommand, WriteManyInput, WriteManyItem, WriteReply } from './service.ts';
import { together } from './together.ts';
import { type LoadedSessions, loadSessions } from './working-memory.ts';
import { type CommittedItems, commitItems } from './writing/commit-items.ts';
import { type Committed, followUp } from './writing/follow-up.ts';
import { type ItemOptions, type WriteItem, writeItem } from './writing/write-item.ts';

const ORDINARY: ItemOptions = { verb: 'write', event: false, stamp: {} };

/** Remembers one thing. Repeats update what is there, a new value under a key supersedes the old one, everything else is a new memory. */
export async function writeMemory(deps: Dependencies, caller: Caller, command: WriteCommand): Promise<Result<WriteReply, Failure>> {
  const [item] = await writeAll(deps, caller, [{ command }]);
  if (item === undefined) throw new Error('a batch of one gave no result');
  return item;
}

/** Remembers up to BATCH_ITEMS_MAX things in one commit, each decided as if the ones before it had been written alone. */
export async function writeMemories(
  deps: Dependencies,
  caller: Caller,
  command: Command<'writeMany'>,
): Promise<Result<Reply<'writeMany'>, Failure>> {
  if (command.memories.length > BATCH_ITEMS_MAX)
    return err({
      kind: 'too_large',
      limit: BATCH_ITEMS_MAX,
      message: `A batch holds at most ${BATCH_ITEMS_MAX} memories and this one has ${command.memories.length}. Nothing was stored: send it in parts.`,
    });
  return ok({ results: await writeAll(deps, caller, command.memories) });
}

async function writeAll(deps: Dependencies, caller: Caller, inputs: readonly WriteManyInput[]): Promise<readonly WriteManyItem[]> {
  const now = deps.clock.now();
  const checked = inputs.map((input) => ('failure' in input ? err(input.failure) : writeItem(deps, caller, input.command, now, ORDINARY)));
  const items = checked.flatMap((result) => (result.ok ? [result.value] : []));
  const written = await writeItems(deps, items);
  const results = written.values();
  return checked.map((result) => (result.ok ? (results.next().value ?? result_missing()) : result));
}

/** One result for each item, in order: the final reply, the first reply again, or a failure of this item alone. */
async function writeItems(deps: Dependencies, items: readonly WriteItem[]): Promise<readonly WriteManyItem[]> {
  if (items.length === 0) return [];
  const named = items.flatMap(({ draft }) => draft.session_id ?? []);
  const [committed, sessions] = await together(commitItems(deps, items), loadSessions(deps, named, deps.clock.now()));
  if (!committed.ok) return items.map(() => committed);
  const replies = await finish(deps, items, committed.value, sessions);
  return committed.value.planned.map((plan, at) => {
    if (plan.kind === 'failed') return err(plan.failure);
    if (plan.kind === 'replayed') return ok(replies.get(at) ?? plan.remembered.kept);
    return ok(replies.get(at) ?? plan.reply);
  });
}

/** Follows up what was written now, and what an earlier call wrote without living to confirm it. */
async function finish(
  deps: Dependencies,
  items: readonly WriteItem[],
  { examination, planned, now }: CommittedItems,
  sessions: LoadedSessions,
): Promise<ReadonlyMap<number, WriteReply>> {
  const replayed = planned.flatMap((plan) => (plan.kind === 'replayed' && plan.remembered.provisional ? [plan.remembered.kept.id] : []));
  const stored = replayed.length === 0 ? new Map<MemoryId, Memory>() : await deps.store.get(replayed);
  const open: (Committed & { readonly at: number })[] = [];
  const repeats = new Map<number, number>();
  for (const [at, plan] of planned.entries()) {
    const item = items[at];
    if (item === undefined || plan.kind === 'failed') continue;
    const shared = { at, embedding: examination.items[at]?.embedding ?? null, session_id: item.draft.session_id };
    if (plan.kind === 'written') open.push({ ...shared, reply: plan.reply, memory: plan.memory, text: plan.text });
    else if (plan.remembered.provisional) {
      const first = open.find((entry) => items[entry.at]?.call?.key === item.call?.key);
      const memory = stored.get(plan.remembered.kept.id);
      if (first !== undefined) repeats.set(at, first.at);
      // Forgotten since: the first reply still stands, and there is nothing left to index or to enter.
      else if (memory !== undefined) {
        const text = memory.content === item.draft.content ? 'reworded' : 'unchanged';
        open.push({ ...shared, reply: plan.remembered.kept, memory, text });
      }
    }
  }
  const followed = await followUp(deps, examination.generation, open, examination.degraded, sessions, now);
  const replies = new Map(open.flatMap(({ at }, place) => (followed[place] === undefined ? [] : [[at, followed[place]]])));
  await confirmReplies(
    deps,
    [...replies].flatMap(([at, kept]) => {
      const call = items[at]?.call ?? null;
      const plan = planned[at];
      const settled = plan === undefined || (plan.kind === 'written' && !plan.provisional);
      return call === null || settled ? [] : [{ call, kept }];
    }),
  );
  for (const [at, first] of repeats) {
    const reply = replies.get(first);
    if (reply !== undefined) replies.set(at, reply);
  }
  return replies;
}

function result_missing(): never {
  throw new Error('an item of the batch gave no result');
}
