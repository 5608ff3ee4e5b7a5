import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INSTRUCTIONS, SERVER_INFO } from '../../../src/transports/mcp/instructions.ts';
import { bench, modern, post, reply, rpc } from './fixture.ts';
import { MEMORY_ID } from './recording-service.ts';

const both = (method: string, params: Record<string, unknown>) => [post(rpc(method, params)), modern(method, params)];

async function promptText(name: string, given: Record<string, string>): Promise<string> {
  const { result } = await reply(await bench().fetch(post(rpc('prompts/get', { name, arguments: given }))));
  const messages = result?.messages as readonly { readonly role: string; readonly content: { readonly text: string } }[];
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  return messages.map(({ content }) => content.text).join('\n');
}

describe('the introduction', () => {
  test('fits where clients cut it, and begins with when to search', () => {
    expect(INSTRUCTIONS.length).toBeLessThan(2_048);
    expect(INSTRUCTIONS.indexOf('memory_search')).toBeLessThan(200);
    for (const word of ['before', 'last time', '刚才', '上次', 'importance', 'small talk'])
      expect(INSTRUCTIONS.toLowerCase()).toContain(word);
  });

  test('names the version of the package', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    expect(SERVER_INFO).toMatchObject({ name, version });
  });
});

describe('memory_instructions', () => {
  test('comes in English, in Chinese, or in both', async () => {
    const english = await promptText('memory_instructions', { language: 'en' });
    const chinese = await promptText('memory_instructions', { language: 'zh-CN' });
    const both_languages = await promptText('memory_instructions', {});
    expect(english).toMatch(/Search before you answer.*origin: .*importance: .*Do not record/s);
    expect(english).not.toMatch(/[\u4e00-\u9fff]/);
    expect(chinese).toMatch(/上次/);
    expect(chinese).not.toContain('Search before');
    expect(both_languages).toBe(`${english}\n\n${chinese}`);
  });

  test('another language is refused with the two that there are', async () => {
    for (const request of both('prompts/get', { name: 'memory_instructions', arguments: { language: 'fr' } }))
      expect(await reply(await bench().fetch(request))).toMatchObject({
        error: { code: -32602, message: expect.stringMatching(/language must be en or zh/) },
      });
  });
});

describe('recall_context', () => {
  test('is the block of the service, unchanged', async () => {
    const { fetch, service } = bench();
    const given = { session_id: 's/1', query: '靠窗', budget_tokens: '800' };
    for (const request of both('prompts/get', { name: 'recall_context', arguments: given })) {
      const { result } = await reply(await fetch(request));
      expect(result?.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'context of s/1 for 靠窗' } }]);
    }
    expect(service.calls[0]).toMatchObject({
      verb: 'context',
      command: { session_id: 's/1', query: '靠窗', budget_tokens: 800 },
      caller: { via: 'mcp:prompt:recall_context' },
    });
  });

  test.each([
    [{}, /session_id/],
    [{ session_id: 's', budget_tokens: 'many' }, /budget_tokens/],
  ])('with %j is refused and names the argument', async (given, named) => {
    for (const request of both('prompts/get', { name: 'recall_context', arguments: given }))
      expect(await reply(await bench().fetch(request))).toMatchObject({ error: { code: -32602, message: expect.stringMatching(named) } });
  });

  test('an unknown prompt is refused with the known ones', async () => {
    for (const request of both('prompts/get', { name: 'other', arguments: {} }))
      expect(await reply(await bench().fetch(request))).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('recall_context') },
      });
  });
});

describe('resources', () => {
  test.each([
    ['memory://stats', 'stats', {}],
    [`memory://memories/${MEMORY_ID}`, 'get', { id: MEMORY_ID }],
    ['memory://sessions/s1', 'readSession', { session_id: 's1' }],
    ['memory://sessions/a%2Fb%20%E7%AA%97', 'readSession', { session_id: 'a/b 窗' }],
  ])('%s is one call of %s', async (uri, verb, command) => {
    const { fetch, service } = bench();
    for (const request of both('resources/read', { uri })) {
      const { result } = await reply(await fetch(request));
      const [content] = (result?.contents ?? []) as readonly { readonly uri: string; readonly mimeType: string; readonly text: string }[];
      expect(content).toMatchObject({ uri, mimeType: 'application/json' });
      expect(JSON.parse(content?.text ?? '')).toBeTypeOf('object');
    }
    expect(service.calls[0]).toMatchObject({ verb, command });
  });

  test.each([
    'memory://nothing',
    'memory://sessions/',
    'memory://sessions/a/b',
    'memory://memories/%E0%A4%A',
    'file:///etc/passwd',
    `memory://sessions/${'a'.repeat(4_096)}`,
  ])('%.40s is not there, in the words of each era', async (uri) => {
    const { fetch, service } = bench();
    const [before, now] = await Promise.all(both('resources/read', { uri }).map(async (request) => reply(await fetch(request))));
    expect(before).toMatchObject({ error: { code: -32002, data: { uri } } });
    expect(now).toMatchObject({ error: { code: -32602, data: { uri } } });
    expect(service.calls).toEqual([]);
  });

  test('a memory that the service does not know is not there either', async () => {
    const { fetch, service } = bench();
    service.failNext({ kind: 'not_found', what: 'memory', message: 'No memory has this id.' });
    const { error } = await reply(await fetch(post(rpc('resources/read', { uri: `memory://memories/${MEMORY_ID}` }))));
    expect(error).toMatchObject({ code: -32002, message: expect.stringContaining('No memory has this id.') });
  });

  test('a store that is down is an internal error with the reason a caller may know', async () => {
    const { fetch, service } = bench();
    service.failNext({ kind: 'unavailable', store: 'record', message: 'The record store is down. Try again shortly.' });
    const { error } = await reply(await fetch(post(rpc('resources/read', { uri: 'memory://stats' }))));
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('record store is down') });
    service.throwNext(new Error('SELECT secret'));
    const unexpected = await reply(await fetch(modern('resources/read', { uri: 'memory://stats' })));
    expect(unexpected.error?.code).toBe(-32603);
    expect(JSON.stringify(unexpected)).not.toContain('SELECT');
  });
});
