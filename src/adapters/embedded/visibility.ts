/**
 * The View and the filter as SQL conditions over `m` (memories), `v` (versions), `t` (texts).
 * Rule, in words: as_of T is what holds at T by all we know today; known_at K is what the records of K said, in the wording and settings of K;
 * with both, the memory was recorded by K and holds at T. Places in a chain come from `links`, where forgotten ones stand too.
 */
import { keyHash, sha256Hex } from '../../domain/text/hash.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlStorageValue[];
  /** Names `t`: tags of an older wording are read from its text. */
  readonly reads_texts?: boolean;
}

/** Where the wording that the view reads comes from: the current one, or the one that was current at `known_at`. */
const wordingOf = (view: View): string => `JOIN versions AS v ON ${view.known_at === null ? 'v.seq = m.text_seq' : 'v.memory_seq = m.seq'}`;
const TEXTS = 'JOIN texts AS t ON t.seq = v.seq';

/** Without the texts, which cost a page each, unless the condition reads them. */
export const joinOf = (view: View, condition: Condition): string =>
  condition.reads_texts === true ? `${wordingOf(view)} ${TEXTS}` : wordingOf(view);

export const joinTextsOf = (view: View): string => `${wordingOf(view)} ${TEXTS}`;

export const tagHash = (tag: string): string => sha256Hex(tag);

export const both = (...conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  parameters: conditions.flatMap(({ parameters }) => parameters),
  reads_texts: conditions.some(({ reads_texts }) => reads_texts === true),
});

export function viewCondition(view: View): Condition {
  const { now, as_of, known_at, include_superseded } = view;
  const moment = as_of ?? known_at ?? now;
  const parts: Condition[] = [{ sql: '(v.expires_at IS NULL OR v.expires_at > ?)', parameters: [moment] }];
  parts.push(
    known_at === null
      ? { sql: 'v.replaced_at IS NULL', parameters: [] }
      : { sql: 'v.recorded_at <= ? AND (v.replaced_at IS NULL OR v.replaced_at > ?)', parameters: [known_at, known_at] },
  );
  if (as_of !== null) parts.push({ sql: 'm.occurred_at <= ?', parameters: [as_of] });
  if (!include_superseded) {
    if (as_of === null && known_at === null) parts.push({ sql: 'm.superseded_at IS NULL', parameters: [] });
    else parts.push(notFollowed(as_of !== null ? 'occurred_at' : 'created_at', as_of ?? known_at ?? now));
  }
  return both(...parts);
}

const notFollowed = (clock: 'occurred_at' | 'created_at', moment: number): Condition => ({
  sql: `(m.key_hash IS NULL OR NOT EXISTS (SELECT 1 FROM links AS l WHERE l.key_hash = m.key_hash AND l.${clock} <= ?
    AND (l.occurred_at, l.created_at, l.id) > (m.occurred_at, m.created_at, m.id)))`,
  parameters: [moment],
});

/** `ids` as a condition; callers that start from ids join them instead. */
export function filterCondition(filter: MemoryFilter, known_at: number | null): Condition {
  const parts: Condition[] = [];
  const add = (sql: string, ...parameters: SqlStorageValue[]) => parts.push({ sql, parameters });
  if (filter.layer !== undefined) add('m.layer = ?', filter.layer);
  if (filter.session_id !== undefined) add('m.session_id = ?', filter.session_id);
  if (filter.key !== undefined) add('m.key_hash = ?', keyHash(filter.key));
  if (filter.since !== undefined) add('m.occurred_at >= ?', filter.since);
  if (filter.until !== undefined) add('m.occurred_at <= ?', filter.until);
  if (filter.ids !== undefined) add('m.id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids));
  for (const tag of filter.tags ?? []) {
    if (known_at === null) add('EXISTS (SELECT 1 FROM memory_tags AS g WHERE g.tag_hash = ? AND g.memory_seq = m.seq)', tagHash(tag));
    else
      parts.push({
        sql: `EXISTS (SELECT 1 FROM json_each(t.detail, '$.tags') AS g WHERE g.value = ?)`,
        parameters: [tag],
        reads_texts: true,
      });
  }
  return parts.length === 0 ? { sql: 'TRUE', parameters: [] } : both(...parts);
}
