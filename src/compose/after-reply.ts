/** Work that goes on after the reply. Nobody waits for it, so its failures are told to the observer; what it leaves undone repairs itself. */
import { type Dependencies, LATER } from '../application/dependencies.ts';
import type { Observer } from '../ports/observer.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

/** No request is told of it any more. */
const REQUEST_ID = 'after-reply';

/** `hold` keeps the process until the work has ended: `waitUntil`. */
export const afterReply =
  (hold: (work: Promise<void>) => void, observer: Observer): Dependencies['defer'] =>
  async (work) => {
    hold(told(work, observer));
    return LATER;
  };

async function told(work: () => Promise<unknown>, observer: Observer): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable)
      observer.observe({ event: 'degraded', store: thrown.store, verb: 'after-reply', cause: thrown.message });
    else observer.observe({ event: 'unexpected', request_id: REQUEST_ID, cause: thrown instanceof Error ? thrown.name : typeof thrown });
  }
}
