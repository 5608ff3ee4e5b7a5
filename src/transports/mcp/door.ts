/**
 * One URL for both protocol eras, POST only, nothing kept between requests. This file reads the body once, refuses what is no message,
 * and hands the rest to a lane. Access, namespace, rate and browser rules stand before it (app.ts).
 */
import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Scope } from '../../domain/access/api-key.ts';
import { parseJson } from '../shared/request-limits.ts';
import type { Dispatcher } from './dispatch.ts';
import type { LaneExtensions } from './lanes.ts';
import { serveLegacy, wantsStream } from './legacy-lane.ts';
import { serveModern } from './modern-lane.ts';
import { METHOD_NOT_FOUND, PARSE_ERROR, TRANSPORT_ERROR } from './protocol-fault.ts';
import { matchResource } from './resource-uri.ts';
import { asList, idOf, paramsOf, type RpcMessage, type RpcRefusal, readMessages } from './rpc-message.ts';
import { rpcError, withoutNullId } from './rpc-response.ts';
import type { Surface } from './surface.ts';

export interface DoorOptions {
  /** Made once the message is known, because it may introduce the client. */
  readonly dispatcher: (messages: RpcMessage | readonly RpcMessage[]) => Dispatcher;
  /** The refusal of a message that needs a scope which the credential lacks; null when it may pass. */
  readonly refuseScope: (message: RpcMessage) => Response | null;
  readonly reportsProgress: (tool: string) => boolean;
  readonly onError: (error: Error) => void;
  readonly extensions?: LaneExtensions;
}

/** Never a stream on GET (it would hang without a byte), never a session to delete. Answered before anything else is looked at. */
export const methodNotAllowed = (): Response =>
  rpcError(405, TRANSPORT_ERROR, 'Only POST is served here: there is no session and no stream to open.', { headers: { allow: 'POST' } });

export const unsupportedMediaType = (): Response => rpcError(415, TRANSPORT_ERROR, 'The content type must be application/json.');

export const isJsonRequest = (request: Request): boolean => isJsonContentType(request.headers.get('content-type'));

/** `bytes` is the body, bounded before. */
export async function answerMessage(request: Request, bytes: Uint8Array, options: DoorOptions): Promise<Response> {
  const read = parseJson(bytes);
  if (!read.ok) return rpcError(400, PARSE_ERROR, read.failure.message);
  const messages = readMessages(read.value, request.headers.get('mcp-protocol-version'));
  if (!messages.ok) return refuseMessage(messages.failure);
  const body = messages.value;
  for (const message of asList(body)) {
    const refused = options.refuseScope(message);
    if (refused !== null) return refused;
    if (message.method === LISTEN)
      return rpcError(404, METHOD_NOT_FOUND, 'Nothing here changes in a way to subscribe to.', { id: idOf(message) });
  }
  return withoutNullId(await answerInLane(request, body, options));
}

function refuseMessage({ status, code, message, id }: RpcRefusal): Response {
  // A notification is never answered with an error of JSON-RPC under a success.
  return rpcError(id === undefined ? 400 : status, code, message, { id });
}

/** A stream that would stay open for ever, in an isolate that is billed and ended: no list of ours changes without a release. */
const LISTEN = 'subscriptions/listen';

async function answerInLane(request: Request, body: RpcMessage | readonly RpcMessage[], options: DoorOptions): Promise<Response> {
  const { reportsProgress, onError, extensions = {} } = options;
  const dispatcher = options.dispatcher(body);
  if (!(await isLegacyRequest(request, body))) return serveModern(request, body, dispatcher, onError, extensions.modern);
  const accept = request.headers.get('accept');
  const stream = asList(body).some((message) => wantsStream(message, accept, reportsProgress) || extensions.streams?.(message) === true);
  return serveLegacy(request, body, dispatcher, stream, extensions.legacy);
}

/** The scopes that a message needs, by the thing it names. An unknown name needs none: it is refused as unknown, not as forbidden. */
export function scopesNeeded(surface: Surface, message: RpcMessage): readonly Scope[] {
  const params = paramsOf(message);
  switch (message.method) {
    case 'tools/call':
      return surface.tools.find(({ name }) => name === params.name)?.scopes ?? [];
    case 'prompts/get':
      return surface.prompts.find(({ name }) => name === params.name)?.scopes ?? [];
    case 'resources/read':
      return typeof params.uri === 'string' ? (matchResource(surface.resources, params.uri)?.resource.scopes ?? []) : [];
    default:
      return [];
  }
}
