import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decayOf } from '../../../src/domain/decay/decay.ts';
import { DAY_MS } from '../../../src/domain/instant.ts';
import { VOLATILITIES } from '../../../src/domain/memory.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';

const tuning = DEFAULT_TUNING.decay;
const volatility = fc.constantFrom(...VOLATILITIES);
const age = fc.double({ min: -1e14, max: 1e14, noNaN: true });

describe('decayOf', () => {
  it.each([
    ['volatile', 0, 1],
    ['volatile', 1, Math.exp(-0.1)],
    ['volatile', 10, Math.exp(-1)],
    ['volatile', 13, 0.3],
    ['stable', 30, Math.exp(-0.3)],
    ['stable', 60, 0.6],
    ['stable', 10_000, 0.6],
    ['permanent', 36_500, 1],
    ['volatile', -5, 1],
  ] as const)('%s after %d days is %d', (kind, days, expected) => {
    expect(decayOf(kind, days * DAY_MS, tuning)).toBeCloseTo(expected, 12);
  });
  it('stays between floor and 1, and never grows with age', () => {
    fc.assert(
      fc.property(volatility, age, age, (kind, one, other) => {
        const [younger, older] = [decayOf(kind, Math.min(one, other), tuning), decayOf(kind, Math.max(one, other), tuning)];
        expect(younger).toBeGreaterThanOrEqual(older);
        expect(older).toBeGreaterThanOrEqual(tuning.floor[kind]);
        expect(younger).toBeLessThanOrEqual(1);
      }),
    );
  });
  it('follows the configured rate and floor', () => {
    const fast = { rate_per_day: { ...tuning.rate_per_day, volatile: 1 }, floor: { ...tuning.floor, volatile: 0.01 } };
    expect(decayOf('volatile', 2 * DAY_MS, fast)).toBeCloseTo(Math.exp(-2), 12);
    expect(decayOf('volatile', 100 * DAY_MS, fast)).toBe(0.01);
  });
});
