import { describe, expect, it } from 'vitest';
import { planEviction } from '../../../src/domain/working/eviction.ts';
import { admitAll, admitItem, advanceTurn, openSession, recordRetrieval, settle } from '../../../src/domain/working/evolution.ts';
import { tokensOf } from '../../../src/domain/working/scoring.ts';
import type { Session } from '../../../src/domain/working/session.ts';
import { applySettings } from '../../../src/domain/working/settings.ts';
import { TUNING } from './replay.ts';

const entrant = (id: string, tokens: number, importance = 0.5) => ({ id, content: id, tokens, importance });
const opened = (budget_tokens: number): Session => ({ ...openSession('s', 0, TUNING), budget_tokens });
const filled = (budget_tokens: number, ...entrants: ReturnType<typeof entrant>[]): Session =>
  admitAll(opened(budget_tokens), entrants, TUNING).session;
const idsOf = (session: Session) => session.items.map((item) => item.id);

describe('eviction', () => {
  it('leaves a set alone that exactly fills its budget, and acts one token beyond', () => {
    const full = filled(100, entrant('a', 60), entrant('b', 40));
    expect(planEviction(full, 'new_item', TUNING)).toEqual([]);
    const step = admitItem(full, entrant('c', 1), TUNING);
    expect(step.evicted.map(({ id }) => id)).toEqual(['a']);
    expect(idsOf(step.session)).toEqual(['b', 'c']);
  });

  it('keeps the newest item even when it is the least important and alone exceeds 80 % of the budget', () => {
    const step = admitItem(filled(100, entrant('a', 50, 1), entrant('b', 40, 1)), entrant('c', 95, 0), TUNING);
    expect(step.evicted.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(idsOf(step.session)).toEqual(['c']);
  });

  it('never lets in what is larger than the budget: it is named and pushes nothing out', () => {
    const before = filled(100, entrant('a', 50), entrant('b', 50));
    const step = admitItem(before, entrant('huge', 101, 1), TUNING);
    expect(step.evicted).toEqual([{ id: 'huge', score: 1, tokens: 101, reason: 'larger than the whole budget' }]);
    expect(idsOf(step.session)).toEqual(['a', 'b']);
    expect(idsOf(admitItem(before, entrant('fits', 100, 1), TUNING).session)).toEqual(['fits']);
  });

  it('keeps pinned items, and what does not fit beside them stays out', () => {
    const pinned = applySettings(filled(100, entrant('a', 70, 0)), { pin: ['a'] }, TUNING);
    if (!pinned.ok) throw new Error(pinned.failure.message);
    const beside = admitItem(pinned.value.session, entrant('b', 30, 1), TUNING);
    expect(idsOf(beside.session)).toEqual(['a', 'b']);
    const over = admitItem(beside.session, entrant('c', 31, 1), TUNING);
    expect(over.evicted.map(({ id }) => id)).toEqual(['c']);
    expect(idsOf(over.session)).toEqual(['a', 'b']);
    const replaced = admitItem(beside.session, entrant('d', 20, 0), TUNING);
    expect(idsOf(replaced.session)).toEqual(['a', 'd']);
  });

  it('refuses pins and budgets that leave no room, and changes nothing', () => {
    const session = filled(100, entrant('a', 60), entrant('b', 40));
    const lower = applySettings(session, { pin: ['a'], budget_tokens: 59 }, TUNING);
    expect(lower).toMatchObject({ ok: false, failure: { kind: 'conflict', reason: 'pins_over_budget' } });
    expect(applySettings(session, { pin: ['a'], budget_tokens: 60 }, TUNING)).toMatchObject({ ok: true });
    expect(applySettings(session, { pin: ['nobody'] }, TUNING)).toMatchObject({ ok: false, failure: { field: 'pin' } });
    expect(applySettings(session, { pin: ['a'], unpin: ['a'] }, TUNING)).toMatchObject({ ok: false, failure: { field: 'unpin' } });
  });

  it('evicts at once under a lower budget and names the ids', () => {
    const session = filled(1000, entrant('a', 40, 0.9), entrant('b', 40, 0.1), entrant('c', 40, 0.5));
    const lowered = applySettings(session, { budget_tokens: 100 }, TUNING);
    expect(lowered.ok && lowered.value.evicted.map(({ id }) => id)).toEqual(['b']);
    expect(lowered.ok && tokensOf(lowered.value.session.items)).toBe(80);
  });

  it('breaks ties by age and then by id', () => {
    const tied = filled(100, entrant('b', 30), entrant('a', 30), entrant('c', 30));
    expect(admitItem(tied, entrant('d', 30), TUNING).evicted.map(({ id }) => id)).toEqual(['b', 'a']);
    const twins: Session = { ...tied, budget_tokens: 80, items: tied.items.map((item) => ({ ...item, added_order: 1 })) };
    expect(settle(twins, 'lower_budget', TUNING, 'c').evicted.map(({ id }) => id)).toEqual(['a']);
  });

  it('keeps age, pin and counts of what is written again, and counts the larger wording', () => {
    const first = advanceTurn(recordRetrieval(filled(100, entrant('a', 10, 0.3), entrant('b', 10)), ['a']));
    const again = admitItem(first, entrant('a', 25, 0.7), TUNING).session;
    expect(again.items.find(({ id }) => id === 'a')).toMatchObject({
      tokens: 25,
      importance: 0.7,
      added_turn: 0,
      retrieved: 1,
      pinned: false,
    });
    expect(again.items).toHaveLength(2);
  });

  it('counts one retrieval a call for each item that is there', () => {
    const session = recordRetrieval(filled(100, entrant('a', 10), entrant('b', 10)), ['a', 'a', 'elsewhere']);
    expect(session.items.map(({ retrieved }) => retrieved)).toEqual([1, 0]);
    expect(recordRetrieval(session, ['elsewhere'])).toBe(session);
  });
});
