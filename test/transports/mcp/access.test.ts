import { describe, expect, test } from 'vitest';
import { bearer, bench, callTool, contentsOf, modern, post, reply, rpc } from './fixture.ts';

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
