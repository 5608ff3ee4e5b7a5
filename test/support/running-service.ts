/** The product as it is deployed, in workerd, spoken to over HTTP only. Each test takes a namespace of its own. */
import { type LocalWorker, startLocalWorker } from '../../scripts/local-worker.ts';

export const START_MS = 120_000;

export interface Answer {
  readonly status: number;
  /** The parsed body; loosely typed, because tests look at what is on the wire. */
  // biome-ignore lint/suspicious/noExplicitAny: a client without types is what this stands for
  readonly body: any;
  /** The body as it came. */
  readonly text: string;
}

export interface NamespaceClient {
  readonly namespace: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** As `call`, and throws when the status is not a success. */
  must(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** One JSON-RPC request to the MCP endpoint; the reply as text. */
  mcp(method: string, params: unknown): Promise<string>;
  /** Lines of the whole export, header first. */
  exported(): Promise<readonly string[]>;
  imported(lines: readonly string[]): Promise<Answer>;
}

export interface RunningService {
  readonly worker: LocalWorker;
  readonly in: (namespace: string) => NamespaceClient;
}

export async function startService(vars: Readonly<Record<string, string>> = {}, state_folder?: string): Promise<RunningService> {
  const worker = await startLocalWorker({
    vars: { HINDSIGHT_AUTH: 'off', ...vars },
    ...(state_folder === undefined ? {} : { state_folder }),
  });
  const service = { worker, in: (namespace: string) => clientOf(worker.url, namespace) };
  if (vars.HINDSIGHT_EMBEDDER === undefined) await untilEmbedding(service);
  return service;
}

const EMBEDDER_TIMEOUT_MS = 45_000;
const POLL_MS = 250;

/** What is found by meaning is asserted everywhere, so a Worker that has no embedder fails here, with its own words, and not as a missing hit. */
async function untilEmbedding({ worker, in: of }: RunningService): Promise<void> {
  const deadline = performance.now() + EMBEDDER_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if ((await of('tests/start').must('GET', '/v1/stats')).body.embedder !== 'none') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the Worker has no embedder after ${EMBEDDER_TIMEOUT_MS / 1000} s (npm run build:assets):\n${worker.output()}`);
}

/** Speaks to a service at any address. */
export function clientOf(url: string, namespace: string): NamespaceClient {
  const send = async (
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-Hindsight-Namespace': namespace, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const json = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return { status: response.status, body: json && text !== '' ? JSON.parse(text) : null, text };
  };
  const client: NamespaceClient = {
    namespace,
    call: (method, path, body, headers = {}) => send(method, path, body === undefined ? undefined : JSON.stringify(body), headers),
    must: async (method, path, body, headers) => {
      const answer = await client.call(method, path, body, headers);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    },
    mcp: async (method, params) => {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await send('POST', '/mcp', request, { Accept: 'application/json, text/event-stream' })).text;
    },
    exported: async () => (await client.must('GET', '/v1/export')).text.trimEnd().split('\n'),
    imported: (lines) => send('POST', '/v1/import', `${lines.join('\n')}\n`, { 'Content-Type': 'application/x-ndjson' }),
  };
  return client;
}
