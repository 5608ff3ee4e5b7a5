/** The five tools as AI SDK tools. Close the client when the answer is finished. */
import { createMCPClient } from '@ai-sdk/mcp';
import { type Connection, headersOf } from '../session.ts';

export const connectMemoryTools = (connection: Connection) =>
  createMCPClient({ transport: { type: 'http', url: `${connection.url}/mcp`, headers: headersOf(connection) } });
