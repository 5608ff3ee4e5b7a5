import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { type Directory, keyObject, reach } from './directory.ts';

export interface RateLimit {
  readonly rate_per_second: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

export function createDirectoryRateLimiter(directory: Directory, limit: RateLimit): RateLimiter {
  return {
    take: (subject, now) => reach(async () => await keyObject(directory, subject).takeToken(limit.rate_per_second, limit.burst, now)),
  };
}
