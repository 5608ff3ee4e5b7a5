/// <reference types="@cloudflare/vitest-plugin/types" />
/** The scan of two passes beside the definition: the cosine of what is stored. */
import { expect, test } from 'vitest';
import { VectorMatrix } from '../../../src/adapters/embedded/vector-matrix.ts';
import { recordBytes, recordOf, widthOf } from '../../../src/adapters/embedded/vector-record.ts';

const SLOTS = 5_000;
const BEST = 60;

/** Park and Miller's generator, as a number of -1 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
}

const normal = (roll: () => number, dimensions: number): Float32Array => new Float32Array(dimensions).map(() => roll() + roll() + roll());
/** Nearly all of its length lies in a few places: the worst that rounding can meet. */
const spiky = (roll: () => number, dimensions: number): Float32Array =>
  new Float32Array(dimensions).map(() => (roll() > 0.97 ? roll() : roll() / 500));

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};

function cosineOf(query: Float32Array, record: Uint8Array): number {
  const values = new Int8Array(record.buffer, record.byteOffset, widthOf(query.length));
  let [product, squares] = [0, 0];
  for (const [index, value] of values.entries()) {
    product += value * (query[index] ?? 0);
    squares += value * value;
  }
  return squares === 0 ? Number.NEGATIVE_INFINITY : product / Math.sqrt(squares);
}

test.each([
  { name: 'as embedders make them', make: normal, dimensions: 512 },
  { name: 'with a width that is no multiple of 32', make: normal, dimensions: 80 },
  { name: 'with all in a few places', make: spiky, dimensions: 256 },
])('the best of many are those of the definition: vectors $name', ({ make, dimensions }) => {
  const roll = dice(7);
  const matrix = new VectorMatrix(dimensions, null);
  const query = unit(make(roll, dimensions));
  // Every fifth leans towards the query, so that the best are close together; some slots are empty, and some equal another.
  const records = Array.from({ length: SLOTS }, (_, slot) => {
    const vector = make(roll, dimensions);
    if (slot % 97 === 3) return new Uint8Array(recordBytes(dimensions));
    return recordOf(
      slot % 5 === 0 ? vector.map((value, index) => value / 60 + (query[index] ?? 0) * (0.05 + (slot % 41) / 2_000)) : vector,
    );
  });
  for (const [to, from] of [
    [4_001, 4_000],
    [4_002, 4_000],
  ] as const)
    records[to] = records[from] ?? new Uint8Array();
  for (let slot = 0; slot < SLOTS; slot += 700) {
    const some = records.slice(slot, slot + 700);
    matrix.put(slot, Uint8Array.from(some.flatMap((record) => [...record])));
  }
  const exact = records
    .map((record, slot) => ({ slot, cosine: cosineOf(query, record) }))
    .sort((a, b) => b.cosine - a.cosine || a.slot - b.slot);
  matrix.aim(query);
  const best = matrix.best(BEST).sort((a, b) => b.cosine - a.cosine || a.slot - b.slot);
  const least = exact[BEST - 1]?.cosine ?? 0;
  const certain = exact.filter(({ cosine }) => cosine > least + 1e-3).map(({ slot }) => slot);
  expect(certain.length).toBeGreaterThan(BEST / 4);
  expect(best.map(({ slot }) => slot)).toEqual(expect.arrayContaining(certain));
  expect(best.length).toBeGreaterThanOrEqual(BEST);
  for (const { slot, cosine } of best) {
    expect(cosine).toBeCloseTo(cosineOf(query, records[slot] ?? new Uint8Array()), 3);
    expect(cosine).toBeGreaterThan(least - 1e-3);
    expect(matrix.cosine(slot)).toBe(cosine);
  }
  expect(matrix.best(BEST, 2)).toEqual([]);
});

test('vectors that are asked for together get what each gets by itself', () => {
  const roll = dice(11);
  const dimensions = 512;
  const matrix = new VectorMatrix(dimensions, null);
  const vectors = Array.from({ length: 3_000 }, () => normal(roll, dimensions));
  matrix.put(0, Uint8Array.from(vectors.flatMap((vector) => [...recordOf(vector)])));
  // More than fit into the kernel's memory at once: near one that is there, and near none.
  const queries = Array.from({ length: 70 }, (_, number) => {
    const base = number % 2 === 0 ? normal(roll, dimensions) : (vectors[number * 40] ?? normal(roll, dimensions));
    return { vector: base.map((value) => value + 0.3 * roll()), cosine_min: 0.9 };
  });
  const together = matrix.nearest(queries);
  const alone = queries.map(({ vector, cosine_min }) => {
    matrix.aim(vector);
    return matrix.best(50, cosine_min);
  });
  expect(together).toEqual(alone);
  expect(together.map((found) => found.map(({ slot }) => slot))).toEqual(
    queries.map((_, number) => (number % 2 === 0 ? [] : [number * 40])),
  );
});
