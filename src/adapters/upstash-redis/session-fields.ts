/** A session as fields of a Redis hash, and back. Our own JSON: the client's guesses turn "1" into a number and lose long ones. */
import * as z from 'zod';
import type { Instant } from '../../domain/instant.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { type Session, type SessionHeader, STRATEGIES, type WorkingItem } from '../../domain/working/session.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { ABSENT_REVISION, type SessionRevision, type SessionSummary } from '../../ports/working-set-store.ts';
import { STORE_NAME } from './client.ts';

const ITEM_PREFIX = 'item:';

const HEADER = z.object({
  id: z.string(),
  turn: z.number(),
  order: z.number(),
  budget_tokens: z.number(),
  strategy: z.enum(STRATEGIES),
  created_at: z.number(),
  last_active_at: z.number(),
});
const ITEM = z.object({
  id: z.string(),
  content: z.string(),
  tokens: z.number(),
  importance: z.number(),
  pinned: z.boolean(),
  added_turn: z.number(),
  added_order: z.number(),
  used_order: z.number(),
  retrieved: z.number(),
});

export const headerFieldOf = (header: SessionHeader): string => JSON.stringify(HEADER.parse(header));
export const itemFieldOf = (item: WorkingItem): string => JSON.stringify(ITEM.parse(item));

interface Loaded {
  readonly session: Session | null;
  readonly revision: SessionRevision;
}

/** `answer`: field and value in turn; empty for no session. */
export function sessionOf(answer: readonly string[], now: Instant): Result<Loaded, StoreFault> {
  const fields = new Map(answer.flatMap((field, at) => (at % 2 === 0 ? [[field, answer[at + 1] ?? ''] as const] : [])));
  if (!(Number(fields.get('expires_at')) > now)) return ok({ session: null, revision: ABSENT_REVISION });
  try {
    const items = [...fields].flatMap(([field, value]): WorkingItem[] =>
      field.startsWith(ITEM_PREFIX) ? [ITEM.parse(JSON.parse(value.slice(value.indexOf(':') + 1)))] : [],
    );
    items.sort((left, right) => left.added_order - right.added_order || (left.id < right.id ? -1 : 1));
    return ok({ session: { ...HEADER.parse(JSON.parse(fields.get('header') ?? '')), items }, revision: fields.get('revision') ?? '' });
  } catch {
    // Somebody else writes under our keys, or a newer release did: not a thing that a retry mends.
    return err({ store: STORE_NAME, cause: 'a session that cannot be read', retryable: false });
  }
}

/** From `<tokens>:<budget>`. */
export function summaryOf(id: string, size: string): SessionSummary {
  const [tokens, budget_tokens] = size.split(':').map(Number);
  return { id, tokens: tokens ?? 0, budget_tokens: budget_tokens ?? 0 };
}
