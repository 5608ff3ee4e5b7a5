import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { oneOf, text } from '../sql/columns.ts';
import type { Database } from './database.ts';

const KINDS = ['index', 'remove'] as const;

/** The newest wish for a memory replaces the older one, and is due at once. */
export function enqueue(database: Database, ids: readonly MemoryId[], kind: (typeof KINDS)[number]): void {
  if (ids.length === 0) return;
  database.rows(
    `INSERT INTO outbox(memory_id, kind) SELECT value, ? FROM json_each(?) WHERE TRUE
      ON CONFLICT (memory_id) DO UPDATE SET kind = excluded.kind, attempts = 0, retry_at = 0`,
    kind,
    JSON.stringify(ids),
  );
}

type Outbox = Pick<MemoryStore, 'pending' | 'settle' | 'settleRemoved' | 'defer' | 'enqueueStale'>;

export function createOutbox(database: Database): Outbox {
  const drop = (ids: readonly MemoryId[], kind: (typeof KINDS)[number]) =>
    database.rows('DELETE FROM outbox WHERE kind = ? AND memory_id IN (SELECT value FROM json_each(?))', kind, JSON.stringify(ids));

  return {
    async pending(limit, now) {
      const work = database
        .rows('SELECT memory_id, kind FROM outbox WHERE retry_at <= ? ORDER BY seq LIMIT ?', now, limit)
        .map((row) => ({ id: text(row, 'memory_id'), kind: oneOf(row, 'kind', KINDS) }));
      const ids = (wanted: (typeof KINDS)[number]) => work.filter(({ kind }) => kind === wanted).map(({ id }) => id);
      return { index: ids('index'), remove: ids('remove') };
    },

    async settle(ids, generation) {
      database.transaction(() => {
        const list = JSON.stringify(ids);
        const here = database
          .rows(
            // The plus keeps an index on swept out of it: nearly every record has that value.
            `UPDATE memories SET generation = ?, skipped = ? WHERE +swept = 0 AND id IN (SELECT value FROM json_each(?)) RETURNING id`,
            generation,
            generation === null ? 1 : 0,
            list,
          )
          .map((row) => text(row, 'id'));
        drop(here, 'index');
        // Forgotten or expired while its vector was being made: that vector must go again.
        if (generation !== null && here.length < ids.length)
          enqueue(
            database,
            ids.filter((id) => !here.includes(id)),
            'remove',
          );
      });
    },

    async settleRemoved(ids) {
      drop(ids, 'remove');
    },

    async defer(ids, retry_at: Instant) {
      database.rows(
        'UPDATE outbox SET attempts = attempts + 1, retry_at = ? WHERE memory_id IN (SELECT value FROM json_each(?))',
        retry_at,
        JSON.stringify(ids),
      );
    },

    async enqueueStale(generation) {
      return database.transaction(() => {
        const changed = database.rows(
          'UPDATE ledger SET target_generation = ? WHERE target_generation IS NOT ? RETURNING id',
          generation,
          generation,
        );
        if (changed.length > 0) database.rows('UPDATE memories SET skipped = 0 WHERE skipped = 1');
        return database.rows(
          // As ranges, because an index knows those: what is up to date is not looked at.
          `INSERT INTO outbox(memory_id, kind) SELECT id, 'index' FROM memories
            WHERE ((swept = 0 AND generation IS NULL) OR (swept = 0 AND generation < ?1) OR (swept = 0 AND generation > ?1)) AND skipped = 0
            ORDER BY seq ON CONFLICT (memory_id) DO NOTHING RETURNING seq`,
          generation,
        ).length;
      });
    },
  };
}
