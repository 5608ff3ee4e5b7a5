/** What every WorkingSetStore must do. */
import { describe, expect } from 'vitest';
import type { Result } from '../../src/domain/result.ts';
import type { SessionHeader, WorkingItem } from '../../src/domain/working/session.ts';
import type { StoreFault } from '../../src/ports/store-fault.ts';
import type { SessionChange } from '../../src/ports/working-set-store.ts';
import { type ContractOptions, checker, day, idOf } from './contract.ts';

const header = (fields: Partial<SessionHeader> = {}): SessionHeader => ({
  id: 's',
  turn: 1,
  order: 1,
  budget_tokens: 2_000,
  strategy: 'weighted',
  created_at: day(1),
  last_active_at: day(1),
  ...fields,
});

const item = (number: number, fields: Partial<WorkingItem> = {}): WorkingItem => ({
  id: idOf(number),
  content: `内容 ${number}`,
  tokens: 10 * number,
  importance: 0.4,
  pinned: false,
  added_turn: 1,
  added_order: number,
  used_order: number,
  retrieved: 0,
  ...fields,
});

const change = (fields: Partial<SessionChange> = {}): SessionChange => ({
  header: header(),
  put: [],
  remove: [],
  expires_at: day(50),
  ...fields,
});

function outcomeOf<Value>(result: Result<Value, StoreFault>): Value {
  if (!result.ok) throw new Error(result.failure.cause);
  return result.value;
}

export function workingSetStoreContract(options: ContractOptions): void {
  const check = checker(options);

  describe(`${options.name}: working sets`, () => {
    check('an unknown session is absent and reading creates none', async ({ working }) => {
      expect(outcomeOf(await working.load('s', day(2)))).toEqual({ session: null, revision: 'absent' });
      expect(outcomeOf(await working.list(day(2), 10))).toEqual([]);
      expect(outcomeOf(await working.end('s'))).toBe(false);
    });

    check('what was applied comes back, items in order of adding', async ({ working }) => {
      const pinned = item(2, { pinned: true, importance: 0.123, retrieved: 4, added_turn: 3, used_order: 9 });
      expect(outcomeOf(await working.apply('s', change({ put: [item(3), item(1), pinned] }), 'absent'))).toBe('applied');
      const { session, revision } = outcomeOf(await working.load('s', day(2)));
      expect(session).toEqual({ ...header(), items: [item(1), pinned, item(3)] });
      const next = header({ turn: 2, order: 7, budget_tokens: 60, strategy: 'fifo', last_active_at: day(3) });
      const update = change({ header: next, put: [item(1, { content: 'other words', tokens: 4 })], remove: [idOf(3), idOf(77)] });
      expect(outcomeOf(await working.apply('s', update, revision))).toBe('applied');
      expect(outcomeOf(await working.load('s', day(4))).session).toEqual({
        ...next,
        items: [item(1, { content: 'other words', tokens: 4 }), pinned],
      });
      expect(outcomeOf(await working.list(day(4), 10))).toEqual([{ id: 's', tokens: 24, budget_tokens: 60 }]);
    });

    check('a change that was planned on an older state is a conflict and does nothing', async ({ working }) => {
      await working.apply('s', change({ put: [item(1)] }), 'absent');
      expect(outcomeOf(await working.apply('s', change({ put: [item(2)] }), 'absent'))).toBe('conflict');
      const { revision } = outcomeOf(await working.load('s', day(2)));
      await working.apply('s', change({ put: [item(3)] }), revision);
      expect(outcomeOf(await working.apply('s', change({ put: [item(4)] }), revision))).toBe('conflict');
      expect(outcomeOf(await working.load('s', day(2))).session?.items.map(({ id }) => id)).toEqual([idOf(1), idOf(3)]);
    });

    check('of parallel changes on one state exactly one is applied', async ({ working }) => {
      const outcomes = await Promise.all([1, 2, 3, 4].map((number) => working.apply('s', change({ put: [item(number)] }), 'absent')));
      expect(outcomes.map(outcomeOf).filter((outcome) => outcome === 'applied')).toHaveLength(1);
    });

    check('an idle session is absent, listed nowhere, and starts anew without its items', async ({ working }) => {
      await working.apply('s', change({ put: [item(1)], expires_at: day(10) }), 'absent');
      expect(outcomeOf(await working.load('s', day(10) - 1)).session?.items).toHaveLength(1);
      expect(outcomeOf(await working.load('s', day(10)))).toEqual({ session: null, revision: 'absent' });
      expect(outcomeOf(await working.list(day(10), 10))).toEqual([]);
      const anew = change({ header: header({ created_at: day(11), last_active_at: day(11) }), put: [item(2)] });
      expect(outcomeOf(await working.apply('s', anew, 'absent'))).toBe('applied');
      expect(outcomeOf(await working.load('s', day(12))).session?.items.map(({ id }) => id)).toEqual([idOf(2)]);
    });

    check('withdrawing takes a memory out of every session and outdates plans made before', async ({ working }) => {
      for (const id of ['s', 't', 'u'])
        await working.apply(id, change({ header: header({ id }), put: id === 'u' ? [item(2)] : [item(1), item(2)] }), 'absent');
      const { revision } = outcomeOf(await working.load('s', day(2)));
      expect(outcomeOf(await working.withdraw([idOf(1), idOf(9)]))).toBe(2);
      expect(outcomeOf(await working.withdraw([idOf(1)]))).toBe(0);
      for (const id of ['s', 't', 'u'])
        expect(outcomeOf(await working.load(id, day(2))).session?.items.map((one) => one.id)).toEqual([idOf(2)]);
      expect(outcomeOf(await working.apply('s', change(), revision))).toBe('conflict');
    });

    check('ending, sweeping and erasing say how many sessions went', async ({ working }) => {
      for (const [id, expires_at] of [
        ['a', day(5)],
        ['b', day(6)],
        ['c', day(50)],
        ['d', day(50)],
      ] as const)
        await working.apply(id, change({ header: header({ id }), put: [item(1)], expires_at }), 'absent');
      expect(outcomeOf(await working.end('c'))).toBe(true);
      expect(outcomeOf(await working.end('c'))).toBe(false);
      expect(outcomeOf(await working.sweep(day(5)))).toBe(1);
      expect(
        outcomeOf(await working.list(day(5), 10))
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['b', 'd']);
      expect(outcomeOf(await working.erase())).toBe(2);
      expect(outcomeOf(await working.list(day(5), 10))).toEqual([]);
    });

    check('a revision is never used again, not even after the session ended', async ({ working }) => {
      await working.apply('s', change({ put: [item(1)] }), 'absent');
      const { revision } = outcomeOf(await working.load('s', day(2)));
      await working.end('s');
      await working.apply('s', change({ put: [item(2)] }), 'absent');
      expect(outcomeOf(await working.apply('s', change({ remove: [idOf(2)] }), revision))).toBe('conflict');
    });

    check('session ids are literal', async ({ working }) => {
      for (const id of [`x' OR 1=1`, '%', 'A', 'a']) await working.apply(id, change({ header: header({ id }) }), 'absent');
      expect(outcomeOf(await working.end('%'))).toBe(true);
      expect(
        outcomeOf(await working.list(day(2), 10))
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['A', 'a', `x' OR 1=1`]);
      expect(await working.ping()).toBe(true);
    });
  });
}
