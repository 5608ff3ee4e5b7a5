import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../../src/domain/working/session.ts';
import { replay, turnOf } from './replay.ts';

/**
 * Thirty turns of 10 tokens, budget 100: the 11th item overflows it, three leave (110 → 80), and from then on every third turn.
 *
 * `weighted`, by hand: importance × 0.95^(now - t) × boost falls by the same factor for all as time passes, so the order is that of
 *   t + (ln importance + ln boost) ÷ -ln 0.95        with -ln 0.95 = 0.051293
 * i.e. user: t; agent: t - 9.96; tool: t - 17.86; retrieved once: + 1.86; three times: + 5.12. Lowest leaves first.
 *   turn 11: 6 (-11.86), 3 (-14.86 + 5.12 = -9.75), 9 (-8.86)      then 2 (-7.96)
 *   turn 14: 2 (-7.96 + 1.86 = -6.10), 12 (-5.86), 5 (-4.96)       then 8 (-1.96)
 *   turn 17: 15 (-2.86), 8 (-1.96 + 1.86 = -0.10), 1 (1.00)        then 11 (1.04)
 *   turn 20: 18 (0.14), 11 (1.04), 4 (4.00)                        then 14 (4.04)
 *   turn 23: 21 (3.14), 14 (4.04), 17 (7.04)                       then 7 (7 + 1.86 = 8.86)
 *   turn 26: 24 (6.14), 7 (8.86), 10 (10.00)                       then 20 (10.04)
 *   turn 29: 27 (9.14), 20 (10.04), 13 (13.00)                     then 23 (13.04)
 *
 * `lru`: 3 was used after turn 5, 8 after turn 15; 2 and 7 had left before they were asked for.
 * `fifo`: retrievals count for nothing.
 */
const TABLE: Readonly<Record<Strategy, { evicted: readonly (readonly [number, readonly number[]])[]; left: readonly number[] }>> = {
  weighted: {
    evicted: [
      [11, [6, 3, 9]],
      [14, [2, 12, 5]],
      [17, [15, 8, 1]],
      [20, [18, 11, 4]],
      [23, [21, 14, 17]],
      [26, [24, 7, 10]],
      [29, [27, 20, 13]],
    ],
    left: [16, 19, 22, 23, 25, 26, 28, 29, 30],
  },
  lru: {
    evicted: [
      [11, [1, 2, 4]],
      [14, [5, 3, 6]],
      [17, [7, 9, 10]],
      [20, [11, 12, 13]],
      [23, [14, 15, 8]],
      [26, [16, 17, 18]],
      [29, [19, 20, 21]],
    ],
    left: [22, 23, 24, 25, 26, 27, 28, 29, 30],
  },
  fifo: {
    evicted: [
      [11, [1, 2, 3]],
      [14, [4, 5, 6]],
      [17, [7, 8, 9]],
      [20, [10, 11, 12]],
      [23, [13, 14, 15]],
      [26, [16, 17, 18]],
      [29, [19, 20, 21]],
    ],
    left: [22, 23, 24, 25, 26, 27, 28, 29, 30],
  },
};

describe('thirty turns, computed by hand', () => {
  it.each(Object.entries(TABLE))('%s', (strategy, expected) => {
    const { session, evictions } = replay(strategy as Strategy, 30, 100);
    expect([...evictions]).toEqual(expected.evicted);
    expect(session.items.map((item) => turnOf(item.id))).toEqual(expected.left);
    expect(session.turn).toBe(30);
  });
});
