/** Qdrant's REST by plain fetch: about ten calls, which do not need a client library in the Worker. */
import * as z from 'zod';
import type { Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { callRemote, REMOTE_TIMEOUT_MS, RemoteRefusal, statusRefusal } from '../remote/call-remote.ts';

export const STORE_NAME = 'qdrant';

export interface QdrantOptions {
  readonly url: string;
  readonly api_key: string | null;
  readonly timeout_ms?: number;
}

export type Method = 'GET' | 'POST' | 'PUT';

const ANSWER = z.object({ result: z.unknown() });

/** Null for 404: there is no such collection. */
export class QdrantClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeout_ms: number;

  constructor({ url, api_key, timeout_ms = REMOTE_TIMEOUT_MS }: QdrantOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#headers = { 'content-type': 'application/json', ...(api_key === null ? {} : { 'api-key': api_key }) };
    this.#timeout_ms = timeout_ms;
  }

  /** Every call of ours may be repeated: points have fixed ids, and what is deleted stays so. */
  call<Schema extends z.ZodType>(
    method: Method,
    path: string,
    body: object | null,
    schema: Schema,
  ): Promise<Result<z.output<Schema> | null, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: true }, async () => {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: this.#headers,
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        // A redirect would carry the key to a host that nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeout_ms),
      });
      if (!response.ok) {
        await response.body?.cancel();
        if (response.status === 404) return null;
        throw statusRefusal(response.status);
      }
      return read(response, schema);
    });
  }
}

async function read<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.output<Schema>> {
  const text = await response.text();
  try {
    return schema.parse(ANSWER.parse(JSON.parse(text)).result);
  } catch {
    // Not Qdrant, or a release that answers otherwise: a proxy's page may pass, so the repair job tries again.
    throw new RemoteRefusal('bad answer', true);
  }
}
