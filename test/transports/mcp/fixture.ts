import type { ApiKey, Scope } from '../../../src/domain/access/api-key.ts';
import { hashSecret } from '../../../src/domain/access/credential.ts';
import type { ObservedEvent } from '../../../src/ports/observer.ts';
import { createMcpApp, type McpAppOptions } from '../../../src/transports/mcp/app.ts';
import type { DoorConfig, DoorDependencies } from '../../../src/transports/shared/door.ts';
import { AT, type RecordingService, recordingService } from './recording-service.ts';

export const URL_OF_MCP = 'http://127.0.0.1:8787/mcp';
const SECRET = 'A'.repeat(43);
export const bearer = (key_id: string): string => `Bearer hs_${key_id}_${SECRET}`;

export interface Bench {
  readonly service: RecordingService;
  readonly events: ObservedEvent[];
  readonly fetch: (request: Request) => Promise<Response>;
}

const key = (id: string, namespace: string, scopes: readonly Scope[]): ApiKey => ({
  id,
  secret_sha256: hashSecret(SECRET),
  namespace,
  scopes,
  label: null,
  created_at: AT,
  expires_at: null,
  revoked_at: null,
  last_used_at: AT,
});

const KEYS: readonly ApiKey[] = [
  key('one', 'one', ['memory:read', 'memory:write']),
  key('two', 'two', ['memory:read', 'memory:write']),
  key('reader', 'one', ['memory:read']),
  { ...key('revoked', 'one', ['memory:read', 'memory:write']), revoked_at: AT - 1 },
  { ...key('expired', 'one', ['memory:read', 'memory:write']), expires_at: AT },
];

/** The whole MCP door over a recording service. Authentication is off unless a test says otherwise. */
export function bench(
  config: Partial<DoorConfig> = {},
  options: McpAppOptions = {},
  service = recordingService(),
  serviceFor: DoorDependencies['serviceFor'] = () => service,
): Bench {
  const events: ObservedEvent[] = [];
  let count = 0;
  const dependencies: DoorDependencies = {
    config: { auth: 'off', default_namespace: 'default', allowed_origins: [], allowed_hosts: [], ...config },
    serviceFor,
    keys: {
      find: async (id) => KEYS.find((candidate) => candidate.id === id) ?? null,
      insert: async () => {},
      list: async () => ({ keys: [], next: null }),
      revoke: async () => false,
      markUsed: async () => {},
    },
    rate_limiter: null,
    clock: { now: () => AT },
    ids: {
      memoryId: () => {
        count += 1;
        return `01990000-0000-7000-8000-${String(count).padStart(12, '0')}`;
      },
      secret: () => SECRET,
    },
    observer: { observe: (event) => events.push(event) },
  };
  const app = createMcpApp(dependencies, options);
  return { service, events, fetch: async (request) => app.fetch(request) };
}

export const post = (body: unknown, headers: Record<string, string> = {}, url = URL_OF_MCP): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const MODERN = '2026-07-28';
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.2.3' },
};

export const rpc = (method: string, params: Record<string, unknown> = {}, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** A request of the 2026-07-28 revision with the headers that belong to it. */
export function modern(method: string, params: Record<string, unknown> = {}, id: string | number = 1): Request {
  const name = params.name ?? params.uri;
  return post(rpc(method, { ...params, _meta: { ...ENVELOPE, ...(params._meta as object | undefined) } }, id), {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  });
}

export const callTool = (name: string, given: unknown = {}, id: string | number = 1) =>
  post(rpc('tools/call', { name, arguments: given }, id));

export interface RpcReply {
  readonly jsonrpc: string;
  readonly id?: string | number;
  readonly result?: Readonly<Record<string, unknown>> & {
    readonly isError?: boolean;
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Readonly<Record<string, unknown>> };
}

export const reply = async (response: Response): Promise<RpcReply> => (await response.json()) as RpcReply;

export const textOf = ({ result }: RpcReply): string => result?.content?.map(({ text }) => text).join('\n') ?? '';

export const hitsOf = ({ result }: RpcReply) =>
  (result?.structuredContent?.results ?? []) as { content: string; content_truncated?: true }[];
export const contentsOf = (answer: RpcReply): readonly string[] => hitsOf(answer).map(({ content }) => content);

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: Readonly<Record<string, unknown>>;
}

export async function listTools(): Promise<readonly ListedTool[]> {
  const { result } = await reply(await bench().fetch(post(rpc('tools/list'))));
  return result?.tools as readonly ListedTool[];
}
