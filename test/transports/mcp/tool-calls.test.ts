import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { bench, callTool, listTools, modern, post, reply, rpc, textOf } from './fixture.ts';
import { MEMORY_ID, OTHER_ID, recordingService } from './recording-service.ts';

const GOOD_CALLS: readonly [string, Record<string, unknown>][] = [
  ['memory_write', { content: '靠窗座位', importance: 0.7, tags: ['travel'], layer: 'semantic', key: 'user.seat' }],
  ['memory_search', { query: 'seat', top_k: 5 }],
  ['memory_search', { query: 'nothing' }],
  ['memory_forget', { memory_id: MEMORY_ID }],
  ['memory_forget', { query: 'seat' }],
  ['memory_summarize', { memory_ids: [MEMORY_ID, OTHER_ID], max_length: 200 }],
  ['memory_stats', {}],
];

describe('calls', () => {
  test.each(GOOD_CALLS)('%s %j: text and structured content say the same and fit the schema', async (name, given) => {
    for (const request of [callTool(name, given), modern('tools/call', { name, arguments: given })]) {
      const answer = await reply(await bench().fetch(request));
      expect(answer.result?.isError).toBeUndefined();
      expect(JSON.parse(textOf(answer))).toEqual(answer.result?.structuredContent);
      const schema = (await listTools()).find((tool) => tool.name === name)?.outputSchema;
      const validate = new Ajv2020({ strict: false }).compile(schema ?? false);
      expect(validate(answer.result?.structuredContent), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test('one verb a call, with the door stamped as its source', async () => {
    const { fetch, service } = bench();
    await fetch(modern('tools/call', { name: 'memory_search', arguments: { query: 'seat' } }));
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]).toMatchObject({
      verb: 'search',
      command: { query: 'seat' },
      caller: { via: 'mcp:memory_search', client: 'bench/1.2.3', namespace: 'default' },
    });
  });

  test('before 2026 the user agent is the client', async () => {
    const { fetch, service } = bench();
    await fetch(post(rpc('tools/call', { name: 'memory_stats', arguments: {} }), { 'user-agent': 'cursor/1.9' }));
    expect(service.calls[0]?.caller.client).toBe('cursor/1.9');
  });

  test('null is absent, and harmless spellings are read and named', async () => {
    const { fetch, service } = bench();
    const given = { query: 'seat', top_k: '5', tags: '["a","b"]', include_superseded: 'true', since: null, layer: null, session_id: null };
    const answer = await reply(await fetch(callTool('memory_search', given)));
    expect(service.calls[0]?.command).toEqual({ query: 'seat', top_k: 5, tags: ['a', 'b'], include_superseded: true });
    expect(answer.result?.structuredContent?.coerced).toEqual(['top_k', 'tags', 'include_superseded']);
    const plain = await reply(await fetch(callTool('memory_search', { query: 'seat', top_k: 5 })));
    expect(plain.result?.structuredContent).not.toHaveProperty('coerced');
  });

  test.each([['{"query":"seat"}'], [null], ['']])('arguments sent as %j are read', async (given) => {
    const name = given === '{"query":"seat"}' ? 'memory_search' : 'memory_stats';
    const { fetch, service } = bench();
    for (const request of [callTool(name, given), modern('tools/call', { name, arguments: given })])
      expect((await reply(await fetch(request))).result?.isError).toBeUndefined();
    expect(service.calls).toHaveLength(2);
  });

  test('unknown arguments are ignored and named, metadata among them', async () => {
    const { fetch, service } = bench();
    const answer = await reply(await fetch(callTool('memory_write', { content: 'x', metadata: { a: 1 }, owner: 'me' })));
    expect(service.calls[0]?.command).toEqual({ content: 'x' });
    expect(answer.result?.structuredContent?.ignored).toEqual(['metadata', 'owner']);
  });

  test.each([
    ['memory_search', {}, 'query'],
    ['memory_search', { query: 5 }, 'query'],
    ['memory_search', { query: 'x', top_k: 'abc' }, 'top_k'],
    ['memory_search', { query: 'x', top_k: '' }, 'top_k'],
    ['memory_search', { query: 'x', top_k: 51 }, 'top_k'],
    ['memory_search', { query: 'x', since: 1_700_000_000 }, 'since'],
    ['memory_write', { content: 'x', layer: 'working' }, 'layer'],
    ['memory_write', { content: 'x', importance: true }, 'importance'],
    ['memory_summarize', { memory_ids: [] }, 'memory_ids'],
  ])('%s %j is a tool error that names %s', async (name, given, field) => {
    const { fetch, service } = bench();
    for (const request of [callTool(name, given), modern('tools/call', { name, arguments: given })]) {
      const answer = await reply(await fetch(request));
      expect(answer.result?.isError).toBe(true);
      expect(answer.result?.structuredContent).toBeUndefined();
      expect(textOf(answer)).toContain(field);
    }
    expect(service.calls).toEqual([]);
  });

  test('an unknown tool is a protocol error that names the known ones', async () => {
    for (const request of [callTool('memory_erase'), modern('tools/call', { name: 'memory_erase', arguments: {} })]) {
      const response = await bench().fetch(request);
      expect(response.status).toBe(200);
      const { error } = await reply(response);
      expect(error?.code).toBe(-32602);
      expect(error?.message).toMatch(/^Unknown tool.*memory_search/);
    }
  });

  test('a failure of the service says what to do next; an unexpected one says nothing of its cause', async () => {
    const { fetch, service, events } = bench();
    service.failNext({ kind: 'not_found', what: 'memory', message: 'No memory has this id. Call memory_search.' });
    const known = await reply(await fetch(callTool('memory_summarize', { memory_ids: [MEMORY_ID] })));
    expect(textOf(known)).toMatch(/^not_found: No memory has this id\. Call memory_search\..*request /);
    service.throwNext(new Error('SELECT secret FROM memories'));
    const unknown = await reply(await fetch(callTool('memory_stats')));
    expect(unknown.result?.isError).toBe(true);
    expect(JSON.stringify(unknown)).not.toMatch(/SELECT|secret/);
    expect(events.filter(({ event }) => event === 'unexpected')).toHaveLength(1);
    expect(JSON.stringify(events)).not.toMatch(/SELECT|secret/);
  });

  test('a namespace that cannot be reached tells nothing of why', async () => {
    const unreachable = () => {
      throw new Error('SELECT secret FROM namespaces');
    };
    for (const request of [callTool('memory_stats'), modern('resources/read', { uri: 'memory://stats' })]) {
      const { fetch, events } = bench({}, {}, recordingService(), unreachable);
      const answer = await reply(await fetch(request));
      expect(answer.error).toMatchObject({ code: -32603, message: expect.stringContaining('on our side') });
      expect(JSON.stringify([answer, events])).not.toMatch(/SELECT|secret/);
      expect(events.map(({ event }) => event)).toEqual(['unexpected', 'request']);
    }
  });

  test('one event a request, with the tool and how it ended', async () => {
    const { fetch, events } = bench();
    await fetch(callTool('memory_search', { query: 'hidden words' }));
    await fetch(callTool('memory_search', {}));
    await fetch(post(rpc('tools/list')));
    expect(events).toMatchObject([
      { event: 'request', verb: 'mcp:memory_search', outcome: 'ok' },
      { event: 'request', verb: 'mcp:memory_search', outcome: 'invalid' },
      { event: 'request', verb: 'mcp:tools/list', outcome: '200' },
    ]);
    expect(JSON.stringify(events)).not.toContain('hidden words');
  });
});
