import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planEviction } from '../../../src/domain/working/eviction.ts';
import { admitItem, advanceTurn, openSession, recordRetrieval } from '../../../src/domain/working/evolution.ts';
import { tokensOf, workingScore } from '../../../src/domain/working/scoring.ts';
import { type Session, STRATEGIES, type Strategy } from '../../../src/domain/working/session.ts';
import { applySettings } from '../../../src/domain/working/settings.ts';
import { TUNING } from './replay.ts';

type Event =
  | { readonly kind: 'enter'; readonly tokens: number; readonly importance: number; readonly turn: boolean }
  | { readonly kind: 'again' | 'retrieve' | 'pin' | 'unpin'; readonly pick: number }
  | { readonly kind: 'configure'; readonly budget_tokens: number; readonly strategy: Strategy };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      tokens: fc.integer({ min: 1, max: 130 }),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      turn: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('again' as const, 'retrieve' as const, 'pin' as const, 'unpin' as const),
      pick: fc.nat(1000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('configure' as const),
      budget_tokens: fc.integer({ min: 50, max: 200 }),
      strategy: fc.constantFrom(...STRATEGIES),
    }),
  },
);

interface World {
  readonly session: Session;
  readonly entered: ReadonlySet<string>;
  readonly left: ReadonlySet<string>;
}

function after(world: World, happening: Event, position: number): World {
  const { session } = world;
  const pick = (index: number) => session.items[index % Math.max(1, session.items.length)];
  const settled = (next: Session, evicted: readonly { readonly id: string }[], entered?: string): World => {
    const left = new Set([...world.left, ...evicted.map(({ id }) => id)]);
    for (const item of next.items) left.delete(item.id);
    return { session: next, entered: entered === undefined ? world.entered : new Set([...world.entered, entered]), left };
  };
  if (happening.kind === 'enter') {
    const id = `memory-${String(position).padStart(4, '0')}`;
    const step = admitItem(happening.turn ? advanceTurn(session) : session, { ...happening, id, content: id }, TUNING);
    return settled(step.session, step.evicted, id);
  }
  if (happening.kind === 'configure') {
    const configured = applySettings(session, happening, TUNING);
    return configured.ok ? settled(configured.value.session, configured.value.evicted) : world;
  }
  const item = pick(happening.pick);
  if (item === undefined) return world;
  if (happening.kind === 'retrieve') return settled(recordRetrieval(session, [item.id]), []);
  if (happening.kind === 'again') {
    const step = admitItem(session, { ...item, tokens: item.tokens + 7 }, TUNING);
    return settled(step.session, step.evicted);
  }
  const configured = applySettings(session, { [happening.kind]: [item.id] }, TUNING);
  return configured.ok ? settled(configured.value.session, configured.value.evicted) : world;
}

describe('laws of working memory', () => {
  it('the total never exceeds the budget, nothing is lost, pins stay', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 50, max: 200 }), (events, budget_tokens) => {
        let world: World = { session: { ...openSession('s', 0, TUNING), budget_tokens }, entered: new Set(), left: new Set() };
        for (const [position, happening] of events.entries()) {
          const pinned = world.session.items.filter((item) => item.pinned).map((item) => item.id);
          world = after(world, happening, position);
          const present = new Set(world.session.items.map((item) => item.id));
          expect(tokensOf(world.session.items)).toBeLessThanOrEqual(world.session.budget_tokens);
          expect(present.size).toBe(world.session.items.length);
          for (const id of world.entered) expect(present.has(id) || world.left.has(id)).toBe(true);
          if (happening.kind !== 'unpin' && happening.kind !== 'again') for (const id of pinned) expect(present.has(id)).toBe(true);
        }
      }),
    );
  });

  it('what leaves is ordered by score, and nothing that stays (pins and the newest apart) scores below what leaves', () => {
    const item = fc.record({
      tokens: fc.integer({ min: 1, max: 60 }),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      retrieved: fc.nat(15),
      age: fc.nat(40),
      pinned: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), fc.integer({ min: 50, max: 400 }), (drawn, budget_tokens) => {
        const items = drawn.map(({ age, ...rest }, index) => ({
          ...rest,
          id: `m${index}`,
          content: '',
          added_turn: 40 - age,
          added_order: index,
          used_order: index,
        }));
        const session: Session = { ...openSession('s', 0, TUNING), turn: 40, budget_tokens, items };
        const plan = planEviction(session, 'new_item', TUNING);
        const scores = plan.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((left, right) => left - right));
        const leaving = new Set(plan.map(({ id }) => id));
        const worst = Math.max(Number.NEGATIVE_INFINITY, ...scores);
        const staying = items.slice(0, -1).filter((one) => !leaving.has(one.id) && !one.pinned);
        for (const stays of staying) expect(workingScore(stays, 40, TUNING)).toBeGreaterThanOrEqual(worst);
        for (const { id } of plan) expect(items.find((one) => one.id === id)?.pinned).toBe(false);
      }),
    );
  });
});
