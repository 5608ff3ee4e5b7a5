import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** One agent with its own MCP connection; prints each call with its time. */
export interface MemoryClient {
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function connect(url: string, name: string, namespace: string, print: (line: string) => void): Promise<MemoryClient> {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { 'X-Hindsight-Namespace': namespace } },
  });
  await client.connect(transport);
  return {
    async call(tool, args) {
      const start = performance.now();
      const result = await client.callTool({ name: tool, arguments: args });
      const elapsed_ms = performance.now() - start;
      print(`  ${name} → ${tool} ${JSON.stringify(args)}   ${elapsed_ms.toFixed(0)} ms`);
      if (result.isError === true || result.structuredContent === undefined)
        throw new Error(`${tool} failed: ${JSON.stringify(result.content)}`);
      return result.structuredContent as Record<string, unknown>;
    },
    close: () => client.close(),
  };
}
