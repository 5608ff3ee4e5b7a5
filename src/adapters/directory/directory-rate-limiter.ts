import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Directory } from './directory-key-store.ts';

export interface RateLimit {
  readonly rate_per_second: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

export function createDirectoryRateLimiter(directory: Directory, limit: RateLimit): RateLimiter {
  return {
    take: async (subject, now) => {
      const bucket = directory.get(directory.idFromName(`key:${subject}`));
      return await bucket.takeToken(limit.rate_per_second, limit.burst, now);
    },
  };
}
