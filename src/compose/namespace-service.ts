/** One namespace's service, reached in its Durable Object. Expected failures come back as values; only a lost object ends up here as an error. */
import type { Caller, Command, MemoryService, Reply, Verb } from '../application/service.ts';
import type { Failure } from '../domain/failure.ts';
import type { Namespace } from '../domain/memory.ts';
import { err, type Result } from '../domain/result.ts';
import type { Observer } from '../ports/observer.ts';

/** What the Worker sees of the object: one method, plain data both ways. Typed by hand, because RPC types of generic methods do not infer. */
export interface RemoteExecute {
  execute(verb: Verb, caller: Caller, command: unknown): Promise<unknown>;
}
export interface RemoteNamespace {
  idFromName(name: string): DurableObjectId;
  get(id: DurableObjectId): RemoteExecute;
}

const STORE = 'namespace';
const RETRY_AFTER_SECONDS = 2;

/** Set by the runtime on errors of the object itself, not of the code in it: an overloaded or restarted object. */
const isLost = (cause: unknown): boolean =>
  cause instanceof Error && ('retryable' in cause || 'overloaded' in cause || 'durableObjectReset' in cause);

export function createNamespaceService(namespaces: RemoteNamespace, namespace: Namespace, observer: Observer): MemoryService {
  return {
    async execute<V extends Verb>(verb: V, caller: Caller, command: Command<V>): Promise<Result<Reply<V>, Failure>> {
      try {
        // The object answers exactly this type: it runs createService over the same verb table.
        return (await namespaces.get(namespaces.idFromName(namespace)).execute(verb, caller, command)) as Result<Reply<V>, Failure>;
      } catch (cause) {
        if (!isLost(cause)) throw cause;
        // Not retried here: the object may have committed before it was lost. The caller's retry is safe with an idempotency key.
        observer.observe({ event: 'degraded', store: STORE, verb, cause: 'the object was reset or is overloaded' });
        return err({
          kind: 'unavailable',
          store: STORE,
          retry_after_seconds: RETRY_AFTER_SECONDS,
          message: 'The memory is busy or just restarted. Try again in a moment; with an idempotency_key that is safe for writes too.',
        });
      }
    },
  };
}
