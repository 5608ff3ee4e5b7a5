import type { Instant } from '../../domain/instant.ts';

/** Pure token bucket: `tokens` are whole or part requests that may still pass. */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: Instant;
}

/** A clock that stands still or runs backwards adds nothing. */
export function refill(bucket: TokenBucket | null, rate_per_second: number, burst: number, now: Instant): TokenBucket {
  if (bucket === null) return { tokens: burst, at: now };
  const elapsed_seconds = Math.max(0, now - bucket.at) / 1_000;
  return { tokens: Math.min(burst, bucket.tokens + elapsed_seconds * rate_per_second), at: Math.max(now, bucket.at) };
}

export type Take =
  | { readonly allowed: true; readonly bucket: TokenBucket }
  | { readonly allowed: false; readonly bucket: TokenBucket; readonly retry_after_seconds: number };

export function take(bucket: TokenBucket, rate_per_second: number): Take {
  if (bucket.tokens >= 1) return { allowed: true, bucket: { ...bucket, tokens: bucket.tokens - 1 } };
  return { allowed: false, bucket, retry_after_seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / rate_per_second)) };
}
