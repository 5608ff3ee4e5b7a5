import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { bench, callTool, MODERN, modern, post, reply, rpc, URL_OF_MCP } from './fixture.ts';

describe('the URL', () => {
  test.each(['GET', 'HEAD', 'DELETE', 'PUT'])('%s is refused at once, with or without a stream in mind', async (method) => {
    const response = await bench({ auth: 'keys' }).fetch(new Request(URL_OF_MCP, { method, headers: { accept: 'text/event-stream' } }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('both spellings are served, without a redirect', async () => {
    for (const url of [URL_OF_MCP, `${URL_OF_MCP}/`]) {
      const response = await bench().fetch(post(rpc('tools/list'), {}, url));
      expect(response.status).toBe(200);
    }
  });

  test('a preflight is answered before anybody is asked for a credential', async () => {
    const response = await bench({ auth: 'keys' }).fetch(
      new Request(URL_OF_MCP, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:6274',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, mcp-protocol-version, mcp-method, mcp-name',
        },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('mcp-protocol-version');
  });

  test('a foreign origin is refused, an own one and none are served', async () => {
    expect((await bench().fetch(post(rpc('tools/list'), { origin: 'https://evil.example' }))).status).toBe(403);
    expect((await bench().fetch(post(rpc('tools/list'), { origin: 'http://localhost:3000' }))).status).toBe(200);
    expect((await bench().fetch(post(rpc('tools/list')))).status).toBe(200);
  });

  test('a foreign host is refused', async () => {
    expect((await bench().fetch(post(rpc('tools/list'), {}, 'http://evil.example/mcp'))).status).toBe(403);
  });

  test('without a credential: 401 with a challenge that a browser may read', async () => {
    const response = await bench({ auth: 'keys' }).fetch(post(rpc('tools/list'), { origin: 'http://localhost:1' }));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(response.headers.get('www-authenticate')).not.toContain('resource_metadata');
    expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });
});

describe('bodies', () => {
  test.each(['application/json', '*/*', 'text/event-stream', 'application/json, text/event-stream', 'application/json;q=0.5'])(
    'Accept %s gets one JSON body',
    async (accept) => {
      for (const request of [post(rpc('tools/list'), { accept }), withAccept(modern('tools/list'), accept)]) {
        const response = await bench().fetch(request);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toContain('application/json');
        expect((await reply(response)).result?.tools).toHaveLength(5);
      }
    },
  );

  test('no Accept at all gets JSON', async () => {
    const request = post(rpc('tools/list'));
    request.headers.delete('accept');
    expect((await bench().fetch(request)).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json'])('content type %s is 415', async (type) => {
    expect((await bench().fetch(post(rpc('tools/list'), { 'content-type': type }))).status).toBe(415);
  });

  test('a charset does not matter', async () => {
    expect((await bench().fetch(post(rpc('tools/list'), { 'content-type': 'application/json; charset=utf-8' }))).status).toBe(200);
  });

  test.each([
    ['not JSON', '{"jsonrpc":', -32700],
    ['empty', '', -32700],
    ['nested without end', '['.repeat(100_000), -32700],
    ['a string', '"hi"', -32600],
    ['an empty batch', '[]', -32600],
    ['no jsonrpc', '{"id":1,"method":"ping"}', -32600],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['id object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['id fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['method number', '{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['neither method nor result', '{"jsonrpc":"2.0","id":1}', -32600],
  ])('%s is 400 and never has an id of null', async (_what, body, code) => {
    const response = await bench().fetch(post(body));
    expect(response.status).toBe(400);
    const { error, ...rest } = await reply(response);
    expect(error?.code).toBe(code);
    expect(rest.id).not.toBeNull();
    // Clients read it by this schema, which has no null: MCP's `id?: string | number` stands against JSON-RPC's own rule.
    expect(JSONRPCMessageSchema.safeParse({ ...rest, error }).success).toBe(true);
    expect(JSONRPCMessageSchema.safeParse({ ...rest, error, id: null }).success).toBe(false);
  });

  test('more than a mebibyte is 413', async () => {
    const call = (size: number) => callTool('memory_write', { content: 'x'.repeat(size) });
    expect((await bench().fetch(call(1_048_576))).status).toBe(413);
    expect((await bench().fetch(call(1_000_000))).status).toBe(200);
  });

  test.each([0, '', 'a', 7])('the id %j comes back as it was', async (id) => {
    expect((await reply(await bench().fetch(post(rpc('ping', {}, id))))).id).toBe(id);
    expect((await reply(await bench().fetch(modern('tools/list', {}, id)))).id).toBe(id);
  });

  test('a notification is 202 without a body', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled']) {
      const response = await bench().fetch(post({ jsonrpc: '2.0', method, params: { requestId: 1 } }));
      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
    }
  });

  test('a batch is answered in the one revision that has batches', async () => {
    const batch = [rpc('ping', {}, 1), rpc('tools/list', {}, 2)];
    const answered = await bench().fetch(post(batch, { 'mcp-protocol-version': '2025-03-26' }));
    expect(answered.status).toBe(200);
    expect(((await answered.json()) as { id: number }[]).map(({ id }) => id).sort()).toEqual([1, 2]);
    for (const version of ['2025-06-18', '2025-11-25', MODERN]) {
      const refused = await bench().fetch(post(batch, { 'mcp-protocol-version': version }));
      expect(refused.status).toBe(400);
      expect((await reply(refused)).error?.code).toBe(-32600);
    }
  });
});

function withAccept(request: Request, accept: string): Request {
  request.headers.set('accept', accept);
  return request;
}
