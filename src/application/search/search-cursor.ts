/**
 * A cursor carries what page one saw and did not show: the ids in their order, and the moment they were ranked at. So nothing that was there
 * at page one repeats or is skipped, whatever is written meanwhile; what was forgotten or has expired since is left out.
 */
import { type Failure, invalid } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { REACHABLE_HITS_MAX } from '../../domain/ranking/alike.ts';
import { err, ok, type Result } from '../../domain/result.ts';

export interface SearchPosition {
  readonly at: Instant;
  readonly ids: readonly MemoryId[];
}

const SHAPE = /^1\.([0-9a-f]{16})\.(\d{1,15})\.((?:[A-Za-z0-9_-]{22})+)$/;
const ID_CHARACTERS = 22;

export function writeCursor(fingerprint: string, { at, ids }: SearchPosition): string {
  return `1.${fingerprint}.${at}.${ids.map(packId).join('')}`;
}

/** Refuses a cursor of another question: its order would mean nothing here. */
export function readCursor(cursor: string, fingerprint: string): Result<SearchPosition, Failure> {
  const match = SHAPE.exec(cursor);
  if (match === null) return err(invalid('cursor', 'cursor is not one that a search gave. Leave it out to start at page one.'));
  if (match[1] !== fingerprint)
    return err(invalid('cursor', 'cursor belongs to another search. Send it with the same query, filters and namespace, or leave it out.'));
  const packed = match[3] ?? '';
  const ids = Array.from({ length: packed.length / ID_CHARACTERS }, (_, at) =>
    unpackId(packed.slice(at * ID_CHARACTERS, (at + 1) * ID_CHARACTERS)),
  );
  return ok({ at: Number(match[2]), ids: ids.slice(0, REACHABLE_HITS_MAX) });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 128 bits in 22 characters. */
function packId(id: MemoryId): string {
  let bits = BigInt(`0x${id.replaceAll('-', '')}`);
  let packed = '';
  for (let count = 0; count < ID_CHARACTERS; count += 1) {
    packed = (ALPHABET[Number(bits & 63n)] ?? '') + packed;
    bits >>= 6n;
  }
  return packed;
}

function unpackId(packed: string): MemoryId {
  let bits = 0n;
  for (const character of packed) bits = (bits << 6n) | BigInt(ALPHABET.indexOf(character));
  const hex = bits.toString(16).padStart(32, '0').slice(-32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
