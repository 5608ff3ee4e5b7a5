/** Writes something that happened, always as a record of its own: two equal turns are two records. For the verbs that record turns. */
import type { Failure } from '../domain/failure.ts';
import type { Memory, Source } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { confirmReplies } from './idempotency.ts';
import type { Verb, WriteCommand, WriteReply } from './service.ts';
import { commitItems } from './writing/commit-items.ts';
import { indexCommitted } from './writing/follow-up.ts';
import { writeItem } from './writing/write-item.ts';

export interface EventRecording {
  readonly verb: Verb;
  /** Episodic; a `session_id` is stored, entering working memory is the caller's part. */
  readonly command: WriteCommand;
  /** The role and tool data of a turn, masked. */
  readonly stamp: Pick<Source, 'role' | 'tool'>;
  /** Everything that the idempotency key stands for: the verb's own command. */
  readonly fields: { readonly idempotency_key?: string };
}

export type RecordedEvent<Kept extends WriteReply> =
  /** An earlier call with this key was finished: this is its reply. */
  | { readonly kind: 'replayed'; readonly reply: Kept }
  | {
      readonly kind: 'recorded';
      /** Null when an earlier call with this key recorded it without finishing, and it was forgotten since. */
      readonly memory: Memory | null;
      readonly reply: WriteReply;
      /** Keeps the final reply for replays. To be called when the verb's own part is done. */
      readonly confirm: (reply: Kept) => Promise<void>;
    };

export async function recordEvent<Kept extends WriteReply>(
  deps: Dependencies,
  caller: Caller,
  event: EventRecording,
): Promise<Result<RecordedEvent<Kept>, Failure>> {
  const { verb, command, stamp, fields } = event;
  const checked = writeItem(deps, caller, command, deps.clock.now(), { verb, event: true, stamp, fields });
  if (!checked.ok) return checked;
  const item = checked.value;
  const committed = await commitItems(deps, [item]);
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
  const indexed =
    memory === null || memory.content !== item.draft.content
      ? { ready: new Set<string>(), degraded: [] }
      : await indexCommitted(deps, examination.generation, [{ memory, text: 'new', embedding }]);
  const call = item.call;
  return ok({
    kind: 'recorded',
    memory,
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
