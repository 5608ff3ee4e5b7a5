/**
 * The one home of every weight, rate, floor and threshold. What each is for stands here, how those of ranking were
 * found in docs/benchmarks.md. `HINDSIGHT_TUNING` (JSON of the same shape, any part of it) is laid over the defaults.
 */
import type { Origin, Volatility } from './memory.ts';

export interface DecayTuning {
  /** λ, per day, in exp(-λ × age in days). */
  readonly rate_per_day: Readonly<Record<Volatility, number>>;
  /** Floors keep old truth reachable. */
  readonly floor: Readonly<Record<Volatility, number>>;
}

/** Weights of evidence: each multiplies a value of 0 to 1, the sum is squeezed to a relevance of 0 to 1 (domain/ranking/relevance.ts). */
export interface EvidenceWeights {
  /** Cosine of question and text. */
  readonly dense: number;
  /** BM25 as a share of what the question could earn. */
  readonly lexical: number;
  /** Query terms side by side, as asked. */
  readonly phrase: number;
  /** Moment within the time that the question names. */
  readonly date: number;
  /** Said by the person whom the question names. */
  readonly speaker: number;
  /** Names a time when asked when, a number when asked how many. */
  readonly answer: number;
  /** Tells of what an everyday question is about: where one lives, what one cannot eat. */
  readonly topic: number;
  /** Taken off a text that only asks. */
  readonly question: number;
}

export interface RankingTuning {
  readonly lexical: {
    readonly k1: number;
    readonly b: number;
    /** The share of the question's rarity that earns half of the full lexical value. */
    readonly half: number;
  };
  /** A memory that stands alone: a fact, a document. */
  readonly alone: EvidenceWeights;
  /** A memory of a session, read together with the turns around it. */
  readonly turn: EvidenceWeights & {
    /** Words of the turns up to two away, read as one text. */
    readonly window: number;
    /** Cosine of the better of the two turns beside it. */
    readonly neighbours: number;
    /** Follows a question that fits: an answer. */
    readonly reply: number;
    /** Words of the whole session, as far as its turns are candidates. */
    readonly session: number;
    /** Taken off a turn of few words. */
    readonly thin: number;
  };
  /** Sum of weighted evidence that makes a relevance of about one half. */
  readonly midpoint: number;
  /** Terms at which a turn stops being thin. */
  readonly full_terms: number;
  /** Question terms beyond which identifiers are not strict: a pasted dialogue names many things in passing. */
  readonly strict_terms_max: number;
  /** Added for a phrase in quotation marks, found letter by letter. */
  readonly quoted: number;
  /** What remains of the relevance of others while an exact identifier is there: below floor × weight of the oldest, least important hit. */
  readonly identifier_miss: number;
  /** What remains of the relevance of what is told of another than the one asked about. */
  readonly of_another: number;
  /** Grounding (domain/ranking/grounding.ts) of the best hit below which nothing is said. */
  readonly floor: {
    readonly hybrid: number;
    /** With words alone. */
    readonly lexical: number;
    /** What a wholly general question must have above a neutral one, on the scale of a cosine. */
    readonly generality: number;
    /** Generality at which the most personal question is taken: it too needs something that is near it. */
    readonly generality_min: number;
    /** In place of generality × its weight while it is not known. */
    readonly plain: number;
    /** Grounding of a moment within the time that the question names. */
    readonly date: number;
    /** Grounding of being said by the person whom the question names. */
    readonly speaker: number;
    /** Grounding of telling what a question about a person is about. */
    readonly topic: number;
    /** Share of the best hit's relevance below which a hit is no answer. */
    readonly tail_share: number;
    /** The same for a forget, where a hit that is shown may be deleted. */
    readonly forget_share: number;
  };
  /** Share of distinct terms in common above which two hits say the same. */
  readonly group_overlap: number;
  readonly arms: {
    readonly lexical_limit: number;
    readonly dense_limit: number;
    /** Cosines known beyond the ids asked for: they cost no row. */
    readonly cosine_limit: number;
    readonly neighbour_radius: number;
    readonly neighbour_of: number;
  };
}

export interface Tuning {
  readonly decay: DecayTuning;
  readonly ranking: RankingTuning;
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
  ranking: {
    lexical: { k1: 1.2, b: 0.3, half: 0.5 },
    alone: { dense: 10, lexical: 40, phrase: 1, date: 4, speaker: 1, answer: 0.5, topic: 4, question: 0.5 },
    turn: {
      dense: 3.25,
      lexical: 1.35,
      phrase: 0.5,
      date: 2,
      speaker: 0.45,
      answer: 1,
      topic: 2,
      question: 0.5,
      window: 2.25,
      neighbours: 0.7,
      reply: 1.3,
      session: 1,
      thin: 1.25,
    },
    midpoint: 4,
    full_terms: 40,
    strict_terms_max: 24,
    quoted: 1,
    identifier_miss: 0.14,
    of_another: 0.4,
    floor: {
      hybrid: 0.16,
      lexical: 0.06,
      generality: 0.45,
      generality_min: 0.1,
      plain: 0.12,
      date: 0.15,
      speaker: 0.15,
      topic: 0.12,
      tail_share: 0.1,
      forget_share: 0.5,
    },
    group_overlap: 0.85,
    arms: { lexical_limit: 100, dense_limit: 100, cosine_limit: 500, neighbour_radius: 2, neighbour_of: 30 },
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
