/**
 * A development tool: speaks the REST protocol of Upstash Redis and passes it on to any Redis, so that the serverless stores run on one machine.
 * `node scripts/bridges/redis-bridge.ts` reads REDIS_URL, UPSTASH_REDIS_REST_TOKEN, HOST and PORT.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Redis } from 'ioredis';

/** As hosted. */
const BODY_BYTES_MAX = 10 * 1_048_576;

/** Longer than a client keeps an idle connection: else one is closed just when a request comes, which looks like an outage. */
const KEEP_ALIVE_MS = 300_000;

type Command = readonly [string, ...unknown[]];
type Item = { readonly result: unknown } | { readonly error: string };

class RequestError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface RedisBridge {
  readonly url: string;
  readonly token: string;
  /** HTTP requests answered so far. */
  requests(): number;
  close(): Promise<void>;
}

export interface RedisBridgeOptions {
  readonly redis_url: string;
  readonly token: string;
  readonly host?: string;
  /** 0 for any free one. */
  readonly port?: number;
}

export async function startRedisBridge({ redis_url, token, host = '127.0.0.1', port = 0 }: RedisBridgeOptions): Promise<RedisBridge> {
  const shared = connect(redis_url);
  let answered = 0;
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      answered += 1;
      response
        .writeHead(status, { 'content-type': 'application/json', 'upstash-sync-token': `local:${answered}` })
        .end(JSON.stringify(body));
    };
    try {
      if (!isAuthorised(request.headers.authorization, token)) throw new RequestError(401, 'WRONGPASS invalid or missing auth token');
      if (request.method !== 'POST') throw new RequestError(405, 'ERR method not allowed');
      const encode = encoderOf(request.headers['upstash-encoding'] === 'base64');
      const body = await bodyOf(request);
      send(...(await answer(shared, new URL(request.url ?? '/', 'http://bridge').pathname, body, encode)));
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown';
      send(error instanceof RequestError ? error.status : 500, { error: error instanceof RequestError ? message : `ERR ${message}` });
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port');
  return {
    url: `http://${host}:${address.port}`,
    token,
    requests: () => answered,
    async close() {
      shared.disconnect();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableReadyCheck: false });
  // Each request gets the error of its own command; without a listener a lost server would end this process.
  redis.on('error', () => undefined);
  return redis;
}

function isAuthorised(header: string | undefined, token: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new RequestError(413, `ERR max request size exceeded. Limit: ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RequestError(400, 'ERR the body is not JSON');
  }
}

async function answer(redis: Redis, path: string, body: unknown, encode: Encode): Promise<[status: number, body: unknown]> {
  switch (path) {
    case '/': {
      if (!isCommand(body)) throw new RequestError(400, 'ERR failed to parse command');
      const item = await run(redis, body, encode);
      return ['error' in item ? 400 : 200, item];
    }
    case '/pipeline':
      // One socket: in order.
      return [200, await Promise.all(commandsOf(body).map((command) => run(redis, command, encode)))];
    case '/multi-exec':
      return await transaction(redis, commandsOf(body), encode);
    default:
      throw new RequestError(404, 'ERR unknown endpoint');
  }
}

const isCommand = (value: unknown): value is Command =>
  Array.isArray(value) && typeof value[0] === 'string' && value.every((part) => part !== null && part !== undefined);

function commandsOf(body: unknown): readonly Command[] {
  if (Array.isArray(body) && body.every(isCommand)) return body;
  throw new RequestError(400, 'ERR failed to parse pipeline request');
}

async function run(redis: Redis, [name, ...parts]: Command, encode: Encode): Promise<Item> {
  try {
    const given = parts.map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)));
    // Upper case: ioredis reshapes the answers of commands that it knows by their lower-case name.
    return { result: encode(await redis.callBuffer(name.toUpperCase(), ...given)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'ERR unknown' };
  }
}

/** On a connection of its own, so that nobody else's commands get in between. */
async function transaction(redis: Redis, commands: readonly Command[], encode: Encode): Promise<[status: number, body: unknown]> {
  const own = connect(redis.options.path ?? `redis://${redis.options.host}:${redis.options.port}`);
  try {
    await own.call('MULTI');
    for (const command of commands) await run(own, command, encode);
    const results = (await own.callBuffer('EXEC')) as unknown;
    if (!Array.isArray(results)) return [400, { error: 'EXECABORT Transaction discarded' }];
    return [200, results.map((result) => (result instanceof Error ? { error: result.message } : { result: encode(result) }))];
  } catch (error) {
    return [400, { error: error instanceof Error ? error.message : 'ERR unknown' }];
  } finally {
    own.disconnect();
  }
}

type Encode = (value: unknown) => unknown;

/** Strings as base64 when asked for, nested ones too; numbers and null stay as they are. */
function encoderOf(base64: boolean): Encode {
  const encode: Encode = (value) => {
    if (Array.isArray(value)) return value.map((part: unknown) => encode(part));
    if (value instanceof Uint8Array) return Buffer.from(value).toString(base64 ? 'base64' : 'utf8');
    if (value instanceof Error) return { error: value.message };
    return typeof value === 'string' && base64 ? Buffer.from(value).toString('base64') : value;
  };
  return encode;
}

if (import.meta.main) {
  const { REDIS_URL = 'redis://127.0.0.1:6379', UPSTASH_REDIS_REST_TOKEN: token, HOST = '127.0.0.1', PORT = '8079' } = process.env;
  if (token === undefined || token === '') throw new Error('set UPSTASH_REDIS_REST_TOKEN to the token that clients send');
  const bridge = await startRedisBridge({ redis_url: REDIS_URL, token, host: HOST, port: Number(PORT) });
  console.log(`redis-bridge: ${bridge.url} passes on to ${new URL(REDIS_URL).host}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bridge.close());
}
