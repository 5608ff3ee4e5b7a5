/**
 * The 2025-era lane: protocol revisions 2024-11-05 to 2025-11-25 with their initialize handshake, served without a session. Server and
 * transport live for one request, so equal ids of different clients never meet (a shared pair is what CVE-2026-25536 was about).
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Dispatcher, type Live, noReport } from './dispatch.ts';
import { type LaneExtensions, type LegacyExtra, type LegacyHandlers, NO_VALIDATOR } from './lanes.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, ProtocolFault, RESOURCE_NOT_FOUND } from './protocol-fault.ts';
import { metaOf, paramsOf, type RpcMessage } from './rpc-message.ts';

const CODES = { invalid_params: INVALID_PARAMS, resource_not_found: RESOURCE_NOT_FOUND, internal: INTERNAL_ERROR } as const;

/** The SDK reads `code` and `data` off any error; its own class would put the code into the message as well. */
class LegacyError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(fault: ProtocolFault) {
    super(fault.message);
    this.code = CODES[fault.kind];
    this.data = fault.data;
  }
}

async function answered<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProtocolFault ? new LegacyError(error) : error;
  }
}

function liveOf(extra: LegacyExtra, streaming: boolean): Live {
  const token = extra._meta?.progressToken;
  if (token === undefined || !streaming) return { signal: extra.signal, progress: null };
  return {
    signal: extra.signal,
    progress: (report) => extra.sendNotification({ method: 'notifications/progress', params: { progressToken: token, ...report } }),
  };
}

function register(server: Server, dispatcher: Dispatcher, streaming: boolean): LegacyHandlers {
  const callTool: LegacyHandlers['callTool'] = (request, extra) =>
    answered(dispatcher.callTool(request.params.name, request.params.arguments ?? {}, liveOf(extra, streaming)));
  server.setRequestHandler(ListToolsRequestSchema, () => dispatcher.listTools());
  server.setRequestHandler(CallToolRequestSchema, callTool);
  server.setRequestHandler(ListPromptsRequestSchema, () => dispatcher.listPrompts());
  server.setRequestHandler(GetPromptRequestSchema, (request, extra) =>
    answered(dispatcher.getPrompt(request.params.name, request.params.arguments ?? {}, noReport(extra.signal))),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => dispatcher.listResources());
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => dispatcher.listResourceTemplates());
  server.setRequestHandler(ReadResourceRequestSchema, (request, extra) =>
    answered(dispatcher.readResource(request.params.uri, noReport(extra.signal))),
  );
  return { callTool };
}

/** Streams only what was asked to be watched: a progress token, a tool that reports, and a client that reads streams. */
export function wantsStream(message: RpcMessage, accept: string | null, reports: (tool: string) => boolean): boolean {
  if (message.method !== 'tools/call' || metaOf(message).progressToken === undefined) return false;
  const name = paramsOf(message).name;
  return typeof name === 'string' && reports(name) && (accept ?? '').includes('text/event-stream');
}

/** `stream`: answer over an event stream instead of one JSON body. */
export async function serveLegacy(
  request: Request,
  body: unknown,
  dispatcher: Dispatcher,
  stream: boolean,
  extend?: LaneExtensions['legacy'],
): Promise<Response> {
  const { info, instructions, capabilities } = dispatcher.introduction;
  const server = new Server({ ...info }, { capabilities: { ...capabilities }, instructions, jsonSchemaValidator: NO_VALIDATOR });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !stream });
  const handlers = register(server, dispatcher, stream);
  extend?.(server, transport, handlers);
  await server.connect(transport);
  // Clients in the field send every Accept there is; the SDK's 406 would lock out half of them.
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  headers.delete('content-length');
  const response = await transport.handleRequest(new Request(request.url, { method: 'POST', headers }), { parsedBody: body });
  if (!stream) await server.close();
  return response;
}
