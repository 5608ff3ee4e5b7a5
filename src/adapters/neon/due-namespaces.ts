import { sql } from 'drizzle-orm';
import type { Instant } from '../../domain/instant.ts';
import type { Namespace } from '../../domain/memory.ts';
import { text } from '../sql/columns.ts';
import { Postgres } from './database.ts';

export interface DueQuery {
  readonly now: Instant;
  /** What was swept by then has outlived its retention. */
  readonly swept_before: Instant;
  readonly limit: number;
  /** The last namespace of the page before; null from the start. */
  readonly after: Namespace | null;
}

/** Namespaces in which `expire`, `purge` or the outbox has something to do, in order: the list that a scheduled job works off. One request. */
export async function dueNamespaces(database_url: string, { now, swept_before, limit, after }: DueQuery): Promise<readonly Namespace[]> {
  const [rows = []] = await new Postgres(database_url).read(
    sql`SELECT n.namespace FROM hindsight.namespaces AS n
      WHERE n.namespace > ${after ?? ''} AND (
        EXISTS (SELECT 1 FROM hindsight.memories AS m WHERE m.namespace = n.namespace AND NOT m.swept AND m.expires_at <= ${now})
        OR EXISTS (SELECT 1 FROM hindsight.memories AS m WHERE m.namespace = n.namespace AND m.swept_at <= ${swept_before})
        OR EXISTS (SELECT 1 FROM hindsight.outbox AS o WHERE o.namespace = n.namespace AND o.retry_at <= ${now})
        OR EXISTS (SELECT 1 FROM hindsight.replies AS k WHERE k.namespace = n.namespace AND k.expires_at <= ${now}))
      ORDER BY n.namespace LIMIT ${limit}`,
  );
  return rows.map((row) => text(row, 'namespace'));
}
