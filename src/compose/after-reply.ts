/** Work that goes on after the reply. Nobody waits for it, so its failures are told to the observer; what it leaves undone repairs itself. */
import { type Dependencies, LATER } from '../application/dependencies.ts';
import type { Observer } from '../ports/observer.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

/** No request is told of it any more. */
const REQUEST_ID = 'after-reply';

/** `hold` keeps the process until the work has ended: `waitUntil`. `namespace_hash` as in the log line of the request. */
export const afterReply =
  (hold: (work: Promise<void>) => void, observer: Observer, namespace_hash: string): Dependencies['defer'] =>
  async (work, verb = 'none') => {
    hold(told(work, observer, { verb: `after-reply:${verb}`, namespace_hash }));
    return LATER;
  };

async function told(
  work: () => Promise<unknown>,
  observer: Observer,
  whose: { readonly verb: string; readonly namespace_hash: string },
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable) observer.observe({ event: 'degraded', store: thrown.store, ...whose, cause: thrown.message });
    else {
      const cause = thrown instanceof Error ? thrown.name : typeof thrown;
      observer.observe({ event: 'unexpected', request_id: REQUEST_ID, ...whose, cause });
    }
  }
}
