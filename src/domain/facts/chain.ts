/**
 * The versions of one key, ordered by (occurred_at, created_at, id). Pure: a new value is placed, and the links that change come back.
 *
 * A link is valid from its `occurred_at` until the next link's. It counts as superseded from the moment when the service learnt of any
 * later link, which need not be the next one: that keeps `known_at` readings right when facts arrive out of order.
 * Forgotten links keep their place, so a forgotten last value leaves the key without a current one and `as_of` over it is a gap.
 * Links only ever tighten: what a purged or not yet imported neighbour once ended stays ended.
 */
import type { Instant } from '../instant.ts';
import type { MemoryId } from '../memory.ts';

export interface Validity {
  readonly valid_to: Instant | null;
  readonly superseded_at: Instant | null;
  readonly superseded_by: MemoryId | null;
}

export interface Position {
  readonly id: MemoryId;
  readonly occurred_at: Instant;
  readonly created_at: Instant;
}

export interface Link extends Position, Validity {
  readonly forgotten: boolean;
  /** Hash of what it says; null once forgotten. */
  readonly identity: string | null;
}

export interface Placement {
  /** The whole chain afterwards, in order. */
  readonly links: readonly Link[];
  /** What the new link holds. */
  readonly entry: Link;
  /** Remembered neighbours that changed. */
  readonly relinked: readonly Link[];
  /** The value that was current until now; null when there was none, or when the new link is not the last. */
  readonly superseded_id: MemoryId | null;
}

export const OPEN: Validity = { valid_to: null, superseded_at: null, superseded_by: null };

export function compare(left: Position, right: Position): number {
  if (left.occurred_at !== right.occurred_at) return left.occurred_at - right.occurred_at;
  if (left.created_at !== right.created_at) return left.created_at - right.created_at;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** The value that held just before `position`; null at the start of the chain or over a forgotten one. */
export function predecessor(links: readonly Link[], position: Position): Link | null {
  const before = links
    .filter((link) => compare(link, position) < 0)
    .sort(compare)
    .at(-1);
  return before === undefined || before.forgotten ? null : before;
}

export function place(links: readonly Link[], entry: Link): Placement {
  const before = new Map(links.map((link) => [link.id, link]));
  const relinked = tighten([...links, entry].sort(compare));
  const current = links.find((link) => !link.forgotten && link.superseded_at === null);
  const placed = relinked.find((link) => link.id === entry.id) ?? entry;
  return {
    links: relinked,
    entry: placed,
    relinked: relinked.filter((link) => {
      const old = before.get(link.id);
      return old !== undefined && !link.forgotten && !sameValidity(old, link);
    }),
    superseded_id: placed.superseded_at === null && current !== undefined ? current.id : null,
  };
}

function tighten(ordered: readonly Link[]): readonly Link[] {
  const tightened: Link[] = [];
  let learnt_at: Instant | null = null;
  let next: Link | null = null;
  for (const link of ordered.toReversed()) {
    const superseded_at = learnt_at === null ? null : Math.max(learnt_at, link.created_at);
    const ends_here = next !== null && (link.valid_to === null || next.occurred_at <= link.valid_to);
    tightened.push({
      ...link,
      valid_to: next === null || !ends_here ? link.valid_to : next.occurred_at,
      superseded_by: next === null || !ends_here ? link.superseded_by : next.id,
      superseded_at: earliest(link.superseded_at, superseded_at),
    });
    learnt_at = earliest(learnt_at, link.created_at);
    next = link;
  }
  return tightened.reverse();
}

function earliest(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null) return right;
  return right === null ? left : Math.min(left, right);
}

const sameValidity = (left: Validity, right: Validity): boolean =>
  left.valid_to === right.valid_to && left.superseded_at === right.superseded_at && left.superseded_by === right.superseded_by;
