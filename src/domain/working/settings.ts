import { type Failure, invalid } from '../failure.ts';
import { BUDGET_TOKENS_MAX, BUDGET_TOKENS_MIN } from '../limits.ts';
import type { MemoryId } from '../memory.ts';
import { err, ok, type Result } from '../result.ts';
import type { Tuning } from '../tuning.ts';
import { type Entrant, type Step, settle } from './evolution.ts';
import { pinnedTokensOf } from './scoring.ts';
import type { Session, Strategy } from './session.ts';

export interface SessionSettings {
  readonly budget_tokens?: number;
  readonly strategy?: Strategy;
  readonly pin?: readonly MemoryId[];
  readonly unpin?: readonly MemoryId[];
}

/** Tokens that a session may hold: given directly, or as the documented share of a context window. */
export function budgetFrom(
  asked: { readonly budget_tokens?: number; readonly context_window_tokens?: number },
  tuning: Tuning['working'],
): Result<number | undefined, Failure> {
  if (asked.budget_tokens !== undefined && asked.context_window_tokens !== undefined) {
    return err(invalid('context_window_tokens', 'Give either budget_tokens or context_window_tokens, not both.'));
  }
  const field = asked.budget_tokens === undefined ? 'context_window_tokens' : 'budget_tokens';
  const budget =
    asked.context_window_tokens === undefined ? asked.budget_tokens : Math.floor(asked.context_window_tokens * tuning.context_window_share);
  if (budget === undefined) return ok(undefined);
  if (!Number.isInteger(budget) || budget < BUDGET_TOKENS_MIN || budget > BUDGET_TOKENS_MAX) {
    return err(invalid(field, `The budget must come to a whole number from ${BUDGET_TOKENS_MIN} to ${BUDGET_TOKENS_MAX} tokens.`));
  }
  return ok(budget);
}

/** Strategy, pins and budget in one step: unpin, pin, then evict under what is asked. Nothing changes when it fails. */
export function applySettings(session: Session, settings: SessionSettings, tuning: Tuning['working']): Result<Step, Failure> {
  const known = new Set(session.items.map((item) => item.id));
  const absent = (settings.pin ?? []).filter((id) => !known.has(id));
  if (absent.length > 0) {
    return err(invalid('pin', `Not in this session's working memory: ${absent.join(', ')}. Write or search for them first.`));
  }
  const pin = new Set(settings.pin ?? []);
  const unpin = new Set(settings.unpin ?? []);
  const contradictory = [...pin].filter((id) => unpin.has(id));
  if (contradictory.length > 0) return err(invalid('unpin', `Named in both pin and unpin: ${contradictory.join(', ')}. Choose one.`));

  const items = session.items.map((item) => {
    const pinned = pin.has(item.id) || (item.pinned && !unpin.has(item.id));
    return pinned === item.pinned ? item : { ...item, pinned };
  });
  const configured: Session = {
    ...session,
    items,
    budget_tokens: settings.budget_tokens ?? session.budget_tokens,
    strategy: settings.strategy ?? session.strategy,
  };
  const over = pinsOverBudget(configured, settings.pin?.length ? 'pin' : 'budget_tokens');
  return over === null ? ok(settle(configured, 'lower_budget', tuning)) : err(over);
}

/** Memories that were not in the set enter it pinned, pushing out unpinned ones by the session's strategy. */
export function pinEntrants(session: Session, entrants: readonly Entrant[], tuning: Tuning['working']): Result<Step, Failure> {
  const order = session.order + entrants.length;
  const items = entrants.map((entrant, index) => ({
    ...entrant,
    pinned: true,
    added_turn: session.turn,
    added_order: session.order + 1 + index,
    used_order: session.order + 1 + index,
    retrieved: 0,
  }));
  const joined: Session = { ...session, order, items: [...session.items, ...items] };
  const over = pinsOverBudget(joined, 'pin');
  return over === null ? ok(settle(joined, 'new_item', tuning)) : err(over);
}

function pinsOverBudget(session: Session, field: string): Failure | null {
  const pinned_tokens = pinnedTokensOf(session.items);
  if (pinned_tokens <= session.budget_tokens) return null;
  const message = `The pinned items need ${pinned_tokens} tokens, the budget is ${session.budget_tokens}. Unpin some or raise the budget; nothing was changed.`;
  return { kind: 'conflict', reason: 'pins_over_budget', field, message };
}
