import { type SQL, sql } from 'drizzle-orm';
import { type Position, pageOf, readPosition } from '../../domain/page-cursor.ts';
import { keyHash } from '../../domain/text/hash.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { linkOf } from '../sql/records.ts';
import { type Database, listOf } from './database.ts';
import { grouped, selectMemories } from './look-up.ts';
import { CURRENT, LINK_COLUMNS, MEMORY_COLUMNS, memoryOf, TOMBSTONE_COLUMNS, tombstoneOf, VERSION_COLUMNS, versionOf } from './rows.ts';
import { filterCondition, stateCondition, versionsOf, viewCondition } from './visibility.ts';

type Reading = Pick<MemoryStore, 'get' | 'versions' | 'list' | 'facts' | 'chain' | 'summariesOf' | 'dump' | 'touch'>;

const NO_ITEMS = { items: [], next: null } as const;
/** Before every position of creation order. */
const START: Position = [Number.MIN_SAFE_INTEGER, ''];

export function createReading(database: Database): Reading {
  const { namespace } = database;
  const memories = async (statement: SQL) => ((await database.read(statement))[0] ?? []).map(memoryOf);

  return {
    async get(ids) {
      if (ids.length === 0) return new Map();
      const found = await memories(selectMemories(namespace, ids));
      return new Map(found.map((memory) => [memory.id, memory]));
    },

    async versions(id) {
      const [rows = []] = await database.read(
        sql`SELECT ${VERSION_COLUMNS} FROM hindsight.versions AS v WHERE v.namespace = ${namespace} AND v.memory_id = ${id} ORDER BY v.version`,
      );
      return rows.map(versionOf);
    },

    async list({ filter, states, now, limit, after }) {
      const position = after === null ? null : readPosition(after, 'integer', 'text');
      if (after !== null && position === null) return NO_ITEMS;
      const found = await memories(
        sql`SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.namespace = ${namespace} AND ${filterCondition(filter, null)}
          AND ${stateCondition(states, now)}
          ${position === null ? sql`` : sql`AND (m.created_at, m.id) < (${place(position)})`}
          ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit + 1}`,
      );
      return pageOf(found, limit, ({ created_at, id }) => [created_at, id]);
    },

    async facts(view, { limit, after }) {
      const position = after === null ? null : readPosition(after, 'text', 'integer', 'integer', 'text');
      if (after !== null && position === null) return NO_ITEMS;
      const found = await memories(
        sql`SELECT ${MEMORY_COLUMNS} FROM hindsight.memories AS m ${versionsOf(view)}
          WHERE m.namespace = ${namespace} AND m.key IS NOT NULL AND ${viewCondition(view)}
          ${position === null ? sql`` : sql`AND (m.key, m.occurred_at, m.created_at, m.id) > (${place(position)})`}
          ORDER BY m.key, m.occurred_at, m.created_at, m.id LIMIT ${limit + 1}`,
      );
      return pageOf(found, limit, (fact) => [fact.key ?? '', fact.occurred_at, fact.created_at, fact.id]);
    },

    async chain(key) {
      // The link's columns come last and win: a place without a memory keeps its own.
      const [rows = []] = await database.read(
        sql`SELECT ${MEMORY_COLUMNS}, ${LINK_COLUMNS} FROM hindsight.links AS l LEFT JOIN (${CURRENT}) ON m.namespace = l.namespace AND m.id = l.id
          WHERE l.namespace = ${namespace} AND l.key_hash = ${keyHash(key)} ORDER BY l.occurred_at, l.created_at, l.id`,
      );
      return rows.map((row) => {
        const link = linkOf(row);
        return { link, memory: link.forgotten ? null : memoryOf(row) };
      });
    },

    async summariesOf(ids) {
      if (ids.length === 0) return [];
      return memories(
        sql`WITH RECURSIVE made(id) AS (
            SELECT s.summary_id FROM hindsight.summary_sources AS s WHERE s.namespace = ${namespace} AND s.source_id = ANY(${listOf(ids)})
            UNION SELECT s.summary_id FROM made JOIN hindsight.summary_sources AS s ON s.namespace = ${namespace} AND s.source_id = made.id)
          SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.namespace = ${namespace} AND m.id IN (SELECT id FROM made) ORDER BY m.created_at, m.id`,
      );
    },

    async dump({ limit, after }) {
      const [phase, ...position] = after === null ? [0, ...START] : (readPosition(after, 'integer', 'integer', 'text') ?? []);
      if (phase !== 0 && phase !== 1) return NO_ITEMS;
      const after_memory = phase === 0 ? place(position) : null;
      const page = sql`SELECT m.id FROM hindsight.memories AS m WHERE m.namespace = ${namespace} AND (m.created_at, m.id) > (${after_memory ?? place(START)})
        AND ${after_memory !== null} ORDER BY m.created_at, m.id LIMIT ${limit + 1}`;
      const [rows = [], wordings = [], buried = []] = await database.read(
        sql`SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.namespace = ${namespace} AND m.id IN (${page}) ORDER BY m.created_at, m.id`,
        sql`SELECT ${VERSION_COLUMNS} FROM hindsight.versions AS v WHERE v.namespace = ${namespace} AND v.memory_id IN (${page}) ORDER BY v.version`,
        sql`SELECT ${TOMBSTONE_COLUMNS} FROM hindsight.tombstones AS b
          WHERE b.namespace = ${namespace} AND (b.created_at, b.id) > (${place(phase === 1 ? position : START)}) ORDER BY b.created_at, b.id LIMIT ${limit + 1}`,
      );
      const versions = grouped(wordings, 'memory_id', versionOf);
      const items = [
        ...rows.map(memoryOf).map((memory) => ({ memory, versions: versions.get(memory.id) ?? [] })),
        ...buried.map((row) => ({ tombstone: tombstoneOf(row) })),
      ];
      return pageOf(items, limit, (item) =>
        'memory' in item ? [0, item.memory.created_at, item.memory.id] : [1, item.tombstone.created_at, item.tombstone.id],
      );
    },

    async touch(ids, now) {
      if (ids.length === 0) return;
      await database.write(
        sql`UPDATE hindsight.memories SET access_count = access_count + 1, last_accessed_at = ${now}
          WHERE namespace = ${namespace} AND id = ANY(${listOf(ids)})`,
      );
    },
  };
}

/** A cursor's parts as parameters: their types come from the columns beside them. */
const place = (position: Position): SQL =>
  sql.join(
    position.map((part) => sql`${part}`),
    sql`, `,
  );
