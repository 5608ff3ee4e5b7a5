import type { Page, PageRequest } from '../../src/ports/memory-store.ts';
import { byText } from './records.ts';

type Position = readonly (string | number)[];

/** Keyset paging over a sorted list: a cursor is the position of the last item, and outlives that item. */
export function page<Item>(
  sorted: readonly Item[],
  { limit, after }: PageRequest,
  positionOf: (item: Item) => Position,
  direction: 'ascending' | 'descending' = 'ascending',
): Page<Item> {
  const last = after === null ? null : positionIn(after);
  if (last === undefined) return { items: [], next: null };
  const sign = direction === 'ascending' ? 1 : -1;
  const rest = last === null ? sorted : sorted.filter((item) => sign * compare(positionOf(item), last) > 0);
  const items = rest.slice(0, limit);
  const end = items.at(-1);
  return { items, next: end !== undefined && rest.length > limit ? JSON.stringify(positionOf(end)) : null };
}

/** Undefined for a cursor that no page handed out. */
function positionIn(cursor: string): Position | undefined {
  try {
    const position: unknown = JSON.parse(cursor);
    return Array.isArray(position) ? position : undefined;
  } catch {
    // Not JSON: not ours.
    return undefined;
  }
}

function compare(a: Position, b: Position): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    const difference = typeof left === 'number' ? left - Number(right) : byText(left, String(right));
    if (difference !== 0) return difference;
  }
  return 0;
}
