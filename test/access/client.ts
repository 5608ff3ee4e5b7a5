/** The Worker under test as tenants see it: HTTP with a credential, REST and MCP. Runs inside workerd. */
import { exports } from 'cloudflare:workers';
import type { Scope } from '../../src/domain/access/api-key.ts';

export const ORIGIN = 'https://memory.example';
/** The same as the project's binding in vitest.config.ts. */
export const OPERATOR = 'operator-token-for-tests-0123456789abcdef';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

const worker = (exports as unknown as { readonly default: Fetcher }).default;

export async function send(credential: string | null, { method, path, body, headers = {} }: Sent): Promise<Answered> {
  const response = await worker.fetch(`${ORIGIN}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export const jsonOf = ({ text }: Answered): Readonly<Record<string, unknown>> => JSON.parse(text) as Readonly<Record<string, unknown>>;

export async function get(credential: string, path: string): Promise<Answered> {
  return send(credential, { method: 'GET', path });
}

/** Everything of a namespace, without the moment at which it was asked for. */
export const exportOf = async (credential: string): Promise<string> =>
  (await get(credential, '/v1/export')).text.replace(/"exported_at":"[^"]*"/, '"exported_at":""');

export async function makeKey(
  namespace: string,
  scopes: readonly Scope[],
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const made = await send(OPERATOR, { method: 'POST', path: '/v1/keys', body: { namespace, scopes, ...fields } });
  if (made.status !== 201) throw new Error(`no key: ${made.status} ${made.text}`);
  return jsonOf(made) as unknown as { readonly id: string; readonly key: string };
}

export const MODERN = '2026-07-28';

/** One JSON-RPC call; `modern` is the revision of 2026-07-28, else that of 2025-11-25. */
export function rpc(method: string, params: Readonly<Record<string, unknown>>, id: number | string = 7, modern = false): Sent {
  const name = params.name ?? params.uri;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'isolation', version: '1' },
  };
  return {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id, method, params: modern ? { ...params, _meta: meta } : params },
    headers: modern
      ? { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) }
      : {},
  };
}

interface RpcAnswer {
  readonly id?: number | string;
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
}

/** How a call ended, in few words: `201`, `200 not_found`, `ok`, `ok forgotten`, `tool error not_found`, `error -32002`. */
export function outcomeOf(sent: Sent, answered: Answered): string {
  if (sent.path !== '/mcp' || answered.status !== 200) {
    const json = answered.headers.get('content-type')?.startsWith('application/json') === true;
    const status = !json || answered.status >= 300 ? undefined : jsonOf(answered).status;
    return status === undefined ? `${answered.status}` : `${answered.status} ${String(status)}`;
  }
  const { error, result } = JSON.parse(answered.text) as RpcAnswer;
  if (error !== undefined) return `error ${error.code}`;
  if (result?.isError === true) return `tool error ${result.content?.[0]?.text.split(':')[0]}`;
  const status = result?.structuredContent?.status;
  return status === undefined ? 'ok' : `ok ${String(status)}`;
}
