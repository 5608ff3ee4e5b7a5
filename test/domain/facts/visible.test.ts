import { describe, expect, it } from 'vitest';
import { type Dated, visible } from '../../../src/domain/facts/visible.ts';
import type { View } from '../../../src/domain/view.ts';

/**
 * Months of one year as numbers; `now` is 12. The story (key `plan` unless said):
 * basic: true from 1, told in 1; plus: true from 3, told late, in 8; pro: true from 6, told in 6.
 * promo: another key, true from 1 to its expiry at 5. note: no key, happened in 2, told in 2. late: no key, happened in 2, told in 9.
 * trial: a key whose first value (from 2) expires at 10 and was superseded in 4. soon: dated in the future (15), told in 11.
 */
const STORY: Readonly<Record<string, Dated>> = {
  basic: { occurred_at: 1, created_at: 1, expires_at: null, valid_to: 3, superseded_at: 6 },
  plus: { occurred_at: 3, created_at: 8, expires_at: null, valid_to: 6, superseded_at: 8 },
  pro: { occurred_at: 6, created_at: 6, expires_at: null, valid_to: null, superseded_at: null },
  promo: { occurred_at: 1, created_at: 1, expires_at: 5, valid_to: null, superseded_at: null },
  note: { occurred_at: 2, created_at: 2, expires_at: null, valid_to: null, superseded_at: null },
  late: { occurred_at: 2, created_at: 9, expires_at: null, valid_to: null, superseded_at: null },
  trial: { occurred_at: 2, created_at: 2, expires_at: 10, valid_to: 4, superseded_at: 4 },
  soon: { occurred_at: 15, created_at: 11, expires_at: null, valid_to: null, superseded_at: null },
};

const view = (asked: Partial<View>): View => ({ now: 12, as_of: null, known_at: null, include_superseded: false, ...asked });

const TABLE: readonly (readonly [asked: Partial<View>, seen: readonly string[], why: string])[] = [
  [{}, ['pro', 'note', 'late', 'soon'], 'today: what holds'],
  [{ now: 4 }, ['pro', 'promo', 'note', 'late', 'soon'], 'today is the clock of the reader; a promo that runs is seen'],
  [{ now: 5 }, ['pro', 'note', 'late', 'soon'], 'expiry is exact: over at its instant'],
  [{ include_superseded: true }, ['basic', 'plus', 'pro', 'note', 'late', 'soon'], 'superseded ones too, but nothing expired'],
  [{ now: 9, include_superseded: true }, ['basic', 'plus', 'pro', 'note', 'late', 'trial', 'soon'], 'trial not yet expired'],
  [{ as_of: 0 }, [], 'before everything'],
  [{ as_of: 1 }, ['basic', 'promo'], 'true from its first instant'],
  [{ as_of: 2 }, ['basic', 'promo', 'note', 'late', 'trial'], 'the late record counts as true then'],
  [{ as_of: 3 }, ['plus', 'promo', 'note', 'late', 'trial'], 'the next value begins where the last ends'],
  [{ as_of: 4 }, ['plus', 'promo', 'note', 'late'], 'trial was replaced by 4'],
  [{ as_of: 5 }, ['plus', 'note', 'late'], 'the promo is over; what was told in 8 is true in 5'],
  [{ as_of: 6 }, ['pro', 'note', 'late'], 'pro begins'],
  [{ as_of: 9 }, ['pro', 'note', 'late'], 'a past that is like today'],
  [{ as_of: 14 }, ['pro', 'note', 'late'], 'a future in which nothing planned has begun'],
  [{ as_of: 15 }, ['pro', 'note', 'late', 'soon'], 'the dated one begins'],
  [{ as_of: 4, include_superseded: true }, ['basic', 'plus', 'promo', 'note', 'late', 'trial'], 'all that had begun and not expired'],
  [{ as_of: 10, include_superseded: true }, ['basic', 'plus', 'pro', 'note', 'late'], 'expiry is never lifted'],
  [{ known_at: 0 }, [], 'nothing recorded'],
  [{ known_at: 1 }, ['basic', 'promo'], 'the first records'],
  [{ known_at: 2 }, ['basic', 'promo', 'note', 'trial'], 'late was not recorded by then'],
  [{ known_at: 4 }, ['basic', 'promo', 'note'], 'trial was known to be replaced'],
  [{ known_at: 5 }, ['basic', 'note'], 'the promo had expired by then'],
  [{ known_at: 6 }, ['pro', 'note'], 'basic was known to have ended, plus was unknown'],
  [{ known_at: 8 }, ['pro', 'note'], 'plus was superseded on arrival'],
  [{ known_at: 9 }, ['pro', 'note', 'late'], 'late arrives'],
  [{ known_at: 11 }, ['pro', 'note', 'late', 'soon'], 'soon was recorded'],
  [{ known_at: 8, include_superseded: true }, ['basic', 'plus', 'pro', 'note', 'trial'], 'all recorded by then, not expired by then'],
  [{ known_at: 7, include_superseded: true }, ['basic', 'pro', 'note', 'trial'], 'plus was not recorded'],
  [{ as_of: 2, known_at: 2 }, ['basic', 'promo', 'note', 'trial'], 'true then and recorded by then'],
  [{ as_of: 2, known_at: 1 }, ['basic', 'promo'], 'note and trial were not recorded'],
  [{ as_of: 2, known_at: 9 }, ['basic', 'promo', 'note', 'late', 'trial'], 'late is both'],
  [{ as_of: 3, known_at: 8 }, ['plus', 'promo', 'note', 'trial'], 'plus is true in 3 and recorded by 8'],
  [{ as_of: 3, known_at: 7 }, ['promo', 'note', 'trial'], 'plus was true and not recorded; basic recorded and not true'],
  [{ as_of: 5, known_at: 5 }, ['note'], 'promo expired at 5'],
  [{ as_of: 6, known_at: 5 }, ['note'], 'pro was not recorded'],
  [{ as_of: 6, known_at: 6 }, ['pro', 'note'], 'pro is both'],
  [{ as_of: 12, known_at: 8 }, ['pro', 'note'], 'late and soon were not recorded'],
  [{ as_of: 12, known_at: 12 }, ['pro', 'note', 'late'], 'soon has not begun'],
  [{ as_of: 15, known_at: 10 }, ['pro', 'note', 'late'], 'soon was recorded in 11'],
  [{ as_of: 15, known_at: 11 }, ['pro', 'note', 'late', 'soon'], 'and by 11 it was'],
  [
    { as_of: 3, known_at: 7, include_superseded: true },
    ['basic', 'promo', 'note', 'trial'],
    'the end of validity lifted, the recording not',
  ],
  [{ now: 1, as_of: 5, known_at: 9 }, ['plus', 'note', 'late'], 'the reader of a moment does not depend on now'],
];

describe('visible', () => {
  it.each(TABLE.map(([asked, seen, why]) => ({ asked, seen, why })))('$why: $asked', ({ asked, seen }) => {
    const found = Object.entries(STORY).flatMap(([name, dated]) => (visible(dated, view(asked)) ? [name] : []));
    expect(found).toEqual(seen);
  });
});
