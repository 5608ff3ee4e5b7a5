import type { ObservedEvent, Observer } from '../../ports/observer.ts';

/** One JSON line per event on the log that the platform collects. Events hold no stored text by type. */
export const logObserver: Observer = {
  observe(event: ObservedEvent) {
    // biome-ignore lint/suspicious/noConsole: the platform's log is this adapter's output
    console.log(JSON.stringify(event));
  },
};
