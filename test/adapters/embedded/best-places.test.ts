import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPlaces, type RarePlaces } from '../../../src/adapters/embedded/best-places.ts';

/** The definition: sums of rarities, best first, the newer among equals. */
function byDefinition(words: readonly RarePlaces[], count: number): number[] {
  const sums = new Map<number, number>();
  for (const { places, rarity } of words) for (const place of places) sums.set(place, (sums.get(place) ?? 0) + rarity);
  return [...sums]
    .sort(([a, left], [b, right]) => right - left || b - a)
    .slice(0, count)
    .map(([place]) => place);
}

/** Rarities are quarters, so that sums are exact in any precision. */
const wordUpTo = (place_max: number) =>
  fc.record({
    places: fc.uniqueArray(fc.nat(place_max), { minLength: 1, maxLength: 60 }).map((places) => Uint32Array.from(places).sort()),
    rarity: fc.integer({ min: 1, max: 12 }).map((quarters) => quarters / 4),
  });

// Places of a namespace that has lived long are added up window by window.
test.each([40, 5_000_000])('the best are those of the definition, with places up to %d', (place_max) => {
  fc.assert(
    fc.property(fc.array(wordUpTo(place_max), { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 50 }), (words, count) => {
      expect(bestPlaces(words, count)).toEqual(byDefinition(words, count));
    }),
    { numRuns: 25 },
  );
});
