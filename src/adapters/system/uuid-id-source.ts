import { v7 } from 'uuid';
import type { Instant } from '../../domain/instant.ts';
import type { IdSource } from '../../ports/id-source.ts';

const SECRET_BYTES = 32;

/**
 * UUIDv7 with an explicit time part. `uuid` counts up within a millisecond only for its own clock, so the sequence is kept here: equal instants
 * give increasing ids, which is what breaks ties in every listing.
 */
export function createUuidIdSource(): IdSource {
  let last: Instant = -1;
  let sequence = 0;
  return {
    memoryId(at) {
      sequence = at === last ? sequence + 1 : 0;
      last = at;
      // The top bit stays free so that a counter never wraps into the version bits.
      return v7({ msecs: Math.max(0, at), seq: sequence });
    },
    secret() {
      const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
      return btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    },
  };
}
