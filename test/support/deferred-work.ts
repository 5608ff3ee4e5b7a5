/** Work after the reply, as the serverless deployment has it, with an end that a test can wait for. */
import type { Dependencies } from '../../src/application/dependencies.ts';
import { afterReply } from '../../src/compose/after-reply.ts';
import type { Observer } from '../../src/ports/observer.ts';

export interface DeferredWork {
  readonly defer: Dependencies['defer'];
  /** All that was put off by now has ended, and what it put off in turn. */
  ended(): Promise<void>;
}

export function createDeferredWork(observer: Observer): DeferredWork {
  const held: Promise<void>[] = [];
  return {
    defer: afterReply((work) => void held.push(work), observer, 'abcd'),
    async ended() {
      while (held.length > 0) await held.shift();
    },
  };
}
