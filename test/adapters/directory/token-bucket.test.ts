import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refill, type TokenBucket, take } from '../../../src/adapters/directory/token-bucket.ts';

describe('token bucket', () => {
  it('lets a burst through, then one per refill, and says how long to wait', () => {
    let bucket: TokenBucket | null = null;
    for (let i = 0; i < 3; i += 1) {
      const outcome = take(refill(bucket, 2, 3, 1_000), 2);
      expect(outcome.allowed).toBe(true);
      bucket = outcome.bucket;
    }
    const refused = take(refill(bucket, 2, 3, 1_000), 2);
    expect(refused).toMatchObject({ allowed: false, retry_after_seconds: 1 });
    expect(take(refill(refused.bucket, 2, 3, 1_500), 2).allowed).toBe(true);
  });

  it('never holds more than the burst nor passes more than rate × time + burst', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 50 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (gaps_ms, rate, burst) => {
          let bucket: TokenBucket | null = null;
          let now = 0;
          let passed = 0;
          for (const gap of gaps_ms) {
            now += gap;
            const refilled: TokenBucket = refill(bucket, rate, burst, now);
            expect(refilled.tokens).toBeLessThanOrEqual(burst);
            const outcome = take(refilled, rate);
            if (outcome.allowed) passed += 1;
            bucket = outcome.bucket;
          }
          expect(passed).toBeLessThanOrEqual(burst + (now / 1_000) * rate + 1e-6);
        },
      ),
    );
  });
});
