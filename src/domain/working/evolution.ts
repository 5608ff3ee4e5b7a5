/**
 * Everything that can happen to a session, as functions from a session to a session. Pure: time and tuning are arguments.
 * What leaves is named with its score and reason; the record keeps it.
 */
import type { Instant } from '../instant.ts';
import type { MemoryId } from '../memory.ts';
import type { Tuning } from '../tuning.ts';
import { type Eviction, type EvictionCause, planEviction } from './eviction.ts';
import { pinnedTokensOf } from './scoring.ts';
import type { Session, WorkingItem } from './session.ts';

type WorkingTuning = Tuning['working'];

export interface Step {
  readonly session: Session;
  readonly evicted: readonly Eviction[];
}

export interface Entrant {
  readonly id: MemoryId;
  readonly content: string;
  readonly tokens: number;
  readonly importance: number;
}

export function openSession(id: string, now: Instant, tuning: WorkingTuning): Session {
  return {
    id,
    turn: 0,
    order: 0,
    budget_tokens: tuning.budget_tokens,
    strategy: 'weighted',
    created_at: now,
    last_active_at: now,
    items: [],
  };
}

export const advanceTurn = (session: Session): Session => ({ ...session, turn: session.turn + 1 });

/**
 * One memory enters. One that cannot fit (larger than the budget, or than what the pins leave of it) never enters: it is named as
 * evicted and pushes nothing out. One that is already there keeps its age, its pin and its counts, and counts as used.
 */
export function admitItem(session: Session, entrant: Entrant, tuning: WorkingTuning, cause: EvictionCause = 'new_item'): Step {
  const present = session.items.find((item) => item.id === entrant.id);
  const others = session.items.filter((item) => item.id !== entrant.id);
  const order = session.order + 1;
  const item: WorkingItem = {
    ...(present ?? { pinned: false, added_turn: session.turn, added_order: order, retrieved: 0 }),
    ...entrant,
    used_order: order,
  };
  const room = session.budget_tokens - pinnedTokensOf(others);
  if (item.tokens > room) {
    const reason = item.tokens > session.budget_tokens ? 'larger than the whole budget' : 'larger than the room beside the pinned items';
    return {
      session: { ...session, order, items: others },
      evicted: [{ id: item.id, score: item.importance, tokens: item.tokens, reason }],
    };
  }
  const items = present === undefined ? [...others, item] : session.items.map((old) => (old.id === item.id ? item : old));
  return settle({ ...session, order, items }, cause, tuning, item.id);
}

/** Takes out what has to leave under the session's budget and strategy. */
export function settle(session: Session, cause: EvictionCause, tuning: WorkingTuning, keep?: MemoryId): Step {
  const evicted = planEviction(session, cause, tuning, keep);
  if (evicted.length === 0) return { session, evicted };
  const gone = new Set(evicted.map((eviction) => eviction.id));
  return { session: { ...session, items: session.items.filter((item) => !gone.has(item.id)) }, evicted };
}

/** Several memories enter as if written one after the other, so that a batch and single writes give the same set. */
export function admitAll(session: Session, entrants: readonly Entrant[], tuning: WorkingTuning): Step {
  let current = session;
  const evicted = new Map<MemoryId, Eviction>();
  for (const entrant of entrants) {
    evicted.delete(entrant.id);
    const step = admitItem(current, entrant, tuning);
    current = step.session;
    for (const eviction of step.evicted) evicted.set(eviction.id, eviction);
  }
  return { session: current, evicted: [...evicted.values()] };
}

/** One retrieval for each item that is present, however often its id is named. */
export function recordRetrieval(session: Session, ids: readonly MemoryId[]): Session {
  const retrieved = new Set(ids);
  if (!session.items.some((item) => retrieved.has(item.id))) return session;
  const order = session.order + 1;
  const items = session.items.map((item) =>
    retrieved.has(item.id) ? { ...item, retrieved: item.retrieved + 1, used_order: order } : item,
  );
  return { ...session, order, items };
}
