import pg from 'pg';

const SYSTEM = `('pg_catalog', 'information_schema')`;
/** A test beside this one may be doing the same: the catalogue then refuses one of the two. */
const ANALYZE_ATTEMPTS_MAX = 10;

/** Every row of every table of ours, by table; and what Postgres itself has kept of their columns (pg_stats). Of one namespace where one is named. */
export async function postgresDump(url: string, namespace: string | null = null): Promise<Readonly<Record<string, string>>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string; scoped: boolean }>(
      `SELECT n.nspname AS schema, c.relname AS name,
        EXISTS (SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'namespace' AND NOT a.attisdropped) AS scoped
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ${SYSTEM} AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1, 2`,
    );
    const dump: Record<string, string> = {};
    for (const { schema, name, scoped } of tables) {
      if (namespace !== null && !scoped) continue;
      const { rows } = await client.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} AS t
          ${namespace === null ? '' : 'WHERE t.namespace = $1'}`,
        namespace === null ? [] : [namespace],
      );
      dump[name] = rows.map(({ row }) => row).join('\n');
    }
    if (namespace === null) dump.pg_stats = await statisticsOf(client);
    return dump;
  });
}

const statisticsOf = async (client: pg.Client): Promise<string> =>
  (
    await client.query<{ row: string }>(
      `SELECT row_to_json(s)::text AS row FROM pg_stats AS s WHERE s.schemaname NOT IN ${SYSTEM} ORDER BY s.tablename, s.attname`,
    )
  ).rows
    .map(({ row }) => row)
    .join('\n');

/** Has Postgres look at all tables now, as it does by itself now and then. */
export async function analyze(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        await client.query('ANALYZE');
        return;
      } catch (error) {
        if (attempt === ANALYZE_ATTEMPTS_MAX || !String(error).includes('concurrently')) throw error;
      }
  });
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
