import { DAY_MS, HOUR_MS, type Instant } from '../../domain/instant.ts';
import { type LAYERS, STATES, type State } from '../../domain/memory.ts';
import type { MemoryStore, StoreCounts } from '../../ports/memory-store.ts';
import { integer, text } from '../sql/columns.ts';
import { removeMemory } from './changes.ts';
import type { Database } from './database.ts';
import { withdrawAllWords } from './lexicon.ts';
import { enqueue } from './outbox.ts';
import { liveCount } from './reading.ts';
import { clearFreed, copyTexts, rebuildTexts } from './rebuild.ts';
import { purgeReplies } from './replies.ts';
import { markLog } from './texts.ts';
import { scrubLog } from './write-ahead-log.ts';

type Upkeep = Pick<MemoryStore, 'counts' | 'expire' | 'purge' | 'nextDue' | 'erase'>;

/** Everything but the ledger, whose counters never go back; `texts` and the lexicon are handled apart. */
const EMPTIED = [
  'memories',
  'versions',
  'memory_tags',
  'links',
  'summary_sources',
  'tombstones',
  'tombstone_hashes',
  'replies',
  'reply_memories',
  'outbox',
];

export function createUpkeep(database: Database, retention_days: number): Upkeep {
  return {
    async counts(now, generation): Promise<StoreCounts> {
      const tallies = new Map(database.rows('SELECT name, total FROM tallies').map((row) => [text(row, 'name'), integer(row, 'total')]));
      const due = new Map(
        database
          .rows(`SELECT layer, count(*) AS total FROM memories WHERE swept = 0 AND expires_at <= ? AND state = 'live' GROUP BY layer`, now)
          .map((row) => [text(row, 'layer'), integer(row, 'total')]),
      );
      const count = (layer: (typeof LAYERS)[number]): Record<State, number> => {
        const [live, expired, superseded, forgotten] = STATES.map((state) => tallies.get(`${layer}/${state}`) ?? 0);
        const fallen = due.get(layer) ?? 0;
        return { live: (live ?? 0) - fallen, expired: (expired ?? 0) + fallen, superseded: superseded ?? 0, forgotten: forgotten ?? 0 };
      };
      const searchable =
        (tallies.get('unswept') ?? 0) - database.number('SELECT count(*) FROM memories WHERE swept = 0 AND expires_at <= ?', now);
      const wanted = (name: string) => (generation === null ? name.startsWith('generation/') : name === `generation/${generation}`);
      const embedded =
        [...tallies].reduce((sum, [name, total]) => sum + (wanted(name) ? total : 0), 0) -
        database.number(
          'SELECT count(*) FROM memories WHERE swept = 0 AND expires_at <= ?1 AND generation IS NOT NULL AND (?2 IS NULL OR generation = ?2)',
          now,
          generation,
        );
      const edge = (order: 'ASC' | 'DESC'): Instant | null => {
        const row = database.row(
          `SELECT occurred_at FROM memories WHERE state = 'live' AND (expires_at IS NULL OR expires_at > ?) ORDER BY occurred_at ${order} LIMIT 1`,
          now,
        );
        return row === null ? null : integer(row, 'occurred_at');
      };
      return {
        counts: { episodic: count('episodic'), semantic: count('semantic') },
        unembedded: searchable - embedded,
        pending: database.number('SELECT count(*) FROM outbox'),
        oldest: liveCount(database, now) === 0 ? null : edge('ASC'),
        newest: liveCount(database, now) === 0 ? null : edge('DESC'),
      };
    },

    async expire(now, limit) {
      return database.transaction(() => {
        const due = database
          .rows('SELECT id FROM memories WHERE swept = 0 AND expires_at <= ? ORDER BY expires_at, id LIMIT ?', now, limit)
          .map((row) => text(row, 'id'));
        if (due.length === 0) return due;
        database.rows(
          `UPDATE memories SET swept = 1, swept_at = ?, generation = NULL, state = CASE WHEN state = 'live' THEN 'expired' ELSE state END
            WHERE id IN (SELECT value FROM json_each(?))`,
          now,
          JSON.stringify(due),
        );
        enqueue(database, due, 'remove');
        return due;
      });
    },

    async purge(now, swept_before, limit) {
      const gone = database.transaction(() => {
        purgeReplies(database, now, limit);
        const over = database.rows('SELECT seq, id FROM memories WHERE swept_at <= ? ORDER BY swept_at LIMIT ?', swept_before, limit);
        for (const row of over) removeMemory(database, integer(row, 'seq'), text(row, 'id'));
        if (over.length > 0) {
          markLog(database);
          database.rows('UPDATE ledger SET revision = revision + 1');
        }
        return over.length;
      });
      await rebuildTexts(database);
      await scrubLog(database);
      return gone;
    },

    async nextDue(now) {
      if (database.number('SELECT log_dirty FROM ledger') === 1) return now;
      // What is only cleaned up, not hidden, may wait for the full hour: many go in one sweep, and the log is scrubbed once.
      const wholeHour = (moment: Instant | null): Instant | null => (moment === null ? null : Math.ceil(moment / HOUR_MS) * HOUR_MS);
      const earliest = (statement: string): Instant | null => {
        const row = database.row(statement);
        return row === null || row.moment === null ? null : integer(row, 'moment');
      };
      const over = earliest('SELECT min(swept_at) AS moment FROM memories');
      const moments = [
        earliest('SELECT min(expires_at) AS moment FROM memories WHERE swept = 0'),
        wholeHour(over === null ? null : over + retention_days * DAY_MS),
        wholeHour(earliest('SELECT min(expires_at) AS moment FROM replies')),
        earliest('SELECT min(retry_at) AS moment FROM outbox'),
      ].filter((moment) => moment !== null);
      return moments.length === 0 ? null : Math.max(now, Math.min(...moments));
    },

    async erase() {
      const counted = database.transaction(() => {
        const memories = database.number('SELECT count(*) FROM memories');
        const tombstones = database.number('SELECT count(*) FROM tombstones');
        for (const table of EMPTIED) database.rows(`DELETE FROM ${table}`);
        withdrawAllWords(database);
        copyTexts(database);
        database.rows('UPDATE ledger SET revision = revision + 1');
        return { memories, tombstones };
      });
      await clearFreed(database);
      return counted;
    },
  };
}
