/**
 * Params of the methods served here, checked before an SDK sees them: what the SDKs say of wrong params is their validator's output under
 * an internal error. Lenient where a client's habit is harmless; arguments that do not fit a tool are the tool's affair (tool-call.ts).
 */
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { err, ok, type Result } from '../../domain/result.ts';
import { isObject, type JsonObject } from '../shared/json-value.ts';

/** The params as the lanes may have them, or the words of the refusal (-32602). */
type ReadParams = Result<JsonObject, string>;

/** Some clients send the whole of `arguments` as a JSON string, or null for none. */
function readArguments(given: unknown): JsonObject | null {
  if (given === undefined || given === null) return {};
  if (isObject(given)) return given;
  if (typeof given !== 'string') return null;
  if (given.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(given);
    return isObject(value) ? value : null;
  } catch (error) {
    // Not JSON, so no arguments: the caller refuses it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

function toolCall(params: JsonObject): ReadParams {
  if (!isName(params.name)) return err('params.name must be the name of a tool.');
  const given = readArguments(params.arguments);
  if (given === null) return err('params.arguments must be an object of arguments by name.');
  // A server without the tasks capability answers at once, whatever the client would have liked.
  const { task: _task, ...rest } = params;
  return ok({ ...rest, arguments: given });
}

/** Arguments of prompts are text by definition; a number is read as its digits. */
function promptGet(params: JsonObject): ReadParams {
  if (!isName(params.name)) return err('params.name must be the name of a prompt.');
  const given = readArguments(params.arguments);
  if (given === null) return err('params.arguments must be an object of texts by name.');
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object') return err('params.arguments must be an object of texts by name.');
    texts[name] = String(value);
  }
  return ok({ ...params, arguments: texts });
}

const resourceRead = (params: JsonObject): ReadParams =>
  isName(params.uri) ? ok(params) : err('params.uri must be the URI of a resource, such as memory://stats.');

/** Every list here is one page, so no cursor was ever handed out. */
function list(params: JsonObject): ReadParams {
  const { cursor, ...rest } = params;
  if (cursor === undefined || cursor === null || cursor === '') return ok(rest);
  return err('params.cursor is not one of this server: the list is one page. Leave it out.');
}

/** What a person with curl leaves out is filled in; the reply does not depend on it. */
function initialize(params: JsonObject): ReadParams {
  const { protocolVersion, capabilities = {}, clientInfo = { name: 'unknown', version: '0' } } = params;
  if (typeof protocolVersion !== 'string') return err('params.protocolVersion must be a version, such as 2025-11-25.');
  if (!isObject(capabilities)) return err('params.capabilities must be an object.');
  if (!isObject(clientInfo) || !isName(clientInfo.name)) return err('params.clientInfo must hold a name and a version.');
  const version = typeof clientInfo.version === 'string' ? clientInfo.version : '0';
  return ok({ ...params, capabilities, clientInfo: { ...clientInfo, version } });
}

const READERS: ReadonlyMap<string, (params: JsonObject) => ReadParams> = new Map([
  ['initialize', initialize],
  ['tools/list', list],
  ['tools/call', toolCall],
  ['prompts/list', list],
  ['prompts/get', promptGet],
  ['resources/list', list],
  ['resources/templates/list', list],
  ['resources/read', resourceRead],
]);

const isToken = (value: unknown): boolean => value === undefined || typeof value === 'string' || Number.isSafeInteger(value);

export interface ParamsRefusal {
  readonly message: string;
  /** 400: the message itself is not one. 200: a well-formed request for something that cannot be, as an unknown tool is. */
  readonly status: 200 | 400;
}

export function readParams(method: string, params: unknown): Result<JsonObject | undefined, ParamsRefusal> {
  if (params !== undefined && !isObject(params)) return err({ status: 400, message: 'The field params must be an object.' });
  const meta = params?._meta;
  if (meta !== undefined && (!isObject(meta) || !isToken(meta.progressToken)))
    return err({ status: 400, message: 'params._meta must be an object, and its progressToken text or a whole number.' });
  // With an envelope of the newer revision there is no initialize: its lane says so.
  const reader = method === 'initialize' && meta?.[PROTOCOL_VERSION_META_KEY] !== undefined ? undefined : READERS.get(method);
  if (reader === undefined) return ok(params);
  const read = reader(params ?? {});
  if (!read.ok) return err({ status: 200, message: read.failure });
  return ok(params === undefined && Object.keys(read.value).length === 0 ? undefined : read.value);
}
