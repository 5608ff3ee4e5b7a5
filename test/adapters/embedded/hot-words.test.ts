import { expect, test } from 'vitest';
import { HotWords } from '../../../src/adapters/embedded/hot-words.ts';

const placesOf = (words: HotWords, token: string): number[] | null => {
  const word = words.find(token);
  return word === null ? null : [...word.places];
};

test('what is written later is there, in order, and counted', () => {
  const words = new HotWords();
  words.hold('common', { places: Uint32Array.of(3, 5, 8), documents: 3 });
  for (const place of [9, 12, 13, 20]) words.enter('common', place);
  words.enter('rare', 9);
  expect(placesOf(words, 'common')).toEqual([3, 5, 8, 9, 12, 13, 20]);
  expect(words.find('common')?.documents).toBe(7);
  expect(words.find('rare')).toBeNull();
});

test('what is withdrawn, comes out of order or may have failed is let go', () => {
  const words = new HotWords();
  for (const token of ['a', 'b', 'c', 'd']) words.hold(token, { places: Uint32Array.of(1, 2), documents: 2 });
  words.withdraw('a');
  words.enter('b', 2);
  expect(['a', 'b', 'c', 'd'].map((token) => placesOf(words, token))).toEqual([null, null, [1, 2], [1, 2]]);
  words.clear();
  expect(['c', 'd'].map((token) => placesOf(words, token))).toEqual([null, null]);
});

test('room is made by letting go of what was asked for longest ago', () => {
  const words = new HotWords();
  const many = Uint32Array.from({ length: 240_000 }, (_, place) => place);
  for (const token of ['a', 'b', 'c', 'd']) words.hold(token, { places: many, documents: many.length });
  expect(placesOf(words, 'a')).toHaveLength(240_000);
  words.hold('e', { places: many, documents: many.length });
  expect(['a', 'b', 'c', 'd', 'e'].map((token) => words.find(token) !== null)).toEqual([true, false, true, true, true]);
});
