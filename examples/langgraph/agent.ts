/**
 * A LangGraph agent with memory tools. Run: node agent.ts "Which seat do I usually take?"
 * With --tools-only it connects, writes and searches without a model.
 */
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { MEMORY_INSTRUCTIONS } from '../instructions.ts';
import { connectionFromEnvironment, headersOf, memorySession } from '../session.ts';

const connection = connectionFromEnvironment();
const client = new MultiServerMCPClient({
  mcpServers: { hindsight: { transport: 'http', url: `${connection.url}/mcp`, headers: headersOf(connection) } },
});
try {
  const tools = await client.getTools();
  if (process.argv.includes('--tools-only')) {
    const named = new Map(tools.map((tool) => [tool.name, tool]));
    console.log([...named.keys()].join(', '));
    await named.get('memory_write')?.invoke({ content: 'The user prefers a window seat.', key: 'user.seat_preference', origin: 'user' });
    console.log(await named.get('memory_search')?.invoke({ query: 'seat preference' }));
  } else {
    const { ChatOpenAI } = await import('@langchain/openai');
    const { createReactAgent } = await import('@langchain/langgraph/prebuilt');
    const question = process.argv[2] ?? 'Which seat do I usually take?';
    const session = memorySession(connection, 'langgraph-example');
    const recalled = await session.context(question);
    const agent = createReactAgent({
      llm: new ChatOpenAI({ model: 'gpt-4.1-mini' }),
      tools,
      prompt: `${MEMORY_INSTRUCTIONS}\n\n${recalled}`,
    });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
    const answer = String(messages.at(-1)?.content ?? '');
    console.log(answer);
    await session.record('user', question);
    await session.record('assistant', answer);
  }
} finally {
  await client.close();
}
