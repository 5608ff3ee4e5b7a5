/**
 * A development tool: speaks Neon's SQL over HTTP and passes it on to any Postgres, so that the serverless stores run on one machine. It keeps
 * Neon's habits: one statement a query, one transaction a batch, no session state between requests, text in and out.
 * `node scripts/bridges/neon-bridge.ts` reads POSTGRES_URL, HOST and PORT.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import pg from 'pg';

/** As hosted. */
const BODY_BYTES_MAX = 64 * 1_048_576;
/** Longer than a client keeps an idle connection: else one is closed just when a request comes, which looks like an outage. */
const KEEP_ALIVE_MS = 300_000;
const CONNECTIONS_MAX = 16;
const ISOLATION_LEVELS: Readonly<Record<string, string>> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};
const ERROR_FIELDS = [
  ...['severity', 'code', 'detail', 'hint', 'position', 'internalPosition', 'internalQuery', 'where', 'schema', 'table', 'column'],
  ...['dataType', 'constraint', 'file', 'line', 'routine'],
] as const;
const AS_TEXT = { getTypeParser: () => (value: string) => value };

interface ExtendedQuery extends pg.QueryArrayConfig<(string | null)[]> {
  /** Known to pg, unknown to its types. */
  readonly queryMode: 'extended';
}

interface Query {
  readonly query: string;
  readonly params: readonly (string | null)[];
}

class RequestError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface NeonBridge {
  readonly port: number;
  /** HTTP requests answered so far. */
  requests(): number;
  close(): Promise<void>;
}

export interface NeonBridgeOptions {
  /** Where Postgres is; user, password and database come with each request. */
  readonly postgres: { readonly host: string; readonly port: number };
  readonly host?: string;
  /** 0 for any free one. */
  readonly port?: number;
}

export async function startNeonBridge({ postgres, host = '127.0.0.1', port = 0 }: NeonBridgeOptions): Promise<NeonBridge> {
  const pools = new Map<string, pg.Pool>();
  let answered = 0;

  const poolOf = (connection: string | undefined): pg.Pool => {
    if (connection === undefined || !URL.canParse(connection)) throw new RequestError(400, 'no connection string');
    const { username, password, pathname } = new URL(connection);
    const name = `${username}:${password}${pathname}`;
    const known = pools.get(name);
    if (known !== undefined) return known;
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    const pool = new pg.Pool({ ...postgres, user, password: secret, database: pathname.slice(1), max: CONNECTIONS_MAX });
    // An idle connection that Postgres ends is replaced by the next request; without a listener it would end this process.
    pool.on('error', (error) => console.error(`neon-bridge: ${error.message}`));
    // Between the pool's listener and the request's there is a moment without one, and a server that dies may speak in it.
    pool.on('connect', (client) => client.on('error', () => {}));
    pools.set(name, pool);
    return pool;
  };

  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) => {
      answered += 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    try {
      if (request.method !== 'POST' || request.url !== '/sql') throw new RequestError(404, 'only POST /sql is here');
      const body = await bodyOf(request);
      const connection = request.headers['neon-connection-string'];
      send(200, await answer(poolOf(typeof connection === 'string' ? connection : undefined), request.headers, body));
    } catch (error) {
      if (error instanceof RequestError) send(error.status, { message: error.message });
      else if (error instanceof pg.DatabaseError) send(400, { message: error.message, ...fieldsOf(error) });
      else send(500, { message: error instanceof Error ? error.message : 'unknown' });
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, port, host);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port');
  return {
    port: address.port,
    requests: () => answered,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new RequestError(413, 'the request is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RequestError(400, 'the body is not JSON');
  }
}

async function answer(pool: pg.Pool, headers: IncomingHttpHeaders, body: unknown): Promise<object> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const breaks = (error: Error) => {
    broken = error;
  };
  // A connection that ends while it is in use tells so here as well as in its query.
  client.on('error', breaks);
  try {
    if (typeof body !== 'object' || body === null || !('queries' in body)) return await run(client, body);
    if (!Array.isArray(body.queries)) throw new RequestError(400, 'queries is not a list');
    await client.query(beginOf(headers));
    try {
      const results: object[] = [];
      for (const query of body.queries) results.push(await run(client, query));
      await client.query('COMMIT');
      return { results };
    } catch (error) {
      await client.query('ROLLBACK').catch(breaks);
      throw error;
    }
  } finally {
    await client.query('DISCARD ALL').catch(breaks);
    client.off('error', breaks);
    client.release(broken);
  }
}

function beginOf(headers: IncomingHttpHeaders): string {
  const level = headers['neon-batch-isolation-level'];
  const isolation = typeof level === 'string' ? ISOLATION_LEVELS[level] : '';
  if (isolation === undefined) throw new RequestError(400, 'there is no such isolation level');
  return [
    'BEGIN',
    isolation === '' ? '' : `ISOLATION LEVEL ${isolation}`,
    headers['neon-batch-read-only'] === 'true' ? 'READ ONLY' : '',
    headers['neon-batch-deferrable'] === 'true' ? 'DEFERRABLE' : '',
  ].join(' ');
}

async function run(client: pg.PoolClient, query: unknown): Promise<object> {
  if (!isQuery(query)) throw new RequestError(400, 'a query has a text and parameters that are text or null');
  // `extended` is what makes Postgres refuse a second statement in one query, as Neon does.
  const config: ExtendedQuery = { text: query.query, values: [...query.params], rowMode: 'array', types: AS_TEXT, queryMode: 'extended' };
  const { command, rowCount, rows, fields } = await client.query(config);
  return { command, rowCount, rowAsArray: true, rows, fields };
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' &&
  value !== null &&
  'query' in value &&
  typeof value.query === 'string' &&
  'params' in value &&
  Array.isArray(value.params) &&
  value.params.every((parameter) => parameter === null || typeof parameter === 'string');

const fieldsOf = (error: pg.DatabaseError): object => Object.fromEntries(ERROR_FIELDS.map((field) => [field, error[field] ?? null]));

if (import.meta.main) {
  const { POSTGRES_URL = 'postgres://127.0.0.1:5432', HOST = '127.0.0.1', PORT = '4444' } = process.env;
  const { hostname, port } = new URL(POSTGRES_URL);
  const bridge = await startNeonBridge({ postgres: { host: hostname, port: Number(port || 5432) }, host: HOST, port: Number(PORT) });
  console.log(`neon-bridge: http://${HOST}:${bridge.port}/sql passes on to ${hostname}:${port || 5432}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bridge.close());
}
