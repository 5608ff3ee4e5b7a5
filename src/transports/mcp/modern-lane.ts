/**
 * The 2026-07-28 lane: no handshake, every request carries its envelope. The SDK's handler checks envelope and headers, answers
 * server/discover, and stops the work when the client closes the stream; it is made anew for each request, as is the server.
 */
import { createMcpHandler, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { type Dispatcher, type Live, noReport } from './dispatch.ts';
import { type LaneExtensions, type ModernHandlers, NO_VALIDATOR } from './lanes.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolFault } from './protocol-fault.ts';

/** Lists are the same for every caller and change with a release only; what a resource says belongs to one credential and may change at once. */
const LIST_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const;
const READ_HINT = { ttlMs: 0, cacheScope: 'private' } as const;
const CACHE_HINTS = {
  'server/discover': LIST_HINT,
  'tools/list': LIST_HINT,
  'prompts/list': LIST_HINT,
  'resources/list': LIST_HINT,
  'resources/templates/list': LIST_HINT,
  'resources/read': READ_HINT,
};

/** This revision has no code of its own for an unknown resource. */
const CODES = { invalid_params: INVALID_PARAMS, resource_not_found: INVALID_PARAMS, internal: INTERNAL_ERROR } as const;

async function answered<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProtocolFault ? new ProtocolError(CODES[error.kind], error.message, error.data) : error;
  }
}

function liveOf({ mcpReq }: ServerContext): Live {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return { signal: mcpReq.signal, progress: null };
  return {
    signal: mcpReq.signal,
    progress: (report) => mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, ...report } }),
  };
}

function register(server: Server, dispatcher: Dispatcher): ModernHandlers {
  const callTool: ModernHandlers['callTool'] = (request, context) =>
    answered(dispatcher.callTool(request.params.name, request.params.arguments ?? {}, liveOf(context)));
  const getPrompt: ModernHandlers['getPrompt'] = (request, context) =>
    answered(dispatcher.getPrompt(request.params.name, request.params.arguments ?? {}, noReport(context.mcpReq.signal)));
  server.setRequestHandler('tools/list', () => dispatcher.listTools());
  server.setRequestHandler('tools/call', callTool);
  server.setRequestHandler('prompts/list', () => dispatcher.listPrompts());
  server.setRequestHandler('prompts/get', getPrompt);
  server.setRequestHandler('resources/list', () => dispatcher.listResources());
  server.setRequestHandler('resources/templates/list', () => dispatcher.listResourceTemplates());
  server.setRequestHandler('resources/read', (request, context) =>
    answered(dispatcher.readResource(request.params.uri, noReport(context.mcpReq.signal))),
  );
  return { callTool, getPrompt };
}

/** `onError` is for the operator, and hears of failures on our side only: the SDK reports each refused request as an error too. */
export async function serveModern(
  request: Request,
  body: unknown,
  dispatcher: Dispatcher,
  onError: (error: Error) => void,
  extend?: LaneExtensions['modern'],
): Promise<Response> {
  const makeServer = () => {
    const { info, instructions, capabilities } = dispatcher.introduction;
    const server = new Server(
      { ...info },
      { capabilities: { ...capabilities }, instructions, cacheHints: CACHE_HINTS, jsonSchemaValidator: NO_VALIDATOR },
    );
    const handlers = register(server, dispatcher);
    extend?.(server, handlers);
    return server;
  };
  const errors: Error[] = [];
  const handler = createMcpHandler(makeServer, { legacy: 'reject', onerror: (error) => errors.push(error) });
  const response = await handler.fetch(request, { parsedBody: body });
  if (response.status >= 500) errors.forEach(onError);
  return response;
}
