import { Redis } from '@upstash/redis/cloudflare';
import type { Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { callRemote, REMOTE_TIMEOUT_MS, RemoteRefusal } from '../remote/call-remote.ts';

export const STORE_NAME = 'redis';

export interface RedisOptions {
  /** Of the REST service, or of scripts/bridges/redis-bridge.ts. */
  readonly url: string;
  readonly token: string;
  readonly timeout_ms?: number;
}

/**
 * Everything goes as a script, of commands that Redis 7.0 has: its answers come as Redis gives them, while the client's own methods reshape some.
 * No retry, no pipelining and no parsing by the client: callRemote and the stores say when and what.
 */
export class RedisClient {
  readonly #redis: Redis;

  constructor({ url, token, timeout_ms = REMOTE_TIMEOUT_MS }: RedisOptions) {
    this.#redis = new Redis({
      url,
      token,
      enableAutoPipelining: false,
      automaticDeserialization: false,
      enableTelemetry: false,
      retry: { retries: 0 },
      // The function form: with a plain signal an aborted call returns its reason as if it were the value.
      signal: () => AbortSignal.timeout(timeout_ms),
    });
  }

  /** A script that only reads. */
  read<Value>(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<Result<Value, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: true, refusalOf }, () => this.#eval<Value>(script, keys, values));
  }

  /** One try. Every key that the script touches is in `keys`. */
  change<Value>(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<Result<Value, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: false, refusalOf }, () => this.#eval<Value>(script, keys, values));
  }

  /** A change that may be made twice: a connection that broke is no reason to leave it undone. What it counts is then of the second time. */
  repeat<Value>(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<Result<Value, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: true, refusalOf }, () => this.#eval<Value>(script, keys, values));
  }

  ping(): Promise<Result<string, StoreFault>> {
    return callRemote({ store: STORE_NAME, idempotent: true, refusalOf }, () => this.#redis.ping());
  }

  #eval<Value>(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<Value> {
    return this.#redis.eval<(string | number)[], Value>(script, [...keys], [...values]);
  }
}

/** Refusals that trying again soon will not mend: a wrong token, a forbidden or unknown command, a script that fails. */
const LASTING = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM', 'ERR', 'WRONGTYPE']);

/** A message of the client ends with the whole command, which is stored text: only Redis's own first word goes on. */
function refusalOf(thrown: unknown): RemoteRefusal | null {
  if (!(thrown instanceof Error) || !thrown.name.startsWith('Upstash')) return null;
  const [code] = /^[A-Z]{2,}/.exec(thrown.message) ?? [];
  return code === undefined ? new RemoteRefusal('bad answer', true) : new RemoteRefusal(`refused with ${code}`, !LASTING.has(code));
}
