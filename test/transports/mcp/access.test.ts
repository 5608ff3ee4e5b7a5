import { describe, expect, test } from 'vitest';
import { bearer, bench, callTool, contentsOf, modern, post, reply, rpc } from './fixture.ts';
import { MEMORY_ID } from './recording-service.ts';

describe('access', () => {
  test('a key without the scope is refused with a challenge; reading goes on', async () => {
    const { fetch, service } = bench({ auth: 'keys' });
    const headers = { authorization: bearer('reader') };
    const write = await fetch(post(rpc('tools/call', { name: 'memory_write', arguments: { content: 'x' } }), headers));
    expect(write.status).toBe(403);
    expect(write.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="memory:write"');
    expect(service.calls).toEqual([]);
    const read = await fetch(post(rpc('tools/call', { name: 'memory_search', arguments: { query: 'x' } }), headers));
    expect((await reply(read)).result?.isError).toBeUndefined();
  });

  test('the namespace header narrows, and never widens', async () => {
    const { fetch, service } = bench({ auth: 'keys' });
    const call = (namespace: string) =>
      fetch(
        post(rpc('tools/call', { name: 'memory_stats', arguments: {} }), {
          authorization: bearer('one'),
          'x-hindsight-namespace': namespace,
        }),
      );
    expect((await call('one/team')).status).toBe(200);
    expect((await call('two')).status).toBe(403);
    expect((await call('onerous')).status).toBe(403);
    expect(service.calls.map(({ caller }) => caller.namespace)).toEqual(['one/team']);
  });

  test('fifty calls at once with one id, from two tenants, never cross', async () => {
    const { fetch, service } = bench({ auth: 'keys' });
    service.delay_ms = 5;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        const key = turn % 2 === 0 ? 'one' : 'two';
        const request =
          turn % 4 < 2
            ? callTool('memory_search', { query: `q${turn}` })
            : modern('tools/call', { name: 'memory_search', arguments: { query: `q${turn}` } });
        request.headers.set('authorization', bearer(key));
        return [contentsOf(await reply(await fetch(request))), [`q${turn} in ${key}`]];
      }),
    );
    for (const [got, expected] of answers) expect(got).toEqual(expected);
  });
});

describe('every tool, prompt and resource', () => {
  const READS: readonly [string, Record<string, unknown>][] = [
    ['tools/call', { name: 'memory_search', arguments: { query: 'x' } }],
    ['tools/call', { name: 'memory_stats', arguments: {} }],
    ['prompts/get', { name: 'memory_instructions', arguments: {} }],
    ['prompts/get', { name: 'recall_context', arguments: { session_id: 's' } }],
    ['resources/read', { uri: 'memory://stats' }],
    ['resources/read', { uri: 'memory://sessions/s' }],
    ['resources/read', { uri: `memory://memories/${MEMORY_ID}` }],
  ];
  const WRITES: readonly [string, Record<string, unknown>][] = [
    ['tools/call', { name: 'memory_write', arguments: { content: 'x' } }],
    ['tools/call', { name: 'memory_forget', arguments: { memory_id: MEMORY_ID } }],
    ['tools/call', { name: 'memory_summarize', arguments: { memory_ids: [MEMORY_ID] } }],
  ];
  const LISTS: readonly [string, Record<string, unknown>][] = [
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
  ];

  /** Statuses of both eras, and the namespaces that the service was asked for. */
  async function asked(method: string, params: Record<string, unknown>, headers: Record<string, string>) {
    const { fetch, service } = bench({ auth: 'keys' });
    const statuses: number[] = [];
    for (const request of [post(rpc(method, params)), modern(method, params)]) {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      statuses.push((await fetch(request)).status);
    }
    return { statuses, namespaces: [...new Set(service.calls.map(({ caller }) => caller.namespace))] };
  }

  test.each([...READS, ...WRITES, ...LISTS])('%s %j answers only a good credential, in its own namespace', async (method, params) => {
    const refused = { statuses: [401, 401], namespaces: [] };
    expect(await asked(method, params, {})).toEqual(refused);
    for (const id of ['revoked', 'expired', 'unknown']) expect(await asked(method, params, { authorization: bearer(id) })).toEqual(refused);
    expect(await asked(method, params, { authorization: 'Bearer hs_one_wrong' })).toEqual(refused);
    const foreign = { authorization: bearer('one'), 'x-hindsight-namespace': 'two' };
    expect(await asked(method, params, foreign)).toEqual({ statuses: [403, 403], namespaces: [] });
    for (const own of ['one', 'two']) {
      const { statuses, namespaces } = await asked(method, params, { authorization: bearer(own) });
      expect(statuses).toEqual([200, 200]);
      for (const namespace of namespaces) expect(namespace).toBe(own);
    }
  });

  test.each([...READS, ...LISTS])('%s %j is for readers', async (method, params) => {
    expect((await asked(method, params, { authorization: bearer('reader') })).statuses).toEqual([200, 200]);
  });

  test.each(WRITES)('%s %j is not for readers', async (method, params) => {
    expect(await asked(method, params, { authorization: bearer('reader') })).toEqual({ statuses: [403, 403], namespaces: [] });
  });
});
