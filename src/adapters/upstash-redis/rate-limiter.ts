import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { type RedisClient, STORE_NAME } from './client.ts';
import { rateKey } from './keys.ts';
import { TAKE_TOKEN } from './scripts.ts';

export interface RedisRateLimit {
  readonly rate_per_second: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/** One bucket a subject for the whole deployment, however many isolates take from it. */
export function createRedisRateLimiter(client: RedisClient, { rate_per_second, burst }: RedisRateLimit): RateLimiter {
  return {
    async take(subject, now) {
      const taken = await client.change<[number, number]>(TAKE_TOKEN, [rateKey(subject)], [rate_per_second, burst, now]);
      if (!taken.ok) throw new StoreUnavailable(STORE_NAME, taken.failure.cause);
      const [allowed, retry_after_seconds] = taken.value;
      return allowed === 1 ? { allowed: true } : { allowed: false, retry_after_seconds };
    },
  };
}
