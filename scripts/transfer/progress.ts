/** A progress bar on stderr, so that stdout holds the result alone; without a terminal, a line now and then. */
import { SingleBar } from 'cli-progress';

const QUIET_LINE_MS = 5_000;

export interface Progress {
  at(done: number, note: string): void;
  end(): void;
}

export function showProgress(title: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${title} [{bar}] {percentage}% {note}`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: QUIET_LINE_MS,
    hideCursor: true,
    barsize: 30,
  });
  bar.start(Math.max(1, total), 0, { note: '' });
  return {
    at: (done, note) => bar.update(Math.min(done, Math.max(1, total)), { note }),
    end: () => bar.stop(),
  };
}
