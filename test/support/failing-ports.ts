/** Wraps the ports of a service so that call N fails in a chosen way; everything before it goes through. */
import type { Dependencies } from '../../src/application/dependencies.ts';
import { err } from '../../src/domain/result.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

/**
 * `refused`: the call does nothing and says so. `lost`: the call does its work and its answer is lost. `crash`: the process dies before the
 * call; `crash_after`: it dies after the call had its effect. A process that died makes no further call.
 */
export const FAULTS = ['refused', 'lost', 'crash', 'crash_after'] as const;
type Fault = (typeof FAULTS)[number];

class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Saboteur {
  /** Fails call `at` (from 1) from now on. */
  arm(at: number, fault: Fault): void;
  disarm(): void;
  /** Calls since `arm` or `disarm`. */
  calls(): number;
  wrap(deps: Dependencies): Dependencies;
}

const PORTS = ['store', 'candidates', 'vectors', 'working', 'embedder'] as const;

export function createSaboteur(): Saboteur {
  let armed: { readonly at: number; readonly fault: Fault } | null = null;
  let count = 0;
  const arm = (next: typeof armed): void => {
    armed = next;
    count = 0;
  };

  const answer = (port: string, texts: unknown): unknown => {
    if (port === 'vectors' || port === 'working') return err({ store: port, cause: 'sabotage', retryable: true });
    if (port === 'embedder' && Array.isArray(texts)) return texts.map(() => ({ status: 'failed', reason: 'sabotage' }));
    throw new StoreUnavailable(port, 'sabotage');
  };

  const call = async (port: string, run: () => unknown, first: unknown): Promise<unknown> => {
    count += 1;
    if (armed === null || count < armed.at) return run();
    if (count > armed.at) {
      if (armed.fault === 'crash' || armed.fault === 'crash_after') throw new Crash();
      return run();
    }
    if (armed.fault === 'crash') throw new Crash();
    if (armed.fault !== 'refused') await run();
    if (armed.fault === 'crash_after') throw new Crash();
    return answer(port, first);
  };

  const wrapPort = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function' || property === 'chunk' || property === 'describe') return member;
        return (...parameters: readonly unknown[]) => call(name, () => member.apply(target, parameters), parameters[0]);
      },
    });

  return {
    arm: (at, fault) => arm({ at, fault }),
    disarm: () => arm(null),
    calls: () => count,
    wrap: (deps) => ({ ...deps, ...Object.fromEntries(PORTS.map((name) => [name, wrapPort(name, deps[name])])) }),
  };
}
