/** The official clients of both generations against the door, through nothing but fetch. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { type Bench, bench, URL_OF_MCP } from './fixture.ts';
import { MEMORY_ID } from './recording-service.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const fetchOf =
  ({ fetch }: Bench) =>
  (input: string | URL | Request, init?: RequestInit) =>
    fetch(new Request(input, init));

async function legacyClient(over: Bench): Promise<LegacyClient> {
  const client = new LegacyClient({ name: 'v1', version: '1' });
  await client.connect(new LegacyTransport(new URL(URL_OF_MCP), { fetch: fetchOf(over) }) as Parameters<LegacyClient['connect']>[0]);
  open.push(() => client.close());
  return client;
}

async function modernClient(over: Bench, mode: 'auto' | 'legacy'): Promise<ModernClient> {
  const client = new ModernClient({ name: 'v2', version: '2' }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(URL_OF_MCP), { fetch: fetchOf(over) }));
  open.push(() => client.close());
  return client;
}

describe.each([
  ['v1', (over: Bench) => legacyClient(over)],
  ['v2, newest revision', (over: Bench) => modernClient(over, 'auto')],
  ['v2, old revisions', (over: Bench) => modernClient(over, 'legacy')],
] as const)('client %s', (_name, connect) => {
  test('lists, writes, searches, forgets, with the instructions at hand', async () => {
    const over = bench();
    const client = await connect(over);
    expect(client.getInstructions()).toContain('memory_search');
    expect(client.getServerVersion()).toMatchObject({ name: 'hindsight-memory' });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(5);
    // The clients check structured content against the output schema that they listed, and throw when it does not fit.
    const written = await client.callTool({ name: 'memory_write', arguments: { content: '靠窗座位' } });
    expect(written.structuredContent).toMatchObject({ id: MEMORY_ID, status: 'created' });
    const found = await client.callTool({ name: 'memory_search', arguments: { query: 'seat' } });
    expect(found.structuredContent).toMatchObject({ abstained: false, results: [{ id: MEMORY_ID }] });
    const preview = await client.callTool({ name: 'memory_forget', arguments: { query: 'seat' } });
    expect(preview.structuredContent).toMatchObject({ status: 'preview', candidates: [{ id: MEMORY_ID }] });
    const refused = await client.callTool({ name: 'memory_search', arguments: {} });
    expect(refused.isError).toBe(true);
    expect(over.service.calls.map(({ verb }) => verb)).toEqual(['write', 'search', 'forget']);
  });

  test('reads prompts and resources', async () => {
    const client = await connect(bench());
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['memory_instructions', 'recall_context']);
    const { messages } = await client.getPrompt({ name: 'recall_context', arguments: { session_id: 's1', query: 'seat' } });
    expect(JSON.stringify(messages)).toContain('context of s1 for seat');
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['memory://stats']);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    const { contents } = await client.readResource({ uri: 'memory://stats' });
    expect(JSON.stringify(contents)).toContain('counts');
    await expect(client.readResource({ uri: 'memory://nothing' })).rejects.toThrow(/no such resource/i);
  });

  test('hears progress', async () => {
    const client = await connect(bench());
    const heard: number[] = [];
    const request = { name: 'memory_summarize', arguments: { memory_ids: [MEMORY_ID] } };
    const options = { onprogress: ({ progress }: { progress: number }) => void heard.push(progress) };
    if (client instanceof LegacyClient) await client.callTool(request, undefined, options);
    else await client.callTool(request, options);
    expect(heard).toEqual([0]);
  });
});

test('a client that speaks the newest revision never initializes', async () => {
  const methods: string[] = [];
  const over = bench();
  const watched: Bench = {
    ...over,
    fetch: async (request) => {
      methods.push(request.headers.get('mcp-method') ?? 'none');
      return over.fetch(request);
    },
  };
  const client = await modernClient(watched, 'auto');
  await client.callTool({ name: 'memory_stats', arguments: {} });
  expect(methods).not.toContain('none');
  expect(methods[0]).toBe('server/discover');
});
