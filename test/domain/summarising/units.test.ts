import { describe, expect, it } from 'vitest';
import { clausesOf, sentencesOf } from '../../../src/domain/summarising/units.ts';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from '../../support/growth.ts';

describe('sentences', () => {
  it('end at Chinese stops without a space, at line ends, and not inside a row of marks', () => {
    expect(sentencesOf('我喜欢红茶。不加糖！真的？！对\nNext line. And one more!!! Yes')).toEqual([
      '我喜欢红茶。',
      '不加糖！',
      '真的？！',
      '对',
      'Next line.',
      'And one more!!!',
      'Yes',
    ]);
  });
});

describe('clauses', () => {
  it('come apart at commas and conjunctions, light ones stay with the one before', () => {
    expect(clausesOf('the connection pool stays at forty eight, because the old value timed out, ok')).toEqual([
      'the connection pool stays at forty eight,',
      'because the old value timed out, ok',
    ]);
  });

  it('of a long list are many, and lose nothing', () => {
    const list = Array.from({ length: 400 }, (_, at) => `item ${at},`).join(' ');
    const clauses = clausesOf(list);
    expect(clauses.length).toBeGreaterThan(10);
    expect(Math.max(...clauses.map(({ length }) => length))).toBeLessThan(260);
    expect(clauses.join(' ').replaceAll(/\s+/g, ' ')).toBe(list);
  });
});

it.each(['!', '\n', 'a, ', '一，', '。', '; ', 'but '])('takes linear time for %j repeated', { timeout: GROWTH_TEST_MS }, (unit) => {
  const split = (characters: number) => sentencesOf(unit.repeat(characters / unit.length)).flatMap(clausesOf);
  expect(growthOf(split, 6_000)).toBeLessThan(GROWTH_MAX);
});
