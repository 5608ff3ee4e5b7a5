import type { Instant } from './instant.ts';
import type { Layer, MemoryId } from './memory.ts';

/**
 * The moment a reader stands at. `now` alone is today's reading. `as_of` selects what was true then (including what was recorded later),
 * `known_at` what was recorded by then; with both, both must hold. Never mixed into one clock.
 */
export interface View {
  readonly now: Instant;
  readonly as_of: Instant | null;
  readonly known_at: Instant | null;
  readonly include_superseded: boolean;
}

export const todaysView = (now: Instant): View => ({ now, as_of: null, known_at: null, include_superseded: false });

/** What a caller narrows a reading to; applied before any cut, so that no foreign or dead row eats a slot. */
export interface MemoryFilter {
  readonly layer?: Layer;
  readonly session_id?: string;
  readonly key?: string;
  /** All must match, literally. */
  readonly tags?: readonly string[];
  /** On `occurred_at`, both ends included. */
  readonly since?: Instant;
  readonly until?: Instant;
  readonly ids?: readonly MemoryId[];
}
