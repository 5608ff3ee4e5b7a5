/**
 * Counts what a caller waits for. Every request that goes out is held until nothing more goes out by itself; then all of them are answered,
 * and that is one wait. So the number of waits is the longest chain of requests that follow one another, whatever the speed of a store or
 * of this machine. What goes on after the reply is counted apart.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dependencies } from '../../../src/application/dependencies.ts';

/** What the requests of one call went to. */
export type Requests<Target extends string> = Readonly<Record<Target, number>>;

export interface Count<Target extends string> {
  /** Until the reply. */
  readonly waits: number;
  readonly before: Requests<Target>;
  /** By work that the reply did not wait for, whenever it went out. */
  readonly after: Requests<Target>;
}

export interface Counter<Target extends string> {
  measure(work: () => Promise<unknown>): Promise<Count<Target>>;
  /** In place of the deployment's: what runs here counts as after the reply. */
  readonly defer: (defer: Dependencies['defer']) => Dependencies['defer'];
  restore(): void;
}

interface Held<Target> {
  readonly target: Target;
  readonly is_after: boolean;
  answer(): Promise<void>;
}

/** Turns of the event loop without a new request, after which none is coming: an answer's body is read in a few. */
const QUIET_TURNS = 60;
/** A call that neither ends nor asks for anything. */
const STALLED_TURNS_MAX = 20_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function installCounter<Target extends string>(origins: Readonly<Record<Target, string>>): Counter<Target> {
  const targets = Object.keys(origins) as Target[];
  const target_by_origin = new Map(targets.map((target) => [new URL(origins[target]).origin, target]));
  const deferred = new AsyncLocalStorage<true>();
  const honest = globalThis.fetch;
  let held: Held<Target>[] | null = null;

  globalThis.fetch = (input, init) => {
    const target = target_by_origin.get(new URL(input instanceof Request ? input.url : input).origin);
    const waiting = held;
    if (waiting === null || target === undefined) return honest(input, init);
    return new Promise((resolve, reject) => {
      const answer = () => whole(honest(input, init)).then(resolve, reject);
      waiting.push({ target, is_after: deferred.getStore() === true, answer });
    });
  };

  /** True when requests are waiting; false when there are none and there will be none. */
  const quiet = async (waiting: readonly unknown[]): Promise<boolean> => {
    for (let turns = 0, seen = waiting.length; turns < QUIET_TURNS; turns += 1) {
      await turn();
      if (waiting.length !== seen) [turns, seen] = [0, waiting.length];
    }
    return waiting.length > 0;
  };

  const nothing = (): Record<Target, number> => Object.fromEntries(targets.map((target) => [target, 0])) as Record<Target, number>;

  return {
    async measure(work) {
      const waiting: Held<Target>[] = [];
      held = waiting;
      const [before, after] = [nothing(), nothing()];
      let [waits, replied, stalled] = [0, false, 0];
      const reply = work().finally(() => {
        replied = true;
      });
      const outcome = Promise.allSettled([reply]);
      for (;;) {
        const asked = await quiet(waiting);
        if (!asked && replied) break;
        if (!asked && ++stalled * QUIET_TURNS > STALLED_TURNS_MAX) throw new Error('the call waits for something that is no request');
        if (asked && !replied) waits += 1;
        const round = waiting.splice(0);
        if (replied && round.some(({ is_after }) => !is_after)) throw new Error('a request that nobody waits for and nobody put off');
        for (const { target, is_after } of round) (is_after ? after : before)[target] += 1;
        await Promise.all(round.map(({ answer }) => answer()));
      }
      held = null;
      const [settled] = await outcome;
      if (settled?.status === 'rejected') throw settled.reason;
      return { waits, before, after };
    },
    defer: (defer) => (work, verb) => defer(() => deferred.run(true, work), verb),
    restore: () => {
      globalThis.fetch = honest;
    },
  };
}

/** With its body, so that reading it takes no more time on the network. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status: response.status, headers: response.headers });
}
