/** Four clients against the Worker as it is deployed, in workerd, over a socket: each lists, writes, searches and forgets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalWorker, startLocalWorker } from '../../../scripts/local-worker.ts';

const WITHIN_MS = 90_000;

interface Driver {
  readonly tools: () => Promise<readonly string[]>;
  /** The text of the reply, which every client hands on. */
  readonly call: (name: string, given: Record<string, unknown>) => Promise<string>;
  readonly close: () => Promise<void>;
}

let worker: LocalWorker;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hindsight-clients-'));
  worker = await startLocalWorker({ vars: { HINDSIGHT_AUTH: 'off', HINDSIGHT_EMBEDDER: 'none' } });
}, WITHIN_MS);
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = (result: object): string => {
  const content = 'content' in result && Array.isArray(result.content) ? (result.content as { text?: string }[]) : [];
  return content.map(({ text }) => text ?? '').join('');
};

const overClient = (client: Client | ModernClient): Driver => ({
  tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
  close: () => client.close(),
});

async function legacy(url: string): Promise<Driver> {
  const client = new Client({ name: 'v1', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0]);
  return overClient(client);
}

async function modern(url: string): Promise<Driver> {
  const client = new ModernClient({ name: 'v2', version: '2' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new ModernTransport(new URL(url)));
  return overClient(client);
}

async function remote(url: string): Promise<Driver> {
  const client = new Client({ name: 'stdio host', version: '1' });
  const env = { MCP_REMOTE_CONFIG_DIR: folder, HOME: folder, PATH: process.env.PATH ?? '' };
  const args = ['node_modules/mcp-remote/dist/proxy.js', url, '--transport', 'http-only'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return overClient(client);
}

async function aiSdk(url: string): Promise<Driver> {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, given) => textOf((await tools[name]?.execute?.(given, { toolCallId: '1', messages: [] })) as object),
    close: () => client.close(),
  };
}

test.each([
  ['@modelcontextprotocol/sdk', legacy],
  ['@modelcontextprotocol/client', modern],
  ['@ai-sdk/mcp', aiSdk],
  ['mcp-remote', remote],
] as const)(
  '%s lists, writes, searches and forgets',
  async (name, connect) => {
    const driver = await connect(`${worker.url}/mcp`);
    try {
      expect(await driver.tools()).toEqual(['memory_write', 'memory_search', 'memory_forget', 'memory_summarize', 'memory_stats']);
      const content = `用户用 ${name} 订票时喜欢靠窗座位`;
      const { id, status } = JSON.parse(await driver.call('memory_write', { content, origin: 'user' })) as { id: string; status: string };
      expect(status).toBe('created');
      const query = { query: `${name} 靠窗座位`, top_k: 50 };
      expect(await driver.call('memory_search', query)).toContain(id);
      expect(JSON.parse(await driver.call('memory_forget', { memory_id: id }))).toMatchObject({ status: 'forgotten', ids: [id] });
      expect(await driver.call('memory_search', query)).not.toContain(id);
    } finally {
      await driver.close();
    }
  },
  WITHIN_MS,
);
