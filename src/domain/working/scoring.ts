import type { Tuning } from '../tuning.ts';
import type { WorkingItem } from './session.ts';

type Scored = Pick<WorkingItem, 'importance' | 'added_turn' | 'retrieved'>;

/** score = base importance × 0.95^(turns since added) × (1 + min(1.0, 0.1 × times retrieved)). */
export function workingScore(item: Scored, turn: number, tuning: Tuning['working']): number {
  const turnsSinceAdded = Math.max(0, turn - item.added_turn);
  const boost = Math.min(tuning.retrieval_boost_max, tuning.retrieval_boost * item.retrieved);
  return item.importance * tuning.turn_decay ** turnsSinceAdded * (1 + boost);
}

export function tokensOf(items: readonly Pick<WorkingItem, 'tokens'>[]): number {
  return items.reduce((total, item) => total + item.tokens, 0);
}

export const pinnedTokensOf = (items: readonly WorkingItem[]): number => tokensOf(items.filter((item) => item.pinned));
