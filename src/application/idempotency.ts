/**
 * One mechanism for every writing verb. The first reply is stored in the same commit as what it reports, so a retry after any crash
 * finds either nothing at all or the whole. A reply is `provisional` until the follow-up work (vectors, working memory) has added its
 * part; a retry that finds a provisional one does that work again, which is safe because each part of it is repeatable.
 *
 * Stored replies hold ids, counts and times, never stored text: a verb whose reply shows text keeps what is needed to read it again.
 * So forgetting has no copies to chase here.
 */
import type { Failure } from '../domain/failure.ts';
import { HOUR_MS, type Instant } from '../domain/instant.ts';
import { IDEMPOTENCY_HOURS } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { sha256Hex } from '../domain/text/hash.ts';
import type { Change, WriteContext } from '../ports/memory-store.ts';
import type { Dependencies } from './dependencies.ts';
import type { Verb } from './service.ts';

export interface IdempotentCall {
  readonly key: string;
  readonly fingerprint: string;
}

export interface Remembered<Kept> {
  readonly kept: Kept;
  /** The follow-up work has not been confirmed. */
  readonly provisional: boolean;
}

/** Null without a key. The fingerprint covers the verb and every field, whatever their order; the key itself is left out. */
export function idempotentCall(verb: Verb, command: { readonly idempotency_key?: string }): IdempotentCall | null {
  const { idempotency_key, ...fields } = command;
  return idempotency_key === undefined ? null : { key: idempotency_key, fingerprint: sha256Hex(canonical([verb, fields])) };
}

/** What the first call with this key kept; null when it is the first; a failure when the key belongs to other content. */
export function recall<Kept>(
  context: Pick<WriteContext, 'replies'>,
  call: IdempotentCall | null,
): Result<Remembered<Kept> | null, Failure> {
  const stored = call === null ? undefined : context.replies.get(call.key);
  if (call === null || stored === undefined) return ok(null);
  if (stored.fingerprint !== call.fingerprint) return err(REUSED);
  return ok(JSON.parse(stored.reply));
}

const REUSED: Failure = {
  kind: 'conflict',
  reason: 'idempotency',
  field: 'idempotency_key',
  message: 'This idempotency_key was used for a call with other fields. Use a new key for a new call.',
};

export const rememberReply = <Kept>(call: IdempotentCall, remembered: Remembered<Kept>, now: Instant): Change => ({
  type: 'remember_reply',
  idempotency_key: call.key,
  fingerprint: call.fingerprint,
  reply: JSON.stringify(remembered),
  expires_at: now + IDEMPOTENCY_HOURS * HOUR_MS,
});

/** Replaces provisional replies by final ones. Nothing was decided by what others may have committed meanwhile, so it needs no guard. */
export async function confirmReplies(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  confirmed: readonly { readonly call: IdempotentCall; readonly kept: unknown }[],
): Promise<void> {
  if (confirmed.length === 0) return;
  const now = deps.clock.now();
  const changes = confirmed.map(({ call, kept }) => rememberReply(call, { kept, provisional: false }, now));
  await deps.store.commit(changes, null);
}

/** JSON with the names of every object in order and absent members left out: equal for equal content. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
