/**
 * An agent of the OpenAI Agents SDK with memory tools. Run: node agent.ts "Which seat do I usually take?"
 * With --tools-only it connects, writes and searches without a model.
 */
import { Agent, MCPServerStreamableHttp, run } from '@openai/agents';
import { MEMORY_INSTRUCTIONS } from '../instructions.ts';
import { connectionFromEnvironment, headersOf, memorySession } from '../session.ts';

const connection = connectionFromEnvironment();
const memory = new MCPServerStreamableHttp({
  name: 'hindsight',
  url: `${connection.url}/mcp`,
  requestInit: { headers: headersOf(connection) },
  cacheToolsList: true,
});
await memory.connect();
try {
  if (process.argv.includes('--tools-only')) {
    console.log((await memory.listTools()).map(({ name }) => name).join(', '));
    await memory.callTool('memory_write', { content: 'The user prefers a window seat.', key: 'user.seat_preference', origin: 'user' });
    console.log(JSON.stringify(await memory.callTool('memory_search', { query: 'seat preference' })));
  } else {
    const question = process.argv[2] ?? 'Which seat do I usually take?';
    const session = memorySession(connection, 'openai-agents-example');
    const recalled = await session.context(question);
    const agent = new Agent({
      name: 'Assistant',
      model: 'gpt-4.1-mini',
      instructions: `${MEMORY_INSTRUCTIONS}\n\n${recalled}`,
      mcpServers: [memory],
    });
    const { finalOutput } = await run(agent, question);
    console.log(finalOutput);
    await session.record('user', question);
    await session.record('assistant', String(finalOutput));
  }
} finally {
  await memory.close();
}
