import { describe, expect, test } from 'vitest';
import { bench, MODERN, modern, post, reply, rpc } from './fixture.ts';

const LEGACY_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

const initialize = (protocolVersion: string) =>
  post(rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'bench', version: '1' } }));

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('versions', () => {
  test.each(LEGACY_VERSIONS)('%s is echoed, with instructions', async (version) => {
    const { result } = await reply(await bench().fetch(initialize(version)));
    expect(result?.protocolVersion).toBe(version);
    expect(result?.instructions).toContain('memory_search');
    expect(result?.capabilities).toEqual({ tools: {}, prompts: {}, resources: {} });
  });

  test('an unknown one is answered with the newest of its era', async () => {
    expect((await reply(await bench().fetch(initialize('1999-01-01')))).result?.protocolVersion).toBe('2025-11-25');
  });

  test('no session is made, and a foreign one is ignored', async () => {
    const response = await bench().fetch(initialize('2025-11-25'));
    expect(response.headers.get('mcp-session-id')).toBeNull();
    const listed = await bench().fetch(post(rpc('tools/list'), { 'mcp-session-id': 'stale', 'mcp-protocol-version': '2025-11-25' }));
    expect(listed.status).toBe(200);
  });

  test('a bad version header is refused', async () => {
    const response = await bench().fetch(post(rpc('tools/list'), { 'mcp-protocol-version': '1999-01-01' }));
    expect(response.status).toBe(400);
    expect(await reply(response)).toMatchObject({ error: { code: -32000 } });
  });

  test('discover introduces the server and may be cached by anybody', async () => {
    const { result } = await reply(await bench().fetch(modern('server/discover')));
    expect(result).toMatchObject({
      supportedVersions: [MODERN],
      capabilities: { tools: {}, prompts: {}, resources: {} },
      cacheScope: 'public',
      ttlMs: 300_000,
      resultType: 'complete',
    });
    expect(result?.instructions).toContain('memory_search');
    expect(JSON.stringify(result)).not.toContain('listChanged');
  });

  test('lists say how long they hold; what is read belongs to its reader', async () => {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect((await reply(await bench().fetch(modern(method)))).result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
    expect((await reply(await bench().fetch(modern('resources/read', { uri: 'memory://stats' })))).result).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  test('an unknown modern version names what is served', async () => {
    const request = post(rpc('tools/list', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }), {
      'mcp-protocol-version': '2099-01-01',
      'mcp-method': 'tools/list',
    });
    const response = await bench().fetch(request);
    expect(response.status).toBe(400);
    expect(await reply(response)).toMatchObject({ id: 1, error: { code: -32022, data: { supported: [MODERN] } } });
  });

  test.each([
    ['no method header', { 'mcp-method': null }, -32020],
    ['another method in the header', { 'mcp-method': 'tools/list' }, -32020],
    ['another name in the header', { 'mcp-name': 'memory_write' }, -32020],
    ['another version in the header', { 'mcp-protocol-version': '2025-11-25' }, -32020],
  ])('%s is a mismatch', async (_what, headers, code) => {
    const request = modern('tools/call', { name: 'memory_stats', arguments: {} });
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) request.headers.delete(name);
      else request.headers.set(name, value);
    }
    const response = await bench().fetch(request);
    expect(response.status).toBe(400);
    expect((await reply(response)).error?.code).toBe(code);
  });

  test('an encoded name header is read', async () => {
    const request = modern('tools/call', { name: 'memory_stats', arguments: {} });
    request.headers.set('mcp-name', `=?base64?${btoa('memory_stats')}?=`);
    expect((await bench().fetch(request)).status).toBe(200);
  });

  test('an envelope without its parts is invalid', async () => {
    for (const _meta of [undefined, { 'io.modelcontextprotocol/protocolVersion': MODERN }]) {
      const request = post(rpc('tools/list', _meta === undefined ? {} : { _meta }), {
        'mcp-protocol-version': MODERN,
        'mcp-method': 'tools/list',
      });
      const response = await bench().fetch(request);
      expect(response.status).toBe(400);
      expect((await reply(response)).error?.code).toBe(-32602);
    }
  });

  test('an unknown method: 404 in the modern revision, 200 before it', async () => {
    const now = await bench().fetch(modern('memory/unknown'));
    expect(now.status).toBe(404);
    expect((await reply(now)).error?.code).toBe(-32601);
    const before = await bench().fetch(post(rpc('memory/unknown')));
    expect(before.status).toBe(200);
    expect((await reply(before)).error?.code).toBe(-32601);
  });

  test('a subscription is refused and holds no stream open', async () => {
    const response = await bench().fetch(modern('subscriptions/listen', { notifications: {} }));
    expect(response.status).toBe(404);
  });
});
