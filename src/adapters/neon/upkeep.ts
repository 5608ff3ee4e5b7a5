import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, type Instant } from '../../domain/instant.ts';
import { type LAYERS, STATES, type State } from '../../domain/memory.ts';
import type { MemoryStore, StoreCounts } from '../../ports/memory-store.ts';
import { integer, orNull, type SqlRow, text } from '../sql/columns.ts';
import { type Database, onlyRow } from './database.ts';
import { removalOf } from './forgetting.ts';
import { purgeReplies } from './replies.ts';

type Upkeep = Pick<MemoryStore, 'counts' | 'expire' | 'purge' | 'nextDue' | 'erase'>;

/**
 * Everything but `namespaces`, whose revision never goes back. The vocabulary goes before the words that would be counted out of it one by one; the
 * tallies go last, because triggers leave each as a zero.
 */
const EMPTIED = [
  'vocabulary',
  'lexicon',
  'versions',
  'memory_tags',
  'links',
  'summary_sources',
  'tombstone_hashes',
  'replies',
  'reply_memories',
  'outbox',
  'tallies',
] as const;

export function createUpkeep(database: Database, retention_days: number): Upkeep {
  const { namespace } = database;
  const due = (now: Instant): SQL => sql`m.namespace = ${namespace} AND NOT m.swept AND m.expires_at <= ${now}`;
  const live = (now: Instant): SQL =>
    sql`m.namespace = ${namespace} AND m.state = 'live' AND (m.expires_at IS NULL OR m.expires_at > ${now})`;
  const edge = (now: Instant, order: 'ASC' | 'DESC'): SQL =>
    sql`(SELECT m.occurred_at FROM hindsight.memories AS m WHERE ${live(now)} ORDER BY m.occurred_at ${sql.raw(order)} LIMIT 1)`;

  return {
    async counts(now, generation): Promise<StoreCounts> {
      const [tallied = [], fallen = [], rest] = await database.read(
        sql`SELECT name, total FROM hindsight.tallies WHERE namespace = ${namespace}`,
        sql`SELECT m.layer, count(*) FILTER (WHERE m.state = 'live') AS live, count(*) AS total,
            count(*) FILTER (WHERE m.generation IS NOT NULL AND ${generation === null ? sql`TRUE` : sql`m.generation = ${generation}`}) AS embedded
          FROM hindsight.memories AS m WHERE ${due(now)} GROUP BY m.layer`,
        sql`SELECT (SELECT count(*) FROM hindsight.outbox WHERE namespace = ${namespace}) AS pending,
          ${edge(now, 'ASC')} AS oldest, ${edge(now, 'DESC')} AS newest`,
      );
      const tallies = new Map(tallied.map((row) => [text(row, 'name'), integer(row, 'total')]));
      const sum = (rows: readonly SqlRow[], column: string) => rows.reduce((total, row) => total + integer(row, column), 0);
      const count = (layer: (typeof LAYERS)[number]): Record<State, number> => {
        const [living = 0, expired = 0, superseded = 0, forgotten = 0] = STATES.map((state) => tallies.get(`${layer}/${state}`) ?? 0);
        const since = sum(
          fallen.filter((row) => row.layer === layer),
          'live',
        );
        return { live: living - since, expired: expired + since, superseded, forgotten };
      };
      const wanted = (name: string) => (generation === null ? name.startsWith('generation/') : name === `generation/${generation}`);
      const embedded = [...tallies].reduce((total, [name, held]) => total + (wanted(name) ? held : 0), 0) - sum(fallen, 'embedded');
      const row = onlyRow(rest);
      return {
        counts: { episodic: count('episodic'), semantic: count('semantic') },
        unembedded: (tallies.get('unswept') ?? 0) - sum(fallen, 'total') - embedded,
        pending: integer(row, 'pending'),
        oldest: orNull(row, 'oldest', integer),
        newest: orNull(row, 'newest', integer),
      };
    },

    async expire(now, limit) {
      const [moved = []] = await database.write(
        sql`WITH due AS (SELECT m.id, m.expires_at FROM hindsight.memories AS m WHERE ${due(now)} ORDER BY m.expires_at, m.id LIMIT ${limit}),
          moved AS (
            UPDATE hindsight.memories AS m SET swept = true, swept_at = ${now}, generation = NULL, state = CASE WHEN m.state = 'live' THEN 'expired' ELSE m.state END
              FROM due WHERE m.namespace = ${namespace} AND m.id = due.id),
          queued AS (
            INSERT INTO hindsight.outbox(namespace, memory_id, kind) SELECT ${namespace}, id, 'remove' FROM due ORDER BY expires_at, id
              ON CONFLICT (namespace, memory_id) DO UPDATE SET kind = excluded.kind, attempts = 0, retry_at = 0)
          SELECT id FROM due ORDER BY expires_at, id`,
      );
      return moved.map((row) => text(row, 'id'));
    },

    async purge(now, swept_before, limit) {
      const [, rows] = await database.write(
        purgeReplies(namespace, now, limit),
        sql`WITH over AS MATERIALIZED (
            SELECT id FROM hindsight.memories WHERE namespace = ${namespace} AND swept_at <= ${swept_before}
              ORDER BY swept_at, id LIMIT ${limit}),
          ${removalOf(namespace, sql`ARRAY(SELECT id FROM over)`)},
          outdated AS (
            UPDATE hindsight.namespaces SET revision = revision + 1 WHERE namespace = ${namespace} AND EXISTS (SELECT 1 FROM over))
          SELECT count(*) AS total FROM removed`,
      );
      return integer(onlyRow(rows), 'total');
    },

    async nextDue(now) {
      const [rows] = await database.read(
        sql`SELECT (SELECT min(expires_at) FROM hindsight.memories WHERE namespace = ${namespace} AND NOT swept) AS expiry,
          (SELECT min(swept_at) FROM hindsight.memories WHERE namespace = ${namespace}) AS expired,
          (SELECT min(expires_at) FROM hindsight.replies WHERE namespace = ${namespace}) AS reply,
          (SELECT min(retry_at) FROM hindsight.outbox WHERE namespace = ${namespace}) AS retry`,
      );
      const row = onlyRow(rows);
      // What is only cleaned up, not hidden, may wait for the full hour: many go in one sweep.
      const wholeHour = (moment: Instant | null): Instant | null => (moment === null ? null : Math.ceil(moment / HOUR_MS) * HOUR_MS);
      const over = orNull(row, 'expired', integer);
      const moments = [
        orNull(row, 'expiry', integer),
        wholeHour(over === null ? null : over + retention_days * DAY_MS),
        wholeHour(orNull(row, 'reply', integer)),
        orNull(row, 'retry', integer),
      ].filter((moment) => moment !== null);
      return moments.length === 0 ? null : Math.max(now, Math.min(...moments));
    },

    async erase() {
      const [memories, tombstones] = await database.write(
        sql`WITH gone AS (DELETE FROM hindsight.memories WHERE namespace = ${namespace} RETURNING id) SELECT count(*) AS total FROM gone`,
        sql`WITH gone AS (DELETE FROM hindsight.tombstones WHERE namespace = ${namespace} RETURNING id) SELECT count(*) AS total FROM gone`,
        ...EMPTIED.map((table) => sql`DELETE FROM ${sql.raw(`hindsight.${table}`)} WHERE namespace = ${namespace}`),
        sql`UPDATE hindsight.namespaces SET revision = revision + 1 WHERE namespace = ${namespace}`,
      );
      return { memories: integer(onlyRow(memories), 'total'), tombstones: integer(onlyRow(tombstones), 'total') };
    },
  };
}
