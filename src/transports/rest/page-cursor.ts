/**
 * Cursors of lists, bound to the route and the filters that they came from. A store takes any position it is given and shows what comes after
 * it; a cursor that was made up, cut, or carried over to other filters would silently skip memories, so it is refused here instead.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Failure, invalid } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Read } from '../shared/read-fields.ts';

/** Not a signature: whoever computes it gains nothing, for a position grants nothing. */
const CHECK_DIGITS = 12;

type Filters = object & { readonly cursor?: unknown; readonly limit?: unknown };

/** `limit` may change from page to page; every other field says what is listed. */
function checkOf(route: string, filters: Filters, position: string): string {
  const { cursor: _, limit: __, ...scope } = filters;
  const fields = Object.entries(scope).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([route, fields, position])))).slice(0, CHECK_DIGITS);
}

export const sealCursor = (route: string, filters: Filters, position: string | null): string | null =>
  position === null ? null : `${checkOf(route, filters, position)}.${position}`;

/** What was read, with the store's own position in the place of the cursor. */
export function openCursor<Command extends { readonly cursor?: string }>(
  route: string,
  reading: Result<Read<Command>, Failure>,
): Result<Read<Command>, Failure> {
  if (!reading.ok || reading.value.value.cursor === undefined) return reading;
  const { value: command, ignored } = reading.value;
  const { cursor = '' } = command;
  const position = cursor.slice(CHECK_DIGITS + 1);
  if (sealCursor(route, command, position) === cursor) return ok({ value: { ...command, cursor: position }, ignored });
  return err(
    invalid('cursor', 'cursor must be the next_cursor of an earlier reply with the same filters, unchanged. Leave it out to start again.'),
  );
}
