import { Index } from '@upstash/vector/cloudflare';
import { ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { callRemote, REMOTE_TIMEOUT_MS, RemoteRefusal } from '../remote/call-remote.ts';

export const STORE_NAME = 'upstash-vector';

export interface UpstashVectorOptions {
  readonly url: string;
  readonly token: string;
  readonly timeout_ms?: number;
}

/** A dense index with cosine similarity, made in the console. One for a deployment: its dimensions are asked once. */
export class UpstashVectorClient {
  readonly #index: Index;
  #dimensions: number | null = null;

  constructor({ url, token, timeout_ms = REMOTE_TIMEOUT_MS }: UpstashVectorOptions) {
    this.#index = new Index({
      url,
      token,
      enableTelemetry: false,
      retry: { retries: 0 },
      // The function form: with a plain signal an aborted call returns its reason as if it were the value.
      signal: () => AbortSignal.timeout(timeout_ms),
    });
  }

  /** Every call of ours may be repeated: vectors have fixed ids, and what is deleted stays so. */
  call<Value>(send: (index: Index) => Promise<Value>): Promise<Result<Value, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: true, refusalOf }, () => send(this.#index));
  }

  async dimensions(): Promise<Result<number, StoreFault>> {
    if (this.#dimensions !== null) return ok(this.#dimensions);
    const info = await this.call((index) => index.info());
    if (!info.ok) return info;
    this.#dimensions = info.value.denseIndex?.dimension ?? info.value.dimension;
    return ok(this.#dimensions);
  }
}

/** Words of a message that say more than a refusal; the message itself may quote what was sent. */
const KINDS: readonly (readonly [pattern: RegExp, kind: string, retryable: boolean])[] = [
  [/unauthorized|invalid auth/i, 'unauthorized', false],
  [/dimension/i, 'wrong dimension', false],
  [/limit|quota/i, 'over a limit', true],
];

function refusalOf(thrown: unknown): RemoteRefusal | null {
  if (!(thrown instanceof Error)) return null;
  // An answer that is no JSON: a proxy's page.
  if (thrown instanceof SyntaxError) return new RemoteRefusal('bad answer', true);
  if (thrown.name !== 'UpstashError') return null;
  const [, kind, retryable] = KINDS.find(([pattern]) => pattern.test(thrown.message)) ?? [null, 'refused', true];
  return new RemoteRefusal(kind, retryable);
}
