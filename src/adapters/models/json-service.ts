/** One JSON request to a model service, with every way it can go wrong named. Causes never hold what was sent or answered. */
import { err, ok, type Result } from '../../domain/result.ts';

export interface JsonRequest {
  readonly url: string;
  readonly body: object;
  readonly api_key: string | null;
  readonly timeout_ms: number;
  /** A larger answer is not read. */
  readonly answer_bytes_max: number;
}

/** `timeout`, `unreachable`, `http_<status>`, `answer_too_large`, `bad_json`. */
export async function postJson({ url, body, api_key, timeout_ms, answer_bytes_max }: JsonRequest): Promise<Result<unknown, string>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
      },
      body: JSON.stringify(body),
      // A redirect would carry the notes to a host that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return err(`http_${response.status}`);
    }
    const text = await readBounded(response, answer_bytes_max);
    return text === null ? err('answer_too_large') : parse(text);
  } catch (problem) {
    // Whatever the network did, the caller has a way to go on and says which kind of fault it was.
    return err(problem instanceof Error && problem.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

function parse(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    // A proxy's error page, an answer that broke off, a number that is none.
    return err('bad_json');
  }
}

/** Null when the body is larger; the rest of it is not read. */
async function readBounded(response: Response, bytes_max: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > bytes_max) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
