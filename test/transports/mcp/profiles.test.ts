import { describe, expect, test } from 'vitest';
import type { MemoryRecord } from '../../../src/application/service.ts';
import { type Bench, bench, modern, post, reply, rpc, textOf, URL_OF_MCP } from './fixture.ts';
import { hit, MEMORY_ID, recordingService } from './recording-service.ts';

const at = (profile: string) => `${URL_OF_MCP}?profile=${profile}`;
const call = (profile: string, name: string, given: unknown) => post(rpc('tools/call', { name, arguments: given }), {}, at(profile));

const names = async (url: string) => {
  const { result } = await reply(await bench().fetch(post(rpc('tools/list'), {}, url)));
  return ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
};

test('no profile is on unless the URL asks for it, and an unknown one is refused by name', async () => {
  expect(await names(URL_OF_MCP)).toHaveLength(5);
  expect(await names(at('chatgpt'))).toEqual(['search', 'fetch']);
  expect(await names(at('memory-files'))).toEqual([...(await names(URL_OF_MCP)), 'memory']);
  const response = await bench().fetch(post(rpc('tools/list'), {}, at('other')));
  expect(response.status).toBe(400);
  expect((await reply(response)).error?.message).toContain('chatgpt');
  for (const name of ['search', 'fetch', 'memory'])
    expect((await reply(await bench().fetch(modern('tools/call', { name, arguments: {} })))).error?.code).toBe(-32602);
});

describe('chatgpt', () => {
  test('search names ids, titles and links; fetch reads one whole', async () => {
    const service = recordingService({ get: ({ id }) => hit({ id, content: `First line\n${'长'.repeat(200)}` }) });
    const { fetch } = bench({}, {}, service);
    const found = await reply(await fetch(call('chatgpt', 'search', { query: 'seat' })));
    const url = `http://127.0.0.1:8787/v1/memories/${MEMORY_ID}`;
    expect(found.result?.structuredContent).toEqual({ results: [{ id: MEMORY_ID, title: 'seat in default', url }] });
    expect(JSON.parse(textOf(found))).toEqual(found.result?.structuredContent);
    const read = await reply(await fetch(call('chatgpt', 'fetch', { id: MEMORY_ID })));
    expect(read.result?.structuredContent).toMatchObject({
      id: MEMORY_ID,
      title: 'First line',
      text: `First line\n${'长'.repeat(200)}`,
      url,
      metadata: { source: { via: 'mcp:memory_write' }, occurred_at: '2026-03-01T09:30:00.000Z' },
    });
    expect(service.calls.map(({ caller }) => caller.via)).toEqual(['mcp:search', 'mcp:fetch']);
  });
});

/** Keyed facts in a map: what the file commands need of the service. */
function shelf(): Bench {
  const facts = new Map<string, MemoryRecord[]>();
  let count = 0;
  const found = (id: string) => [...facts.values()].flat().find((memory) => memory.id === id);
  const service = recordingService({
    readFact: ({ key }) => ({ key, current: facts.get(key)?.at(-1) ?? null, versions: facts.get(key) ?? [] }),
    listFacts: () => ({
      items: [...facts]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .flatMap(([, versions]) => versions.slice(-1))
        .concat(hit({ key: 'user.seat_preference' })),
      next_cursor: null,
    }),
    write: ({ content, key = '' }) => {
      count += 1;
      const memory = hit({ id: `id-${count}`, content, key });
      facts.set(key, [...(facts.get(key) ?? []), memory]);
      return {
        id: memory.id,
        status: 'created',
        layer: 'semantic',
        superseded_id: null,
        similar: [],
        index: 'ready',
        evicted_ids: [],
        usage: { memories: count },
      };
    },
    correct: ({ id, content = '' }) => {
      const memory = { ...(found(id) ?? hit()), content };
      facts.set(memory.key ?? '', [memory]);
      return { memory, status: 'updated', index: 'ready', usage: { memories: count } };
    },
    forget: ({ confirm_ids = [] }) => {
      for (const [key, versions] of facts) if (versions.every(({ id }) => confirm_ids.includes(id))) facts.delete(key);
      return { status: 'forgotten', ids: confirm_ids, candidates: [], receipt: null, usage: { memories: facts.size } };
    },
  });
  return bench({}, {}, service);
}

