import { sql } from 'drizzle-orm';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { statementsOf } from './changes.ts';
import type { Database } from './database.ts';
import { STORE_NAME } from './failures.ts';
import { lookUp } from './look-up.ts';
import { createOutbox } from './outbox.ts';
import { createReading } from './reading.ts';
import { createUpkeep } from './upkeep.ts';

/** Every method is one request. */
export function createNeonMemoryStore(database: Database, retention_days: number): MemoryStore {
  const { namespace } = database;
  return {
    name: STORE_NAME,
    ...createReading(database),
    ...createOutbox(database),
    ...createUpkeep(database, retention_days),

    lookUp: (lookup, now) => lookUp(database, lookup, now),

    async commit(changes, guard) {
      const statements = statementsOf(namespace, changes);
      if (guard !== null) return database.writeGuarded(guard, statements);
      await database.write(...statements);
      return 'committed';
    },

    async ping() {
      const [rows] = await database.read(sql`SELECT count(*) AS total FROM hindsight.namespaces WHERE namespace = ${namespace}`);
      return rows?.length === 1;
    },
  };
}
