/** A plain MCP client: two agents in two sessions share what the user said. Run: node examples/mcp-client/main.ts */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectionFromEnvironment, headersOf } from '../session.ts';

const connection = connectionFromEnvironment();

async function connect(name: string): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${connection.url}/mcp`), { requestInit: { headers: headersOf(connection) } }),
  );
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError === true) throw new Error(`${name} failed: ${JSON.stringify(result.content)}`);
  return (result.structuredContent ?? {}) as Record<string, unknown>;
}

const monday = await connect('monday-agent');
console.log('tools:', (await monday.listTools()).tools.map(({ name }) => name).join(', '));
const written = await call(monday, 'memory_write', {
  content: 'The user prefers a window seat on flights.',
  key: 'user.seat_preference',
  origin: 'user',
});
console.log('written:', written.status, written.id);
await monday.close();

const friday = await connect('friday-agent');
const found = await call(friday, 'memory_search', { query: 'Which seat does the user like?' });
const [best] = found.results as { content: string; score: number }[];
console.log('found:', best?.content, best?.score);

const prompt = await friday.getPrompt({
  name: 'recall_context',
  arguments: { session_id: 'friday', query: 'Book a flight', budget_tokens: '300' },
});
console.log('context for the model:\n', prompt.messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n'));
await friday.close();
