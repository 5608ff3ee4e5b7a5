/** Signs of life for a call that may take longer than a client likes to wait in silence. */
import type { Exchange } from './surface.ts';

/** Well below the shortest call time-out seen in a client (60 s), and rare enough to cost nothing. */
const REPORT_EVERY_MS = 2_000;

/**
 * Runs the work; when the client asked for progress it hears at once, and then again at each interval. `progress` counts reports and has
 * no total, because a model's time cannot be foretold.
 */
export async function whileReporting<Value>({ progress, signal }: Exchange, message: string, work: () => Promise<Value>): Promise<Value> {
  if (progress === null) return work();
  let reports = 0;
  await progress({ progress: reports, message });
  const timer = setInterval(() => {
    reports += 1;
    progress({ progress: reports, message }).catch(() => {
      // The client left between two reports: the call itself goes on or is cancelled by its signal, and nobody reads the report.
      clearInterval(timer);
    });
  }, REPORT_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
