import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryId } from '../../domain/memory.ts';
import { pageOf, readCursor } from '../../domain/page-cursor.ts';
import { keyHash } from '../../domain/text/hash.ts';
import type { ChainLink, ListQuery, MemoryStore } from '../../ports/memory-store.ts';
import { text } from '../sql/columns.ts';
import { linkOf } from '../sql/records.ts';
import type { Database, SqlRow } from './database.ts';
import { CURRENT, MEMORY_COLUMNS, memoryOf, tombstoneOf, VERSION_COLUMNS, versionOf } from './rows.ts';
import { filterCondition, joinTextsOf, viewCondition } from './visibility.ts';

type Reading = Pick<MemoryStore, 'get' | 'versions' | 'list' | 'facts' | 'chain' | 'summariesOf' | 'dump' | 'touch'> & {
  links(key_hash: string): readonly ChainLink[];
  /** Of each key the value that no newer one has superseded. */
  values(key_hashes: readonly string[]): ReadonlyMap<MemoryId, Memory>;
};

const LINK_COLUMNS = 'l.id, l.occurred_at, l.created_at, m.identity, m.valid_to, m.superseded_at, m.superseded_by';

/** Live at `now`: what the last sweep left, less what has fallen due since. */
export const liveCount = (database: Database, now: Instant): number =>
  database.number(`SELECT COALESCE(sum(total), 0) FROM tallies WHERE name IN ('episodic/live', 'semantic/live')`) -
  database.number(`SELECT count(*) FROM memories WHERE swept = 0 AND expires_at <= ? AND state = 'live'`, now);

export function createReading(database: Database, tombstone_columns: string): Reading {
  const memories = (rows: readonly SqlRow[]) => rows.map(memoryOf);

  return {
    async get(ids) {
      if (ids.length === 0) return new Map();
      const rows = database.rows(
        `SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      );
      return new Map(memories(rows).map((memory) => [memory.id, memory]));
    },

    async versions(id) {
      return versionsOf(database, [id]).get(id) ?? [];
    },

    async list({ filter, states, now, limit, after }) {
      const filtered = filterCondition(filter, null);
      const position = after === null ? null : readCursor(after, 2);
      if (after !== null && position === null) return { items: [], next: null };
      const rows = database.rows(
        `SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE ${filtered.sql} AND ${stateAt} IN (SELECT value FROM json_each(?))
          ${position === null ? '' : 'AND (m.created_at, m.id) < (?, ?)'} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
        ...filtered.parameters,
        now,
        JSON.stringify(states satisfies ListQuery['states']),
        ...(position ?? []),
        limit + 1,
      );
      return pageOf(memories(rows), limit, ({ created_at, id }) => [created_at, id]);
    },

    async facts(view, { limit, after }) {
      const seen = viewCondition(view);
      const position = after === null ? null : readCursor(after, 4);
      if (after !== null && position === null) return { items: [], next: null };
      const key = `(t.detail ->> '$.key')`;
      const rows = database.rows(
        `SELECT ${MEMORY_COLUMNS} FROM memories AS m ${joinTextsOf(view)} WHERE m.key_hash IS NOT NULL AND ${seen.sql}
          ${position === null ? '' : `AND (${key}, m.occurred_at, m.created_at, m.id) > (?, ?, ?, ?)`}
          ORDER BY ${key}, m.occurred_at, m.created_at, m.id LIMIT ?`,
        ...seen.parameters,
        ...(position ?? []),
        limit + 1,
      );
      return pageOf(memories(rows), limit, (fact) => [fact.key ?? '', fact.occurred_at, fact.created_at, fact.id]);
    },

    links(key_hash) {
      return database
        .rows(
          `SELECT ${LINK_COLUMNS} FROM links AS l LEFT JOIN memories AS m ON m.id = l.id WHERE l.key_hash = ? ORDER BY l.occurred_at, l.created_at, l.id`,
          key_hash,
        )
        .map(linkOf);
    },

    values(key_hashes) {
      if (key_hashes.length === 0) return new Map();
      const found = memories(
        database.rows(
          `SELECT ${MEMORY_COLUMNS} FROM json_each(?) AS asked JOIN links AS l ON l.key_hash = asked.value JOIN (${CURRENT}) ON m.id = l.id
            WHERE m.superseded_at IS NULL`,
          JSON.stringify(key_hashes),
        ),
      );
      return new Map(found.map((memory) => [memory.id, memory]));
    },

    async chain(key) {
      const links = this.links(keyHash(key));
      const found = await this.get(links.map(({ id }) => id));
      return links.map((link) => ({ link, memory: found.get(link.id) ?? null }));
    },

    async summariesOf(ids) {
      const rows = database.rows(
        `WITH RECURSIVE made(id) AS (
          SELECT s.summary_id FROM json_each(?) AS asked JOIN summary_sources AS s ON s.source_id = asked.value
          UNION SELECT s.summary_id FROM made JOIN summary_sources AS s ON s.source_id = made.id)
        SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.id IN (SELECT id FROM made) ORDER BY m.created_at, m.id`,
        JSON.stringify(ids),
      );
      return memories(rows);
    },

    async dump({ limit, after }) {
      const [phase, created_at, id] = after === null ? [0, Number.MIN_SAFE_INTEGER, ''] : (readCursor(after, 3) ?? [2, 0, '']);
      const found =
        phase === 0
          ? memories(
              database.rows(
                `SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE (m.created_at, m.id) > (?, ?) ORDER BY m.created_at, m.id LIMIT ?`,
                created_at ?? 0,
                id ?? '',
                limit + 1,
              ),
            )
          : [];
      const versions = versionsOf(
        database,
        found.map((memory) => memory.id),
      );
      const graves =
        phase === 2 || found.length > limit
          ? []
          : database
              .rows(
                `SELECT ${tombstone_columns} FROM tombstones AS b WHERE (b.created_at, b.id) > (?, ?) ORDER BY b.created_at, b.id LIMIT ?`,
                ...(phase === 1 ? [created_at ?? 0, id ?? ''] : [Number.MIN_SAFE_INTEGER, '']),
                limit + 1 - found.length,
              )
              .map(tombstoneOf);
      const items = [
        ...found.map((memory) => ({ memory, versions: versions.get(memory.id) ?? [] })),
        ...graves.map((tombstone) => ({ tombstone })),
      ];
      return pageOf(items, limit, (item) =>
        'memory' in item ? [0, item.memory.created_at, item.memory.id] : [1, item.tombstone.created_at, item.tombstone.id],
      );
    },

    async touch(ids, now) {
      database.rows(
        'UPDATE memories SET access_count = access_count + 1, last_accessed_at = ? WHERE id IN (SELECT value FROM json_each(?))',
        now,
        JSON.stringify(ids),
      );
    },
  };
}

/** The state at a moment (one parameter), whether swept or not. */
const stateAt = `CASE WHEN m.superseded_at IS NOT NULL THEN 'superseded' WHEN m.expires_at <= ? THEN 'expired' ELSE 'live' END`;

function versionsOf(database: Database, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, ReturnType<typeof versionOf>[]> {
  const found = new Map<MemoryId, ReturnType<typeof versionOf>[]>();
  if (ids.length === 0) return found;
  const rows = database.rows(
    `SELECT ${VERSION_COLUMNS} FROM memories AS m JOIN versions AS v ON v.memory_seq = m.seq JOIN texts AS t ON t.seq = v.seq
      WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.seq, v.version`,
    JSON.stringify(ids),
  );
  for (const row of rows) {
    const id = text(row, 'id');
    found.set(id, [...(found.get(id) ?? []), versionOf(row)]);
  }
  return found;
}