describe('memory files', () => {
  async function run({ fetch }: Bench, given: Record<string, unknown>) {
    const answer = await reply(await fetch(call('memory-files', 'memory', given)));
    return { text: textOf(answer), failed: answer.result?.isError === true };
  }

  test('a note lives from create to delete', async () => {
    const over = shelf();
    const path = '/memories/trips/上海.md';
    expect(await run(over, { command: 'create', path, file_text: 'Seat: aisle\nHotel: Bund\n' })).toEqual({
      text: `File created successfully at: ${path}`,
      failed: false,
    });
    expect((await run(over, { command: 'create', path, file_text: 'x' })).text).toBe(`Error: File ${path} already exists`);
    const edited = await run(over, { command: 'str_replace', path, old_str: 'aisle', new_str: 'window' });
    expect(edited.text).toContain('     1\tSeat: window');
    await run(over, { command: 'insert', path, insert_line: 1, insert_text: 'Row: 12\n' });
    expect((await run(over, { command: 'view', path, view_range: [1, 2] })).text).toBe(
      `Here's the content of ${path} with line numbers:\n     1\tSeat: window\n     2\tRow: 12`,
    );
    expect((await run(over, { command: 'view', path: '/memories' })).text).toMatch(
      /^Here're the files and directories up to 2 levels deep in \/memories, excluding hidden items and node_modules:\n\d+B\t\/memories\n\d+B\t\/memories\/trips\n\d+B\t\/memories\/trips\/上海\.md$/,
    );
    await run(over, { command: 'rename', old_path: '/memories/trips', new_path: '/memories/old' });
    expect((await run(over, { command: 'view', path })).text).toContain('does not exist');
    expect((await run(over, { command: 'view', path: '/memories/old/上海.md' })).text).toContain('Seat: window');
    expect((await run(over, { command: 'delete', path: '/memories/old' })).text).toBe('Successfully deleted /memories/old');
    expect((await run(over, { command: 'view', path: '/memories' })).text).not.toContain('old');
  });

  test('str_replace wants exactly one match', async () => {
    const over = shelf();
    await run(over, { command: 'create', path: '/memories/a', file_text: 'one two one' });
    const edit = (old_str: string) => run(over, { command: 'str_replace', path: '/memories/a', old_str, new_str: 'x' });
    expect(await edit('three')).toMatchObject({ failed: true, text: expect.stringContaining('did not appear') });
    expect(await edit('one')).toMatchObject({ failed: true, text: expect.stringContaining('Multiple') });
    expect(await edit('two')).toMatchObject({ failed: false });
  });

  test.each([
    '/etc/passwd',
    '/memories/../etc',
    '/memories/%2e%2e/etc',
    '/memories/%2E%2E%2Fetc',
    '/memories\\..\\etc',
    '/memories/a\u0000',
    '/memoriesx/a',
    '/memories//a',
    'memories/a',
    '',
  ])('the path %j is refused before anything is asked', async (path) => {
    const over = shelf();
    for (const command of ['view', 'create', 'str_replace', 'insert', 'delete'])
      expect(await run(over, { command, path, file_text: 'x', old_str: 'a', insert_line: 0, insert_text: 'x' })).toMatchObject({
        failed: true,
      });
    expect(await run(over, { command: 'rename', old_path: '/memories/a', new_path: path })).toMatchObject({ failed: true });
    expect(over.service.calls).toEqual([]);
  });

  test('the root stays', async () => {
    const over = shelf();
    expect((await run(over, { command: 'delete', path: '/memories' })).failed).toBe(true);
    expect((await run(over, { command: 'rename', old_path: '/memories', new_path: '/memories/b' })).failed).toBe(true);
    expect((await run(over, { command: 'view', path: '/memories/' })).text).toContain('0B\t/memories');
    expect((await run(over, { command: 'format' })).text).toContain('command must be one of view, create');
  });

  test('other facts are no files', async () => {
    const over = shelf();
    expect((await run(over, { command: 'view', path: '/memories' })).text).not.toContain('seat_preference');
  });
});
