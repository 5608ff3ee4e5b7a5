import { DAY_MS } from '../instant.ts';
import type { Volatility } from '../memory.ts';
import type { DecayTuning } from '../tuning.ts';

/**
 * decay = max(floor, exp(-λ × age_in_days)), in (0, 1]. Age runs from `occurred_at` to the reader's moment; the future is fresh.
 * Exponential forgetting with a floor by volatility, so that an old preference is never out of reach; rates and floors in domain/tuning.ts.
 */
export function decayOf(volatility: Volatility, age_ms: number, tuning: DecayTuning): number {
  const age_in_days = Math.max(0, age_ms) / DAY_MS;
  return Math.max(tuning.floor[volatility], Math.exp(-tuning.rate_per_day[volatility] * age_in_days));
}
