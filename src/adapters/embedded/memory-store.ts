import { keyHash } from '../../domain/text/hash.ts';
import type { ChainLink, MemoryStore, WriteContext } from '../../ports/memory-store.ts';
import { text } from '../sql/columns.ts';
import { applyChanges } from './changes.ts';
import { type Database, STORE_NAME } from './database.ts';
import { createOutbox } from './outbox.ts';
import { createReading, liveCount } from './reading.ts';
import { readReplies } from './replies.ts';
import { CURRENT, MEMORY_COLUMNS, memoryOf, tombstoneOf } from './rows.ts';
import { createUpkeep } from './upkeep.ts';
import { scrubLog } from './write-ahead-log.ts';

const TOMBSTONE_COLUMNS = `b.id, b.layer, b.key_hash, b.occurred_at, b.created_at, b.forgotten_at,
  (SELECT json_group_array(h.content_hash ORDER BY h.content_hash) FROM tombstone_hashes AS h WHERE h.id = b.id) AS content_hashes`;

export function createEmbeddedMemoryStore(database: Database, retention_days: number): MemoryStore {
  const reading = createReading(database, TOMBSTONE_COLUMNS);
  return {
    name: STORE_NAME,
    ...reading,
    ...createOutbox(database),
    ...createUpkeep(database, retention_days),

    async lookUp(lookup, now): Promise<WriteContext> {
      const tombstones_by_hash = new Map<string, ReturnType<typeof tombstoneOf>[]>();
      if (lookup.content_hashes.length > 0) {
        const found = database.rows(
          `SELECT f.content_hash, ${TOMBSTONE_COLUMNS} FROM json_each(?) AS asked JOIN tombstone_hashes AS f ON f.content_hash = asked.value
            JOIN tombstones AS b ON b.id = f.id ORDER BY b.created_at, b.id`,
          JSON.stringify([...new Set(lookup.content_hashes)]),
        );
        for (const row of found) {
          const hash = text(row, 'content_hash');
          tombstones_by_hash.set(hash, [...(tombstones_by_hash.get(hash) ?? []), tombstoneOf(row)]);
        }
      }
      return {
        guard: String(database.number('SELECT revision FROM ledger')),
        by_identity: new Map(
          lookup.identities.length === 0
            ? []
            : database
                .rows(
                  `SELECT m.identity, ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.identity IN (SELECT value FROM json_each(?)) ORDER BY m.created_at, m.id`,
                  JSON.stringify(lookup.identities),
                )
                .map((row) => [text(row, 'identity'), memoryOf(row)]),
        ),
        chains: new Map<string, readonly ChainLink[]>(lookup.keys.map((key) => [key, reading.links(keyHash(key))])),
        tombstones_by_hash,
        tombstones_by_id: new Map(
          lookup.ids.length === 0
            ? []
            : database
                .rows(
                  `SELECT ${TOMBSTONE_COLUMNS} FROM tombstones AS b WHERE b.id IN (SELECT value FROM json_each(?))`,
                  JSON.stringify(lookup.ids),
                )
                .map((row) => [text(row, 'id'), tombstoneOf(row)]),
        ),
        replies: readReplies(database, lookup.idempotency_keys, now),
        by_id: new Map([...(await reading.get(lookup.ids)), ...reading.values(lookup.keys.map(keyHash))]),
        live: liveCount(database, now),
      };
    },

    async commit(changes, guard) {
      const outcome = database.transaction(() => {
        if (guard !== null && guard !== String(database.number('SELECT revision FROM ledger'))) return 'conflict';
        const before_bytes = database.unsynced_bytes;
        applyChanges(database, changes);
        database.rows(
          'UPDATE ledger SET revision = revision + 1, largest_commit_bytes = max(largest_commit_bytes, ?)',
          database.unsynced_bytes - before_bytes,
        );
        return 'committed';
      });
      if (outcome === 'committed' && changes.some(({ type }) => type === 'forget')) await scrubLog(database);
      else await database.syncWhenLong();
      return outcome;
    },

    async ping() {
      return database.number('SELECT count(*) FROM ledger') === 1;
    },
  };
}
