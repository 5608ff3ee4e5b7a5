import { describe, expect, test } from 'vitest';
import { bench, MODERN, modern, post, reply, rpc } from './fixture.ts';

describe('params that cannot be', () => {
  test.each([
    ['tools/call', {}, 'params.name'],
    ['tools/call', { name: 5 }, 'params.name'],
    ['tools/call', { name: 'memory_stats', arguments: [1] }, 'params.arguments'],
    ['tools/call', { name: 'memory_stats', arguments: 'abc' }, 'params.arguments'],
    ['prompts/get', {}, 'params.name'],
    ['prompts/get', { name: 'recall_context', arguments: { session_id: {} } }, 'params.arguments'],
    ['resources/read', {}, 'params.uri'],
    ['tools/list', { cursor: 'x' }, 'params.cursor'],
  ])('%s %j is invalid params in plain words', async (method, params, named) => {
    for (const request of [post(rpc(method, params)), modern(method, params)]) {
      const response = await bench().fetch(request);
      expect(response.status).toBe(200);
      const { error, id } = await reply(response);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(named) });
      expect(error?.message).not.toMatch(/[[{]/);
      expect(id).toBe(1);
    }
  });

  test.each([[[1]], ['x']])('params %j are no params', async (params) => {
    const response = await bench().fetch(post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }));
    expect(response.status).toBe(400);
    expect(await reply(response)).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test('initialize without a version is refused; what only matters to us is filled in', async () => {
    const refused = await reply(await bench().fetch(post(rpc('initialize', {}))));
    expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining('protocolVersion') });
    const accepted = await reply(await bench().fetch(post(rpc('initialize', { protocolVersion: '2025-06-18' }))));
    expect(accepted.result?.protocolVersion).toBe('2025-06-18');
  });

  test('initialize does not exist in the newest revision', async () => {
    const response = await bench().fetch(modern('initialize'));
    expect(response.status).toBe(404);
    expect((await reply(response)).error?.code).toBe(-32601);
  });

  test('two requests of a batch need two ids', async () => {
    const batch = (ids: readonly number[]) =>
      post(
        ids.map((id) => rpc('ping', {}, id)),
        { 'mcp-protocol-version': '2025-03-26' },
      );
    expect((await bench().fetch(batch([1, 1]))).status).toBe(400);
    expect((await bench().fetch(batch([1, 2]))).status).toBe(200);
  });
});

describe('habits of clients that do no harm', () => {
  test('a wish for a task is not a task', async () => {
    const answer = await reply(await bench().fetch(post(rpc('tools/call', { name: 'memory_stats', task: { ttl: 5 } }))));
    expect(answer.result?.structuredContent).toHaveProperty('counts');
  });

  test('an absent cursor may be spelled null or empty', async () => {
    for (const cursor of [null, '']) {
      for (const request of [post(rpc('tools/list', { cursor })), modern('tools/list', { cursor })])
        expect((await reply(await bench().fetch(request))).result?.tools).toHaveLength(5);
    }
  });

  test('numbers given to a prompt are read as text', async () => {
    const { fetch, service } = bench();
    await fetch(modern('prompts/get', { name: 'recall_context', arguments: { session_id: 's', budget_tokens: 800, query: null } }));
    expect(service.calls[0]?.command).toEqual({ session_id: 's', budget_tokens: 800 });
  });

  test('a notification of either era is 202, whatever it cancels', async () => {
    for (const version of ['2025-11-25', MODERN])
      expect(
        (
          await bench().fetch(
            post(
              { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
              { 'mcp-protocol-version': version, 'mcp-method': 'notifications/cancelled' },
            ),
          )
        ).status,
      ).toBe(202);
  });
});
