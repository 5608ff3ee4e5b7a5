import type { Failure } from '../domain/failure.ts';
import { BATCH_ITEMS_MAX } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { confirmReplies } from './idempotency.ts';
import type { Command, Reply, WriteCommand, WriteManyInput, WriteManyItem, WriteReply } from './service.ts';
import { commitItems, type CommittedItems } from './writing/commit-items.ts';
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
export async function writeItems(deps: Dependencies, items: readonly WriteItem[]): Promise<readonly WriteManyItem[]> {
  if (items.length === 0) return [];
  const committed = await commitItems(deps, items);
  if (!committed.ok) return items.map(() => committed);
  const replies = await finish(deps, items, committed.value);
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
): Promise<ReadonlyMap<number, WriteReply>> {
  const unconfirmed = planned.flatMap((plan) => (plan.kind === 'replayed' && plan.remembered.provisional ? [plan.remembered.kept.id] : []));
  const stored = unconfirmed.length === 0 ? new Map() : await deps.store.get(unconfirmed);
  const places: number[] = [];
  const committed: Committed[] = [];
  for (const [at, plan] of planned.entries()) {
    const session_id = items[at]?.draft.session_id ?? null;
    const embedding = examination.items[at]?.embedding ?? null;
    if (plan.kind === 'written') {
      places.push(at);
      committed.push({ reply: plan.reply, memory: plan.memory, text: plan.text, embedding, session_id });
    } else if (plan.kind === 'replayed' && plan.remembered.provisional) {
      const memory = stored.get(plan.remembered.kept.id);
      // Forgotten since: the first reply still stands, and there is nothing left to index or to enter.
      if (memory === undefined) continue;
      places.push(at);
      committed.push({ reply: plan.remembered.kept, memory, text: 'reworded', embedding, session_id });
    }
  }
  const replies = new Map<number, WriteReply>();
  for (const [at, reply] of (await followUp(deps, examination.generation, committed, examination.degraded, now)).entries()) {
    const place = places[at];
    if (place !== undefined) replies.set(place, reply);
  }
  await confirmReplies(
    deps,
    [...replies].flatMap(([at, kept]) => {
      const call = items[at]?.call ?? null;
      return call === null ? [] : [{ call, kept }];
    }),
  );
  return replies;
}

function result_missing(): never {
  throw new Error('an item of the batch gave no result');
}
