/**
 * What the 2025 revisions let a server ask of a client: sampling and elicitation, answered in a POST of its own. A stateless server cannot
 * tie the two together, so the product does without; this fixture does it in the memory of its one isolate.
 */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { LaneExtensions, LegacyExtra } from '../../src/transports/mcp/lanes.ts';
import type { RpcMessage } from '../../src/transports/mcp/rpc-message.ts';
import type { CallToolResult } from '../../src/transports/mcp/tool-call.ts';
import { pause } from './fixture-surface.ts';

type LegacyTransport = Parameters<NonNullable<LaneExtensions['legacy']>>[1];

const waiting = new Map<string, (result: unknown) => void>();
let asked = 0;

/** Hands a posted response to the call that waits for it. */
export function deliver(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return false;
  const resolve = waiting.get(String(message.id));
  if (resolve === undefined) return false;
  waiting.delete(String(message.id));
  resolve('result' in message ? message.result : null);
  return true;
}

/** Sends over the stream of the call and waits for the client's answer. */
async function ask(transport: LegacyTransport, extra: LegacyExtra, method: string, params: Record<string, unknown>): Promise<unknown> {
  asked += 1;
  const id = `asked-${asked}`;
  const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
  await transport.send({ jsonrpc: '2.0', id, method, params }, { relatedRequestId: extra.requestId });
  return answer;
}

const says = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

const DEFAULTS = {
  name: { type: 'string', description: 'Name', default: 'John Doe' },
  age: { type: 'integer', description: 'Age', default: 30 },
  score: { type: 'number', description: 'Score', default: 95.5 },
  status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verified', default: true },
};

const ENUMS = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    oneOf: [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
      { const: 'value3', title: 'Third Option' },
    ],
  },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: {
    type: 'array',
    items: {
      anyOf: [
        { const: 'value1', title: 'First Choice' },
        { const: 'value2', title: 'Second Choice' },
        { const: 'value3', title: 'Third Choice' },
      ],
    },
  },
};

const USER = {
  username: { type: 'string', description: "User's response" },
  email: { type: 'string', description: "User's email address" },
};

const form = (message: string, properties: object, required?: readonly string[]) => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties, ...(required === undefined ? {} : { required }) },
});

const STREAMED: ReadonlySet<unknown> = new Set([
  'test_tool_with_logging',
  'test_sampling',
  'test_elicitation',
  'test_elicitation_sep1034_defaults',
  'test_elicitation_sep1330_enums',
]);

async function answerTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  transport: LegacyTransport,
  extra: LegacyExtra,
): Promise<CallToolResult | null> {
  switch (name) {
    case 'test_tool_with_logging':
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
        await pause();
      }
      return says('Logged.');
    case 'test_sampling': {
      const messages = [{ role: 'user', content: { type: 'text', text: String(given.prompt) } }];
      const answer = await ask(transport, extra, 'sampling/createMessage', { messages, maxTokens: 100 });
      return says(`LLM response: ${JSON.stringify(answer)}`);
    }
    case 'test_elicitation':
      return says(
        `User response: ${JSON.stringify(await ask(transport, extra, 'elicitation/create', form(String(given.message), USER, ['username', 'email'])))}`,
      );
    case 'test_elicitation_sep1034_defaults':
      return says(`Elicitation completed: ${JSON.stringify(await ask(transport, extra, 'elicitation/create', form('Check', DEFAULTS)))}`);
    case 'test_elicitation_sep1330_enums':
      return says(`Elicitation completed: ${JSON.stringify(await ask(transport, extra, 'elicitation/create', form('Choose', ENUMS)))}`);
    default:
      return null;
  }
}

function answerRest(server: Server): void {
  server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } });
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [], total: 0, hasMore: false } }));
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

export const legacyExtension: Required<Pick<LaneExtensions, 'legacy' | 'streams'>> = {
  legacy: (server, transport, handlers) => {
    answerRest(server);
    server.setRequestHandler(
      CallToolRequestSchema,
      async (request, extra) =>
        (await answerTool(request.params.name, request.params.arguments ?? {}, transport, extra)) ?? handlers.callTool(request, extra),
    );
  },
  streams: ({ params }: RpcMessage) => typeof params === 'object' && params !== null && 'name' in params && STREAMED.has(params.name),
};
