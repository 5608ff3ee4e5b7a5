/**
 * How much more processor time `work` takes for four times as much: about 4 when it is linear, 16 when it is quadratic. Of each size the
 * cheapest of several runs counts, and what takes less than `NOISE_MS` counts as that: a busy machine changes nothing.
 */
export function growthOf(work: (characters: number) => unknown, characters: number): number {
  const cheapest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    cheapest.small = Math.min(
      cheapest.small,
      millisecondsOf(() => work(characters)),
    );
    cheapest.large = Math.min(
      cheapest.large,
      millisecondsOf(() => work(4 * characters)),
    );
  }
  return cheapest.large / Math.max(cheapest.small, NOISE_MS);
}

/** Between linear and quadratic, with room for a garbage collection that falls into the larger one. */
export const GROWTH_MAX = 10;

/** For a test of growth on a busy machine; a quiet one takes less than a second. */
export const GROWTH_TEST_MS = 60_000;

const ROUNDS = 4;
const NOISE_MS = 3;

function millisecondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
