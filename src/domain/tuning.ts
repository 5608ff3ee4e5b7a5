/**
 * The one home of every weight, rate, floor and threshold. `DEFAULT_TUNING` is documented in docs/configuration.md;
 * config.ts may override it by `HINDSIGHT_TUNING` (a JSON object of the same shape, partial).
 */
import type { Origin, Volatility } from './memory.ts';

export interface DecayTuning {
  /** λ, per day, in exp(-λ × age in days). */
  readonly rate_per_day: Readonly<Record<Volatility, number>>;
  /** Floors keep old truth reachable. */
  readonly floor: Readonly<Record<Volatility, number>>;
}

export interface Tuning {
  readonly decay: DecayTuning;
  readonly importance_by_origin: Readonly<Record<Origin, number>> & { readonly none: number };
  readonly working: {
    readonly budget_tokens: number;
    /** Share of `context_window_tokens` that becomes the budget. */
    readonly context_window_share: number;
    /** Per turn since the item was added. */
    readonly turn_decay: number;
    /** Added per retrieval, up to `retrieval_boost_max`. */
    readonly retrieval_boost: number;
    readonly retrieval_boost_max: number;
    /** After an eviction the total is at or below this share of the budget. */
    readonly evict_to_share: number;
    readonly idle_hours: number;
  };
  readonly duplicates: {
    /** Cosine at and above which two texts are near-identical. */
    readonly near_cosine: number;
    /** Unkeyed facts at least this alike, by meaning or by words, that differ in something that matters are flagged as a possible conflict. */
    readonly conflict_cosine: number;
    /** Dice coefficient of their distinct terms. */
    readonly conflict_terms: number;
  };
  readonly expiry: {
    /** How long an expired memory stays readable for `as_of` before it is purged. */
    readonly retention_days: number;
  };
}

export const DEFAULT_TUNING: Tuning = {
  decay: {
    rate_per_day: { volatile: 0.1, stable: 0.01, permanent: 0 },
    floor: { volatile: 0.3, stable: 0.6, permanent: 1 },
  },
  importance_by_origin: { user: 1, agent: 0.6, tool: 0.4, none: 0.5 },
  working: {
    budget_tokens: 2_000,
    context_window_share: 0.3,
    turn_decay: 0.95,
    retrieval_boost: 0.1,
    retrieval_boost_max: 1,
    evict_to_share: 0.8,
    idle_hours: 24,
  },
  duplicates: { near_cosine: 0.95, conflict_cosine: 0.8, conflict_terms: 0.5 },
  expiry: { retention_days: 30 },
};
