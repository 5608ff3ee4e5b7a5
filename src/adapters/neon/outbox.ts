import { type SQL, sql } from 'drizzle-orm';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { integer, oneOf, text } from '../sql/columns.ts';
import { type Database, listOf } from './database.ts';

const KINDS = ['index', 'remove'] as const;

/** The newest wish for a memory replaces the older one, and is due at once. */
export const enqueue = (namespace: Namespace, ids: readonly MemoryId[], kind: (typeof KINDS)[number]): SQL =>
  sql`INSERT INTO hindsight.outbox(namespace, memory_id, kind)
    SELECT ${namespace}, q.id, ${kind} FROM unnest(${listOf([...new Set(ids)])}) WITH ORDINALITY AS q(id, place) ORDER BY q.place
    ON CONFLICT (namespace, memory_id) DO UPDATE SET kind = excluded.kind, attempts = 0, retry_at = 0`;

type Outbox = Pick<MemoryStore, 'pending' | 'settle' | 'settleRemoved' | 'defer' | 'enqueueStale'>;

export function createOutbox(database: Database): Outbox {
  const { namespace } = database;

  return {
    async pending(limit, now) {
      const [rows = []] = await database.read(
        sql`SELECT memory_id, kind FROM hindsight.outbox WHERE namespace = ${namespace} AND retry_at <= ${now} ORDER BY seq LIMIT ${limit}`,
      );
      const work = rows.map((row) => ({ id: text(row, 'memory_id'), kind: oneOf(row, 'kind', KINDS) }));
      const ids = (wanted: (typeof KINDS)[number]) => work.filter(({ kind }) => kind === wanted).map(({ id }) => id);
      return { index: ids('index'), remove: ids('remove') };
    },

    async settle(ids, generation) {
      if (ids.length === 0) return;
      const list = listOf(ids);
      const here = sql`(SELECT m.id FROM hindsight.memories AS m WHERE m.namespace = ${namespace} AND m.id = ANY(${list}) AND NOT m.swept)`;
      await database.write(
        sql`UPDATE hindsight.memories SET generation = ${generation}, skipped = ${generation === null}
          WHERE namespace = ${namespace} AND id = ANY(${list}) AND NOT swept`,
        sql`DELETE FROM hindsight.outbox WHERE namespace = ${namespace} AND kind = 'index' AND memory_id IN ${here}`,
        // Forgotten or expired while its vector was being made: that vector must go again.
        ...(generation === null
          ? []
          : [
              sql`INSERT INTO hindsight.outbox(namespace, memory_id, kind)
                SELECT DISTINCT ${namespace}, q.id, 'remove' FROM unnest(${list}) AS q(id) WHERE q.id NOT IN ${here}
                ON CONFLICT (namespace, memory_id) DO UPDATE SET kind = excluded.kind, attempts = 0, retry_at = 0`,
            ]),
      );
    },

    async settleRemoved(ids) {
      if (ids.length === 0) return;
      await database.write(
        sql`DELETE FROM hindsight.outbox WHERE namespace = ${namespace} AND kind = 'remove' AND memory_id = ANY(${listOf(ids)})`,
      );
    },

    async defer(ids, retry_at) {
      if (ids.length === 0) return;
      await database.write(
        sql`UPDATE hindsight.outbox SET attempts = attempts + 1, retry_at = ${retry_at}
          WHERE namespace = ${namespace} AND memory_id = ANY(${listOf(ids)})`,
      );
    },

    async enqueueStale(generation) {
      const found = await database.write(
        sql`WITH wanted AS (
            UPDATE hindsight.namespaces SET target_generation = ${generation}
              WHERE namespace = ${namespace} AND target_generation IS DISTINCT FROM ${generation} RETURNING namespace)
          UPDATE hindsight.memories AS m SET skipped = false FROM wanted WHERE m.namespace = ${namespace} AND m.skipped`,
        sql`WITH queued AS (
            INSERT INTO hindsight.outbox(namespace, memory_id, kind)
              SELECT namespace, id, 'index' FROM hindsight.memories
                WHERE namespace = ${namespace} AND NOT swept AND generation IS DISTINCT FROM ${generation} AND NOT skipped ORDER BY created_at, id
              ON CONFLICT (namespace, memory_id) DO NOTHING RETURNING seq)
          SELECT count(*) AS total FROM queued`,
      );
      const row = found[1]?.[0];
      return row === undefined ? 0 : integer(row, 'total');
    },
  };
}
