/**
 * The envelope of JSON-RPC as this door reads it, before a protocol lane sees it. Stricter than both SDKs where they disagree with the
 * specification or with each other: `id: null` is a bad request and not a notification; a batch exists in one revision only.
 */
import { err, ok, type Result } from '../../domain/result.ts';
import { isObject } from '../shared/json-value.ts';
import { INVALID_PARAMS, INVALID_REQUEST } from './protocol-fault.ts';
import { readParams } from './rpc-params.ts';

export type RpcId = string | number;
export type RpcMessage = Readonly<Record<string, unknown>>;

export interface RpcRefusal {
  readonly status: 200 | 400;
  readonly code: number;
  readonly message: string;
  readonly id: RpcId | undefined;
}

/** Batches were part of this revision alone; it is also what a request without a version header means. */
const BATCH_VERSION = '2025-03-26';
/** More messages than this in one body are a load, not a conversation. */
const BATCH_MESSAGES_MAX = 50;

const isId = (value: unknown): value is RpcId => typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));

export const idOf = (message: unknown): RpcId | undefined => (isObject(message) && isId(message.id) ? message.id : undefined);

const refuse = (message: string, id?: RpcId): Result<never, RpcRefusal> => err({ status: 400, code: INVALID_REQUEST, message, id });

function readOne(value: unknown): Result<RpcMessage, RpcRefusal> {
  if (!isObject(value)) return refuse('A JSON-RPC message is an object.');
  const id = idOf(value);
  if (value.jsonrpc !== '2.0') return refuse('The field jsonrpc must be "2.0".', id);
  if ('id' in value && !isId(value.id)) return refuse('The field id must be a string or a whole number; leave it out for a notification.');
  if ('method' in value) {
    if (typeof value.method !== 'string' || value.method === '') return refuse('The field method must be a non-empty string.', id);
    const params = readParams(value.method, value.params);
    if (!params.ok) return err({ ...params.failure, code: INVALID_PARAMS, id });
    const { params: _sent, ...rest } = value;
    return ok(params.value === undefined ? rest : { ...rest, params: params.value });
  }
  if ('result' in value || 'error' in value) return ok(value);
  return refuse('A message carries a method, or a result or error.', id);
}

/** One message, or a batch where the revision has batches. `version` is the MCP-Protocol-Version header. */
export function readMessages(body: unknown, version: string | null): Result<RpcMessage | readonly RpcMessage[], RpcRefusal> {
  if (!Array.isArray(body)) return readOne(body);
  if (body.length === 0) return refuse('An empty batch asks nothing.');
  if ((version ?? BATCH_VERSION) !== BATCH_VERSION) return refuse('This protocol version has no batches: send one message a request.');
  if (body.length > BATCH_MESSAGES_MAX) return refuse(`A batch holds at most ${BATCH_MESSAGES_MAX} messages.`);
  const messages: RpcMessage[] = [];
  const ids = new Set<RpcId>();
  for (const item of body) {
    const message = readOne(item);
    if (!message.ok) return err({ ...message.failure, status: 400 });
    const id = idOf(message.value);
    if (id !== undefined && ids.has(id)) return refuse('Each request of a batch needs an id of its own.');
    if (id !== undefined) ids.add(id);
    messages.push(message.value);
  }
  return ok(messages);
}

export const asList = (messages: RpcMessage | readonly RpcMessage[]): readonly RpcMessage[] =>
  Array.isArray(messages) ? messages : [messages as RpcMessage];

export const paramsOf = (message: RpcMessage): RpcMessage => (isObject(message.params) ? message.params : {});

export const metaOf = (message: RpcMessage): RpcMessage => {
  const meta = paramsOf(message)._meta;
  return isObject(meta) ? meta : {};
};
