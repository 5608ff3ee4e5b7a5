/** Where a page of a list ends, for every store alike. */

export type Position = readonly (string | number)[];

/**
 * A cursor is the sort position of the last item, so it stays good when items come and go. One that no page ever handed out reads as null,
 * and the page after it is empty: a caller that made it up learns nothing and breaks nothing.
 */
export function readCursor(cursor: string, length: number): Position | null {
  try {
    const position: unknown = JSON.parse(decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))));
    return Array.isArray(position) &&
      position.length === length &&
      position.every((part) => typeof part === 'string' || Number.isFinite(part))
      ? position
      : null;
  } catch {
    // Not base64, not UTF-8 or not JSON: null is the answer to all three.
    return null;
  }
}

/** As `readCursor`, for a store that would refuse a part of another kind where SQLite finds nothing after it. */
export function readPosition(cursor: string, ...kinds: readonly ('integer' | 'text')[]): Position | null {
  const position = readCursor(cursor, kinds.length);
  const fits = (part: string | number, index: number) => (kinds[index] === 'text' ? typeof part === 'string' : Number.isSafeInteger(part));
  return position?.every(fits) ? position : null;
}

const writeCursor = (position: Position): string =>
  btoa(encodeURIComponent(JSON.stringify(position)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** `items` has one more than the limit when there is a next page. */
export function pageOf<Item>(
  items: readonly Item[],
  limit: number,
  positionOf: (item: Item) => Position,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: last !== undefined && items.length > limit ? writeCursor(positionOf(last)) : null };
}
