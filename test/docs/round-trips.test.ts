/** What the documented round trips may not exceed, whatever the table says next: the promise to callers. */
import { expect, it } from 'vitest';
import { documentedCosts } from '../integration/round-trips/documented.ts';

/** Waits at most, by row. */
const PROMISED = {
  write: 3,
  'write 500 at once': 3,
  'record a turn': 3,
  search: 3,
  'search, embedder over the network': 3,
  'read a session': 1,
  'context, with a question': 3,
} as const;

it('a write, a search and the reading of a session wait no longer than promised', () => {
  const costs = documentedCosts();
  const waits = Object.keys(PROMISED).map((row) => [row, Number(costs.get(row)?.waits)] as const);
  expect(waits.filter(([row, counted]) => !(counted <= PROMISED[row as keyof typeof PROMISED]))).toEqual([]);
  expect(costs.size).toBeGreaterThan(30);
});
