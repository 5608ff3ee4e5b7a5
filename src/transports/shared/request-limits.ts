/** Bodies are bounded while they stream in and before they are parsed. */
import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { isObject, JSON_DEPTH_MAX, type JsonObject, nestsTooDeep } from './json-value.ts';

const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

const tooLarge = (limit: number): { readonly ok: false; readonly failure: Failure } =>
  err({ kind: 'too_large', limit, message: `The body is larger than ${limit} bytes, the limit of this route. Send less at once.` });

const malformed = (message: string, hint?: string): { readonly ok: false; readonly failure: Failure } =>
  err(hint === undefined ? { kind: 'malformed', message } : { kind: 'malformed', message, hint });

/** A declared length over the limit is refused unread; a body that turns out longer than declared is dropped at the limit. */
export async function readBody(request: Request, bytes_max: number): Promise<Result<Uint8Array, Failure>> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity')
    return malformed('Compressed bodies are not read.', 'Send it without Content-Encoding.');
  if (Number(request.headers.get('content-length') ?? 0) > bytes_max) return tooLarge(bytes_max);
  if (request.body === null) return ok(new Uint8Array());
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > bytes_max) {
      await reader.cancel();
      return tooLarge(bytes_max);
    }
    parts.push(value);
  }
  return ok(joined(parts, bytes));
}

export function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** Null for bytes that are not UTF-8: JSON is UTF-8, and guessing would store another text than was sent. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    // A fatal decoder has no other way to say no.
    return null;
  }
}

export function parseJson(bytes: Uint8Array): Result<unknown, Failure> {
  const text = decodeUtf8(bytes);
  if (text === null) return malformed('The body is not UTF-8.', 'Encode the JSON as UTF-8.');
  if (text.trim() === '') return malformed('The body is empty.', 'Send a JSON object.');
  if (nestsTooDeep(text)) return malformed(`The body nests deeper than ${JSON_DEPTH_MAX} levels.`);
  try {
    return ok(JSON.parse(text));
  } catch {
    // The parser's message quotes the body, which must not come back in an error or a log.
    return malformed('The body is not JSON.', 'Check quotes and commas; send one JSON object.');
  }
}

/**
 * A body that must be a JSON object; undefined for an empty one where the route can do without. The type is asked for only when there is
 * something to read; without a Content-Type it is taken as JSON.
 */
export async function readJsonObject(
  request: Request,
  bytes_max: number,
  presence: 'required' | 'optional' = 'required',
): Promise<Result<JsonObject | undefined, Failure>> {
  const type = request.headers.get('content-type');
  const body = await readBody(request, bytes_max);
  if (!body.ok) return body;
  if (presence === 'optional' && body.value.byteLength === 0) return ok(undefined);
  if (type !== null && !JSON_TYPE.test(type)) return malformed('The body must be JSON.', 'Send it with Content-Type: application/json.');
  const parsed = parseJson(body.value);
  if (!parsed.ok) return parsed;
  return isObject(parsed.value) ? ok(parsed.value) : malformed('A JSON object is expected.', 'Send one object, such as {"content":"…"}.');
}
