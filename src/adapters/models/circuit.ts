/** Leaves a service alone for a while that does not answer, so that not every write and every search waits for its time-out again. */
import { err, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';

/** One request without an answer may be the fault of its text. */
const UNANSWERED_MAX = 2;
/** About as long as one wait for an answer: in each such time one caller tries, and a service that is back is used again after at most as much. */
export const REST_MS = 10_000;
/** Other failures are answers, and come at once. */
const UNANSWERED: ReadonlySet<string> = new Set(['timeout', 'unreachable']);

/**
 * The same request, which fails with `unreachable` at once while the service rests. Holds a count and a time and no promise, so that it may serve
 * several requests of a Worker: a trial whose caller has gone is followed by the next one.
 */
export function withCircuit<Asked extends readonly unknown[], Answer>(
  request: (...asked: Asked) => Promise<Result<Answer, string>>,
  clock: Clock,
): (...asked: Asked) => Promise<Result<Answer, string>> {
  let unanswered = 0;
  let rests_until = 0;
  return async (...asked) => {
    if (unanswered >= UNANSWERED_MAX) {
      const now = clock.now();
      if (now < rests_until) return err('unreachable');
      // This one tries; the others do not wait with it.
      rests_until = now + REST_MS;
    }
    const answered = await request(...asked);
    if (answered.ok || !UNANSWERED.has(answered.failure)) unanswered = 0;
    else {
      unanswered += 1;
      rests_until = clock.now() + REST_MS;
    }
    return answered;
  };
}
