/** Which turns stand around a candidate, as far as the neighbour pairs tell: runs of turns with their relative places. */
import type { MemoryId } from '../memory.ts';
import type { RankingNeighbour } from './candidate.ts';

export interface Surroundings {
  /** The turn `distance` after (before, when negative) `id`; null when unknown. */
  at(id: MemoryId, distance: number): MemoryId | null;
}

interface Place {
  readonly run: number;
  readonly position: number;
}

/** Pairs are edges with a distance; each connected set of turns gets one line of positions. */
export function surroundingsOf(neighbours: readonly RankingNeighbour[]): Surroundings {
  const edges = new Map<MemoryId, { readonly to: MemoryId; readonly distance: number }[]>();
  const link = (from: MemoryId, to: MemoryId, distance: number) => {
    const list = edges.get(from);
    if (list === undefined) edges.set(from, [{ to, distance }]);
    else list.push({ to, distance });
  };
  for (const { id, of, distance } of neighbours) {
    link(of, id, distance);
    link(id, of, -distance);
  }
  const places = new Map<MemoryId, Place>();
  const lines: Map<number, MemoryId>[] = [];
  for (const start of edges.keys()) {
    if (places.has(start)) continue;
    const run = lines.length;
    const line = new Map<number, MemoryId>();
    lines.push(line);
    const waiting: { readonly id: MemoryId; readonly position: number }[] = [{ id: start, position: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (places.has(next.id)) continue;
      places.set(next.id, { run, position: next.position });
      line.set(next.position, next.id);
      for (const { to, distance } of edges.get(next.id) ?? []) waiting.push({ id: to, position: next.position + distance });
    }
  }
  return {
    at(id, distance) {
      const place = places.get(id);
      return place === undefined ? null : (lines[place.run]?.get(place.position + distance) ?? null);
    },
  };
}
