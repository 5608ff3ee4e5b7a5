/**
 * The line between the adapters and their stores, made faulty: `fetch` and `AbortSignal.timeout` of this process are replaced, and a run that
 * goes over a line gets the faults of that line alone, also in what it leaves to finish later. Everything else passes as before.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type StoreName = 'postgres' | 'redis' | 'vectors';

/**
 * `refused`: an answer of 503, nothing done. `unreachable`: no connection, nothing done. `timeout`: nothing done and no answer in time.
 * `timeout_late`: done, and no answer in time. `lost`: done, and the connection breaks before the answer. `twice`: sent twice, as a proxy does
 * that repeats what it believes lost; done twice, and the second answer is the one that comes.
 */
export const LINE_FAULTS = ['refused', 'unreachable', 'timeout', 'timeout_late', 'lost', 'twice'] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/** What happens to the `call`th call of a store, from 1; null: nothing. */
export type Decide = (store: StoreName, call: number) => LineFault | null;

export interface Line {
  /** Calls since the last `set`, in order. */
  readonly calls: readonly StoreName[];
  /** Faults that fired since the last `set`. */
  readonly fired: readonly { readonly store: StoreName; readonly fault: LineFault }[];
  set(decide: Decide): void;
  run<Value>(work: () => Promise<Value>): Promise<Value>;
}

export interface Lines {
  open(): Line;
  restore(): void;
}

interface LineState {
  decide: Decide;
  calls: StoreName[];
  fired: { readonly store: StoreName; readonly fault: LineFault }[];
}

/** `origins`: where each store is. */
export function installLines(origins: Readonly<Record<StoreName, string>>): Lines {
  const stores = new Map(Object.entries(origins).map(([store, origin]) => [new URL(origin).origin, store as StoreName]));
  const current = new AsyncLocalStorage<LineState>();
  const controllers = new WeakMap<AbortSignal, AbortController>();
  const [honest, timeout] = [globalThis.fetch, AbortSignal.timeout];

  // A time-out of ours can be brought about at once, by the very signal that the adapter gave the request.
  AbortSignal.timeout = (milliseconds) => {
    if (current.getStore() === undefined) return timeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    controllers.set(controller.signal, controller);
    setTimeout(() => expire(controller), milliseconds).unref();
    return controller.signal;
  };

  globalThis.fetch = async (input, init) => {
    const state = current.getStore();
    const store = stores.get(new URL(input instanceof Request ? input.url : input).origin);
    if (state === undefined || store === undefined) return honest(input, init);
    state.calls.push(store);
    const fault = state.decide(store, state.calls.filter((one) => one === store).length);
    if (fault === null) return honest(input, init);
    state.fired.push({ store, fault });
    switch (fault) {
      case 'refused':
        return new Response('{"error":"down"}', { status: 503, headers: { 'content-type': 'application/json' } });
      case 'unreachable':
        throw new TypeError('fetch failed');
      case 'timeout':
        return honest(input, { ...init, signal: expired(init?.signal) });
      case 'timeout_late':
        await carryOut(input, init);
        return honest(input, { ...init, signal: expired(init?.signal) });
      case 'lost':
        await carryOut(input, init);
        throw new TypeError('fetch failed');
      case 'twice':
        await carryOut(input, init);
        return honest(input, init);
    }
  };

  const carryOut = async (input: string | URL | Request, init: RequestInit | undefined): Promise<void> => {
    await (await honest(input, init)).arrayBuffer();
  };
  const expired = (signal: AbortSignal | null | undefined): AbortSignal => {
    const controller = signal == null ? undefined : controllers.get(signal);
    if (controller === undefined) throw new Error('a request to a store without a time-out');
    expire(controller);
    return controller.signal;
  };

  return {
    open: () => {
      const state: LineState = { decide: () => null, calls: [], fired: [] };
      return {
        get calls() {
          return state.calls;
        },
        get fired() {
          return state.fired;
        },
        set: (decide) => Object.assign(state, { decide, calls: [], fired: [] }),
        run: (work) => current.run(state, work),
      };
    },
    restore: () => {
      globalThis.fetch = honest;
      AbortSignal.timeout = timeout;
    },
  };
}

/** As AbortSignal.timeout does. */
function expire(controller: AbortController): void {
  controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
}
