import type { Instant } from '../domain/instant.ts';

export interface RateLimiter {
  /** Takes one token from the bucket of `subject`; when empty says after how many seconds one is there. */
  take(
    subject: string,
    now: Instant,
  ): Promise<{ readonly allowed: true } | { readonly allowed: false; readonly retry_after_seconds: number }>;
}
