/**
 * The View and the filter as SQL conditions over `m` (memories) and `v` (versions).
 * Rule, in words: as_of T is what holds at T by all we know today; known_at K is what the records of K said, in the wording and settings of K;
 * with both, the memory was recorded by K and holds at T. Places in a chain come from `links`, where forgotten ones stand too.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../domain/instant.ts';
import type { State } from '../../domain/memory.ts';
import { keyHash } from '../../domain/text/hash.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';
import { listOf } from './database.ts';

/** Where the wording that the view reads comes from: the current one, or the one that was current at `known_at`. */
export const versionsOf = (view: View): SQL =>
  sql.raw(
    `JOIN hindsight.versions AS v ON v.namespace = m.namespace AND v.memory_id = m.id${view.known_at === null ? ' AND v.version = m.version' : ''}`,
  );

/** Today's state, whether swept or not. */
export const stateCondition = (states: readonly State[], now: Instant): SQL =>
  sql`CASE WHEN m.superseded_at IS NOT NULL THEN 'superseded' WHEN m.expires_at <= ${now} THEN 'expired' ELSE 'live' END = ANY(${listOf(states)})`;

export const allOf = (conditions: readonly SQL[]): SQL => (conditions.length === 0 ? sql`TRUE` : sql.join([...conditions], sql` AND `));

export function viewCondition(view: View): SQL {
  const { now, as_of, known_at, include_superseded } = view;
  const moment = as_of ?? known_at ?? now;
  const parts: SQL[] = [sql`(v.expires_at IS NULL OR v.expires_at > ${moment})`];
  parts.push(
    known_at === null
      ? sql`v.replaced_at IS NULL`
      : sql`v.recorded_at <= ${known_at} AND (v.replaced_at IS NULL OR v.replaced_at > ${known_at})`,
  );
  if (as_of !== null) parts.push(sql`m.occurred_at <= ${as_of}`);
  if (!include_superseded) {
    if (as_of === null && known_at === null) parts.push(sql`m.superseded_at IS NULL`);
    else parts.push(notFollowed(as_of !== null ? sql`l.occurred_at` : sql`l.created_at`, moment));
  }
  return allOf(parts);
}

const notFollowed = (clock: SQL, moment: number): SQL =>
  sql`(m.key_hash IS NULL OR NOT EXISTS (SELECT 1 FROM hindsight.links AS l WHERE l.namespace = m.namespace AND l.key_hash = m.key_hash
    AND ${clock} <= ${moment} AND (l.occurred_at, l.created_at, l.id) > (m.occurred_at, m.created_at, m.id)))`;

export function filterCondition(filter: MemoryFilter, known_at: number | null): SQL {
  const parts: SQL[] = [];
  if (filter.layer !== undefined) parts.push(sql`m.layer = ${filter.layer}`);
  if (filter.session_id !== undefined) parts.push(sql`m.session_id = ${filter.session_id}`);
  if (filter.key !== undefined) parts.push(sql`m.key_hash = ${keyHash(filter.key)}`);
  if (filter.since !== undefined) parts.push(sql`m.occurred_at >= ${filter.since}`);
  if (filter.until !== undefined) parts.push(sql`m.occurred_at <= ${filter.until}`);
  if (filter.ids !== undefined) parts.push(sql`m.id = ANY(${listOf(filter.ids)})`);
  for (const tag of filter.tags ?? [])
    parts.push(
      known_at === null
        ? sql`EXISTS (SELECT 1 FROM hindsight.memory_tags AS g WHERE g.namespace = m.namespace AND g.tag = ${tag} AND g.memory_id = m.id)`
        : sql`${tag} = ANY(v.tags)`,
    );
  return allOf(parts);
}
