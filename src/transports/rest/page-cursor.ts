/**
 * Cursors of lists, bound to the route, the namespace and the filters that they came from. A store takes any position it is given and shows what
 * comes after it; a cursor that was made up, cut, or carried over to another list would silently skip memories, so it is refused here instead.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Failure, invalid } from '../../domain/failure.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Read } from '../shared/read-fields.ts';

/** Not a signature: whoever computes it gains nothing, for a position grants nothing. */
const CHECK_DIGITS = 12;

/** What a cursor belongs to, beside the filters. */
export interface Listing {
  readonly route: string;
  readonly namespace: Namespace;
}
type Filters = object & { readonly cursor?: unknown; readonly limit?: unknown };

/** `limit` may change from page to page; every other field says what is listed. */
function checkOf({ route, namespace }: Listing, filters: Filters, position: string): string {
  const { cursor: _, limit: __, ...scope } = filters;
  const fields = Object.entries(scope).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([route, namespace, fields, position])))).slice(0, CHECK_DIGITS);
}

export const sealCursor = (listing: Listing, filters: Filters, position: string | null): string | null =>
  position === null ? null : `${checkOf(listing, filters, position)}.${position}`;

/** The store's own position; null when the cursor is not one of this list. */
export function positionOf(listing: Listing, filters: Filters, cursor: string): string | null {
  const position = cursor.slice(CHECK_DIGITS + 1);
  return sealCursor(listing, filters, position) === cursor ? position : null;
}

/** What was read, with the store's own position in the place of the cursor. */
export function openCursor<Command extends { readonly cursor?: string }>(
  listing: Listing,
  reading: Result<Read<Command>, Failure>,
): Result<Read<Command>, Failure> {
  if (!reading.ok || reading.value.value.cursor === undefined) return reading;
  const { value: command, ignored } = reading.value;
  const position = positionOf(listing, command, command.cursor ?? '');
  if (position !== null) return ok({ value: { ...command, cursor: position }, ignored });
  return err(
    invalid(
      'cursor',
      'cursor must be the next_cursor of an earlier reply for the same namespace and filters, unchanged. Leave it out to start again.',
    ),
  );
}
