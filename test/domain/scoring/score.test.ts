import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importanceWeight, scoreOf } from '../../../src/domain/scoring/score.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('score', () => {
  it.each([
    [0, 0.5],
    [0.4, 0.7],
    [0.6, 0.8],
    [1, 1],
  ])('weighs importance %d as %d', (importance, weight) => {
    expect(importanceWeight(importance)).toBeCloseTo(weight, 12);
  });
  it('is the product of its parts', () => {
    expect(scoreOf(0.8, 0.5, 0.9)).toBeCloseTo(0.36, 12);
    fc.assert(
      fc.property(
        unit,
        unit,
        unit,
        (relevance, decay, importance) => scoreOf(relevance, decay, importance) === relevance * decay * importance,
      ),
    );
  });
  it('lets importance halve a hit at most', () => {
    fc.assert(
      fc.property(unit, unit, unit, (relevance, decay, importance) => {
        const score = scoreOf(relevance, decay, importanceWeight(importance));
        expect(score).toBeLessThanOrEqual(relevance * decay);
        expect(score).toBeGreaterThanOrEqual(relevance * decay * 0.5);
      }),
    );
  });
});
