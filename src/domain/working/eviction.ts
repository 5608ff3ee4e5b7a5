import type { MemoryId } from '../memory.ts';
import type { Tuning } from '../tuning.ts';
import { pinnedTokensOf, tokensOf, workingScore } from './scoring.ts';
import type { Session, Strategy, WorkingItem } from './session.ts';

/** What made the set too large. */
export type EvictionCause = 'new_item' | 'lower_budget' | 'summary';

export interface Eviction {
  readonly id: MemoryId;
  readonly score: number;
  readonly tokens: number;
  readonly reason: string;
}

const RULES: Readonly<Record<Strategy, string>> = {
  weighted: 'lowest score',
  lru: 'longest unused',
  fifo: 'first in',
};

/** Total order: what leaves first comes first. Ties go to the older item, then to the smaller id. */
function leavesBefore(strategy: Strategy, turn: number, tuning: Tuning['working']) {
  const rank = (item: WorkingItem): number => {
    if (strategy === 'lru') return item.used_order;
    if (strategy === 'fifo') return item.added_order;
    return workingScore(item, turn, tuning);
  };
  return (left: WorkingItem, right: WorkingItem): number =>
    rank(left) - rank(right) || left.added_order - right.added_order || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}

const newestOf = (items: readonly WorkingItem[]): MemoryId | null =>
  items.reduce<WorkingItem | null>((newest, item) => (newest === null || item.added_order > newest.added_order ? item : newest), null)
    ?.id ?? null;

/**
 * What would leave now, in the order of leaving; empty while the total is within the budget. Applies nothing.
 * Leaves until the total is at or below `evict_to_share` of the budget, passing over pinned items and over `keep` (by default the
 * newest item) as long as that one fits the budget beside the pins.
 */
export function planEviction(session: Session, cause: EvictionCause, tuning: Tuning['working'], keep?: MemoryId): readonly Eviction[] {
  let total = tokensOf(session.items);
  if (total <= session.budget_tokens) return [];
  const kept = keep ?? newestOf(session.items);
  const pinned = pinnedTokensOf(session.items);
  const mayLeave = (item: WorkingItem): boolean => {
    if (item.pinned) return false;
    return item.id !== kept || pinned + item.tokens > session.budget_tokens;
  };
  const target = session.budget_tokens * tuning.evict_to_share;
  const plan: Eviction[] = [];
  for (const item of session.items.filter(mayLeave).sort(leavesBefore(session.strategy, session.turn, tuning))) {
    if (total <= target) break;
    total -= item.tokens;
    plan.push({
      id: item.id,
      score: workingScore(item, session.turn, tuning),
      tokens: item.tokens,
      reason: `${RULES[session.strategy]} (${session.strategy}), ${CAUSES[cause]}`,
    });
  }
  return plan;
}

const CAUSES: Readonly<Record<EvictionCause, string>> = {
  new_item: 'to make room for a newer item',
  lower_budget: 'to fit the new budget',
  summary: 'to make room for a summary',
};
