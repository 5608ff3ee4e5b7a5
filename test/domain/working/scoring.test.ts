import { describe, expect, it } from 'vitest';
import { workingScore } from '../../../src/domain/working/scoring.ts';
import { TUNING } from './replay.ts';

describe('the working score', () => {
  it.each([
    [{ importance: 1, added_turn: 0, retrieved: 0 }, 0, 1],
    [{ importance: 0.6, added_turn: 0, retrieved: 0 }, 10, 0.6 * 0.5987369392],
    [{ importance: 0.4, added_turn: 5, retrieved: 3 }, 8, 0.4 * 0.857375 * 1.3],
    [{ importance: 1, added_turn: 0, retrieved: 10 }, 1, 0.95 * 2],
    [{ importance: 1, added_turn: 0, retrieved: 99 }, 1, 0.95 * 2],
    [{ importance: 0, added_turn: 0, retrieved: 99 }, 1, 0],
  ])('%o at turn %d is %d', (item, turn, expected) => {
    expect(workingScore(item, turn, TUNING)).toBeCloseTo(expected, 9);
  });
});
