/** mcp-remote, by which stdio-only hosts reach a URL, with a key of its own: it sends GET first, and probes for OAuth. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { type Bench, bearer, bench } from './fixture.ts';
import { MEMORY_ID } from './recording-service.ts';

const WITHIN_MS = 60_000;

/** mcp-remote puts the variable of its environment in here; without a space, which some hosts would split at. */
const PLACE_OF_AUTH = '$'.concat('{AUTH}');

/** The door behind a real socket. */
async function listen({ fetch }: Bench): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const method = incoming.method ?? 'GET';
    const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(parts);
    const response = await fetch(new Request(`http://${incoming.headers.host}${incoming.url}`, { method, headers, body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

test(
  'mcp-remote with a key lists, writes, searches, forgets',
  async () => {
    const over = bench({ auth: 'keys' });
    const { server, url } = await listen(over);
    const config = mkdtempSync(join(tmpdir(), 'hindsight-mcp-remote-'));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['node_modules/mcp-remote/dist/proxy.js', url, '--transport', 'http-only', '--header', `Authorization:${PLACE_OF_AUTH}`],
      env: { AUTH: bearer('one'), MCP_REMOTE_CONFIG_DIR: config, HOME: config, PATH: process.env.PATH ?? '' },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'stdio host', version: '1' });
    try {
      await client.connect(transport);
      expect((await client.listTools()).tools).toHaveLength(5);
      const written = await client.callTool({ name: 'memory_write', arguments: { content: '靠窗' } });
      expect(written.structuredContent).toMatchObject({ id: MEMORY_ID });
      const found = await client.callTool({ name: 'memory_search', arguments: { query: 'seat' } });
      expect(JSON.stringify(found.structuredContent)).toContain('seat in one');
      const forgotten = await client.callTool({ name: 'memory_forget', arguments: { memory_id: MEMORY_ID } });
      expect(forgotten.structuredContent).toMatchObject({ status: 'forgotten' });
    } finally {
      await client.close();
      server.closeAllConnections();
      server.close();
      rmSync(config, { recursive: true, force: true });
    }
    expect(over.service.calls.map(({ caller }) => caller.namespace)).toEqual(['one', 'one', 'one']);
  },
  WITHIN_MS,
);
