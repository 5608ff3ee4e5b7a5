/** Reading a session: what every verb shows of working memory, checked against the record. */

import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import { type Memory, type MemoryId, stateOf } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { settle } from '../domain/working/evolution.ts';
import { tokensOf, workingScore } from '../domain/working/scoring.ts';
import type { Session, WorkingItem } from '../domain/working/session.ts';
import type { StoreFault } from '../ports/store-fault.ts';
import type { Dependencies } from './dependencies.ts';
import type { SessionView } from './service.ts';
import { together } from './together.ts';
import { evolveSession, type Unreachable } from './working-memory.ts';

export const sessionNotFound: Failure = {
  kind: 'not_found',
  what: 'session',
  message: 'There is no such session, or it has ended. Record a turn, write with this session_id or ask for its context to open one.',
};

export const sessionUnavailable = (fault: StoreFault): Failure => ({
  kind: 'unavailable',
  store: fault.store,
  message: 'Working memory cannot be reached right now. Stored memories are safe; search for them, or try again shortly.',
});

export const asFailure = (failure: Failure | Unreachable): Failure =>
  failure.kind === 'unreachable' ? sessionUnavailable(failure.fault) : failure;

export const viewOf = (session: Session, tuning: Dependencies['tuning']): SessionView => ({
  id: session.id,
  items: session.items.map((item) => ({
    id: item.id,
    content: item.content,
    tokens: item.tokens,
    score: workingScore(item, session.turn, tuning.working),
    pinned: item.pinned,
  })),
  tokens: tokensOf(session.items),
  budget_tokens: session.budget_tokens,
  strategy: session.strategy,
  turn: session.turn,
});

export interface FreshSession {
  readonly session: Session;
  /** The record of each item, and perhaps of others of the session. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

/** Of a session's own memories, the newest: nearly always all that its working set holds. */
const OWN_MEMORIES = 64;

/**
 * The session as the record has it now: items that were forgotten, superseded or have expired are gone, and corrected ones carry their
 * present wording. Working memory is derived, so what differs is repaired on the way; a read creates no session.
 *
 * The record is asked beside working memory for what the session most likely holds. Its answer, which is of a moment after this call began,
 * may confirm an item and nothing more: for one that it does not confirm the record is asked again, after the item was seen.
 */
export async function readFresh(deps: Dependencies, session_id: string, now: Instant): Promise<Result<FreshSession, Failure>> {
  const [loaded, own] = await together(
    deps.working.load(session_id, now),
    deps.store.list({ filter: { session_id }, states: ['live'], now, limit: OWN_MEMORIES, after: null }),
  );
  if (!loaded.ok) return err(sessionUnavailable(loaded.failure));
  const stored = loaded.value.session;
  if (stored === null) return err(sessionNotFound);
  const asked = new Set(stored.items.map(({ id }) => id));
  const guess = { asked, memories: new Map(own.items.map((memory) => [memory.id, memory])), now };
  if (refreshed(deps, stored, guess) === stored) return ok({ session: stored, memories: guess.memories });
  const memories = await deps.store.get([...asked]);
  const known = { asked, memories, now };
  const fresh = refreshed(deps, stored, known);
  if (fresh === stored) return ok({ session: stored, memories });
  const repaired = await evolveSession(deps, session_id, now, (session) => {
    const next = session === null ? null : refreshed(deps, session, known);
    return ok({ session: next, outcome: next === null ? null : only(next, asked) });
  });
  if (!repaired.ok) return err(asFailure(repaired.failure));
  return repaired.value === null ? err(sessionNotFound) : ok({ session: repaired.value, memories });
}

interface Known {
  readonly asked: ReadonlySet<MemoryId>;
  readonly memories: ReadonlyMap<MemoryId, Memory>;
  readonly now: Instant;
}

/** What entered meanwhile is not shown: the record was not asked about it. */
const only = (session: Session, asked: ReadonlySet<MemoryId>): Session => ({
  ...session,
  items: session.items.filter(({ id }) => asked.has(id)),
});

/** The same object when nothing differs. Items that the record was not asked about (they came meanwhile) stay as they are. */
function refreshed(deps: Dependencies, session: Session, known: Known): Session {
  const items = session.items.flatMap((item): WorkingItem[] => {
    if (!known.asked.has(item.id)) return [item];
    const memory = known.memories.get(item.id);
    if (memory === undefined || stateOf(memory, known.now) !== 'live') return [];
    if (memory.content === item.content && memory.importance === item.importance) return [item];
    return [{ ...item, content: memory.content, tokens: deps.tokens.count(memory.content), importance: memory.importance }];
  });
  const same = items.length === session.items.length && items.every((item, index) => item === session.items[index]);
  return same ? session : settle({ ...session, items }, 'new_item', deps.tuning.working).session;
}
