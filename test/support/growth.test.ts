import { expect, it } from 'vitest';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from './growth.ts';

const spin = (steps: number): number => {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum += Math.sqrt(step);
  return sum;
};

it('tells linear from quadratic', { timeout: GROWTH_TEST_MS }, () => {
  expect(growthOf((size) => spin(size * 1_000), 4_000)).toBeLessThan(GROWTH_MAX);
  expect(growthOf((size) => spin(size * size), 2_000)).toBeGreaterThan(GROWTH_MAX);
});
