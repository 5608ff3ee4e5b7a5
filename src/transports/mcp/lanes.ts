import type { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import type { WebStandardStreamableHTTPServerTransport as LegacyTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Server as ModernServer } from '@modelcontextprotocol/server';
import type { RpcMessage } from './rpc-message.ts';

/**
 * How a conformance fixture offers, over this very transport, what the product has not: sampling, elicitation, completion, subscriptions.
 * The product passes none of it.
 */
export interface LaneExtensions {
  readonly legacy?: (server: LegacyServer, transport: LegacyTransport) => void;
  readonly modern?: (server: ModernServer) => void;
  /** Legacy messages to answer over a stream besides those that ask for progress. */
  readonly streams?: (message: RpcMessage) => boolean;
}

/** Never asked: nothing here elicits. Handed to both SDKs because their default builds a whole validator for every request. */
export const NO_VALIDATOR = {
  getValidator: () => () => {
    throw new Error('this server elicits nothing');
  },
};
