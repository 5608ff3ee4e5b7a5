import { sql } from 'drizzle-orm';
import type { Namespace } from '../../domain/memory.ts';
import { integer, text } from '../sql/columns.ts';
import { Database, onlyRow, Postgres } from './database.ts';

/** Queues every searchable memory for its vectors, whatever the index held before; how many. The scheduled repair does the rest. */
export async function queueReindex(database_url: string, namespace: Namespace): Promise<number> {
  const [, rows] = await new Database(database_url, namespace).write(
    sql`UPDATE hindsight.memories SET generation = NULL, skipped = false WHERE namespace = ${namespace} AND NOT swept`,
    sql`WITH queued AS (
        INSERT INTO hindsight.outbox(namespace, memory_id, kind)
          SELECT namespace, id, 'index' FROM hindsight.memories WHERE namespace = ${namespace} AND NOT swept ORDER BY created_at, id
          ON CONFLICT (namespace, memory_id) DO UPDATE SET attempts = 0, retry_at = 0 RETURNING seq)
      SELECT count(*) AS total FROM queued`,
  );
  return integer(onlyRow(rows), 'total');
}

export async function allNamespaces(database_url: string): Promise<readonly Namespace[]> {
  const [rows = []] = await new Postgres(database_url).read(sql`SELECT namespace FROM hindsight.namespaces ORDER BY namespace`);
  return rows.map((row) => text(row, 'namespace'));
}
