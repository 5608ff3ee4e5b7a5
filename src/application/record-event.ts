/** Writes something that happened, always as a record of its own: two equal turns are two records. For the verbs that record turns. */
import type { Failure } from '../domain/failure.ts';
import type { Memory, Source } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { confirmReplies } from './idempotency.ts';
import type { Verb, WriteCommand, WriteReply } from './service.ts';
import { together } from './together.ts';
import { commitItems } from './writing/commit-items.ts';
import { indexCommitted } from './writing/follow-up.ts';
import { writeItem } from './writing/write-item.ts';

export interface EventRecording<Ahead, Entered> {
  readonly verb: Verb;
  /** Episodic; a `session_id` is stored, entering working memory is the caller's part. */
  readonly command: WriteCommand;
  /** The role and tool data of a turn, masked. */
  readonly stamp: Pick<Source, 'role' | 'tool'>;
  /** Everything that the idempotency key stands for: the verb's own command. */
  readonly fields: { readonly idempotency_key?: string };
  /** Read beside the lookup, for the verb's own part. */
  readonly ahead: () => Promise<Ahead>;
  /** The verb's own part, done beside the indexing. Null: an earlier call with this key recorded it without finishing, and it was forgotten since. */
  readonly enter: (memory: Memory | null, ahead: Ahead) => Promise<Entered>;
}

export type RecordedEvent<Kept extends WriteReply, Entered> =
  /** An earlier call with this key was finished: this is its reply. */
  | { readonly kind: 'replayed'; readonly reply: Kept }
  | {
      readonly kind: 'recorded';
      readonly reply: WriteReply;
      readonly entered: Entered;
      /** Keeps the final reply for replays. */
      readonly confirm: (reply: Kept) => Promise<void>;
    };

export async function recordEvent<Kept extends WriteReply, Ahead, Entered>(
  deps: Dependencies,
  caller: Caller,
  event: EventRecording<Ahead, Entered>,
): Promise<Result<RecordedEvent<Kept, Entered>, Failure>> {
  const { verb, command, stamp, fields } = event;
  const checked = writeItem(deps, caller, command, deps.clock.now(), { verb, event: true, stamp, fields });
  if (!checked.ok) return checked;
  const item = checked.value;
  const [committed, ahead] = await together(commitItems(deps, [item]), event.ahead());
  if (!committed.ok) return committed;
  const [plan] = committed.value.planned;
  if (plan === undefined) throw new Error('an event gave no result');
  if (plan.kind === 'failed') return err(plan.failure);
  const kept = plan.kind === 'replayed' ? plan.remembered.kept : plan.reply;
  // A reply that is no longer provisional was confirmed by the verb, in the verb's own shape.
  if (plan.kind === 'replayed' && !plan.remembered.provisional) return ok({ kind: 'replayed', reply: kept as Kept });
  const memory = plan.kind === 'written' ? plan.memory : ((await deps.store.get([kept.id])).get(kept.id) ?? null);
  const { examination } = committed.value;
  const embedding = examination.items[0]?.embedding ?? null;
  const text = plan.kind === 'written' ? 'new' : 'reworded';
  const wanted = memory === null || memory.content !== item.draft.content ? [] : [{ memory, text, embedding } as const];
  const [indexed, entered] = await together(indexCommitted(deps, examination.generation, wanted), event.enter(memory, ahead));
  const call = item.call;
  return ok({
    kind: 'recorded',
    entered,
    reply: {
      ...kept,
      index: kept.index === 'pending' && !indexed.ready.has(kept.id) ? 'pending' : 'ready',
      ...(indexed.degraded.length === 0 ? {} : { degraded: indexed.degraded }),
    },
    confirm: async (reply) => {
      if (call !== null) await confirmReplies(deps, [{ call, kept: reply }]);
    },
  });
}
