/**
 * Replies that this door writes itself. An error without a readable id has no `id` at all, against JSON-RPC's own rule: in MCP's schema an id is
 * text or a number and may be absent, and clients refuse `id: null`.
 */
import type { RpcId } from './rpc-message.ts';

export function rpcError(
  status: number,
  code: number,
  message: string,
  { id, data, headers }: { readonly id?: RpcId | undefined; readonly data?: unknown; readonly headers?: Record<string, string> } = {},
): Response {
  const error = data === undefined ? { code, message } : { code, message, data };
  const body = id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
  return Response.json(body, { status, ...(headers === undefined ? {} : { headers }) });
}

/** Both SDKs put `"id": null` into transport errors, which strict clients (the SDK's own parser among them) refuse. */
export async function withoutNullId(response: Response): Promise<Response> {
  if (response.status < 400 || !(response.headers.get('content-type') ?? '').includes('json')) return response;
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('id' in body) || body.id !== null) return Response.json(body, response);
  const { id: _null, ...rest } = body;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(rest, { status: response.status, headers });
}
