/**
 * Which memories a reader sees from a given moment: the reference for what every store writes as SQL. No I/O, no clock.
 *
 * Three questions, never mixed:
 * - today (`as_of` and `known_at` null): not superseded and not expired now;
 * - `as_of`: true then. It began by then and had neither ended nor expired, including what was recorded later;
 * - `known_at` alone: what was current by the records of that time;
 * - both: the intersection of "true at `as_of`" and "recorded by `known_at`".
 * `include_superseded` lifts the end of validity, never expiry: a time to live that is over is over for everyone.
 */
import type { Instant } from '../instant.ts';
import type { Memory } from '../memory.ts';
import type { View } from '../view.ts';

export type Dated = Pick<Memory, 'occurred_at' | 'created_at' | 'expires_at' | 'valid_to' | 'superseded_at'>;

const after = (end: Instant | null, moment: Instant): boolean => end === null || end > moment;

export function visible(memory: Dated, view: View): boolean {
  const { now, as_of, known_at, include_superseded } = view;
  if (as_of !== null) {
    if (known_at !== null && memory.created_at > known_at) return false;
    return memory.occurred_at <= as_of && after(memory.expires_at, as_of) && (include_superseded || after(memory.valid_to, as_of));
  }
  if (known_at !== null)
    return (
      memory.created_at <= known_at && after(memory.expires_at, known_at) && (include_superseded || after(memory.superseded_at, known_at))
    );
  return after(memory.expires_at, now) && (include_superseded || memory.superseded_at === null);
}
