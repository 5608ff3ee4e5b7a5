/** One call to a store over HTTP: bounded in time, tried again only where that is safe, and its fault told without a word of what was sent. */
import { err, ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';

/** An answer later than this is none to somebody who waits for a reply. */
export const REMOTE_TIMEOUT_MS = 5_000;
/** Pause before the second try of a reading: enough for a connection that broke, too short to be noticed. */
const RETRY_PAUSE_MS = 50;

/** What a service said no with: its kind in a word or two, never its message, which may quote the request. */
export class RemoteRefusal extends Error {
  override readonly name = 'RemoteRefusal';
  readonly retryable: boolean;
  constructor(kind: string, retryable: boolean) {
    super(kind);
    this.retryable = retryable;
  }
}

export interface RemoteCall {
  readonly store: string;
  /** Safe to send twice: the service ends up the same. */
  readonly idempotent: boolean;
  /** Turns a client's own error into a refusal; null for a fault of the line. */
  readonly refusalOf?: (thrown: unknown) => RemoteRefusal | null;
}

export async function callRemote<Value>(call: RemoteCall, send: () => Promise<Value>): Promise<Result<Value, StoreFault>> {
  const first = await attempt(call, send);
  if (first.ok || !call.idempotent || first.failure.cause !== UNREACHABLE) return first;
  await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
  return attempt(call, send);
}

const UNREACHABLE = 'unreachable';

async function attempt<Value>({ store, refusalOf }: RemoteCall, send: () => Promise<Value>): Promise<Result<Value, StoreFault>> {
  try {
    return ok(await send());
  } catch (thrown) {
    const refusal = thrown instanceof RemoteRefusal ? thrown : (refusalOf?.(thrown) ?? null);
    if (refusal !== null) return err({ store, cause: refusal.message, retryable: refusal.retryable });
    // A time-out is not tried again here: the caller has waited long enough, and the service may still be at work on it.
    if (thrown instanceof Error && thrown.name === 'TimeoutError') return err({ store, cause: 'timeout', retryable: true });
    // Programming errors end up here too; the kind of the error tells them apart without its message.
    const known = thrown instanceof TypeError || (thrown instanceof Error && thrown.name === 'NetworkError');
    return err({
      store,
      cause: known ? UNREACHABLE : `unexpected ${thrown instanceof Error ? thrown.name : typeof thrown}`,
      retryable: true,
    });
  }
}

/** The status of an HTTP answer as a refusal: only a busy or broken service may do better next time. */
export const statusRefusal = (status: number): RemoteRefusal => new RemoteRefusal(`http_${status}`, status === 429 || status >= 500);
