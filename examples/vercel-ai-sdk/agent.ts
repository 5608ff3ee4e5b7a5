/** One exchange with memory: context in, tools at hand, turns recorded. Run: node agent.ts "Book me a flight to Lisbon" */
import { openai } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';
import { MEMORY_INSTRUCTIONS } from '../instructions.ts';
import { connectionFromEnvironment, memorySession } from '../session.ts';
import { connectMemoryTools } from './memory-tools.ts';

const connection = connectionFromEnvironment();
const question = process.argv[2] ?? 'Which seat do I usually take?';
const session = memorySession(connection, 'vercel-ai-sdk-example');
const memory = await connectMemoryTools(connection);
try {
  const recalled = await session.context(question);
  const { text } = await generateText({
    model: openai('gpt-4.1-mini'),
    system: `${MEMORY_INSTRUCTIONS}\n\n${recalled}`,
    prompt: question,
    tools: await memory.tools(),
    stopWhen: stepCountIs(5),
  });
  console.log(text);
  await session.record('user', question);
  await session.record('assistant', text);
} finally {
  await memory.close();
}
