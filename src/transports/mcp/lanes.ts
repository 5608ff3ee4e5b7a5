import type { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import type { WebStandardStreamableHTTPServerTransport as LegacyTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolRequest as LegacyCall, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolRequest, GetPromptRequest, Server as ModernServer, ServerContext } from '@modelcontextprotocol/server';
import type { RpcMessage } from './rpc-message.ts';
import type { PromptMessage } from './surface.ts';
import type { CallToolResult } from './tool-call.ts';

export type LegacyExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a lane registered, for an extension that stands before it. */
export interface LegacyHandlers {
  callTool(request: LegacyCall, extra: LegacyExtra): Promise<CallToolResult>;
}
export interface ModernHandlers {
  callTool(request: CallToolRequest, context: ServerContext): Promise<CallToolResult>;
  getPrompt(request: GetPromptRequest, context: ServerContext): Promise<{ description: string; messages: PromptMessage[] }>;
}

/**
 * How a conformance fixture offers, over this very transport, what the product has not: sampling, elicitation, completion, subscriptions.
 * The product passes none of it.
 */
export interface LaneExtensions {
  readonly legacy?: (server: LegacyServer, transport: LegacyTransport, handlers: LegacyHandlers) => void;
  readonly modern?: (server: ModernServer, handlers: ModernHandlers) => void;
  /** Legacy messages to answer over a stream besides those that ask for progress. */
  readonly streams?: (message: RpcMessage) => boolean;
}

/** Never asked: nothing here elicits. Handed to both SDKs because their default builds a whole validator for every request. */
export const NO_VALIDATOR = {
  getValidator: () => () => {
    throw new Error('this server elicits nothing');
  },
};
