/** Retrieval figures of one question and their means. */
export interface Figures {
  readonly recall_5: number;
  readonly recall_10: number;
  readonly recall_20: number;
  /** Any relevant one within ten. */
  readonly hit_10: number;
  readonly ndcg_10: number;
  /** 1 / place of the first relevant one within ten, else 0. */
  readonly mrr_10: number;
  /** Of the first ten results. */
  readonly tokens: number;
}

export const COLUMNS = ['recall_5', 'recall_10', 'recall_20', 'hit_10', 'ndcg_10', 'mrr_10', 'tokens'] as const;

export function figuresOf(ranked: readonly string[], relevant: readonly string[], tokens: number): Figures {
  const wanted = new Set(relevant);
  const places = ranked.flatMap((id, index) => (wanted.has(id) ? [index + 1] : []));
  const within = (cut: number) => places.filter((place) => place <= cut).length;
  const gain = (place: number) => 1 / Math.log2(place + 1);
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, index) => gain(index + 1));
  const first = places[0];
  return {
    recall_5: within(5) / wanted.size,
    recall_10: within(10) / wanted.size,
    recall_20: within(20) / wanted.size,
    hit_10: within(10) > 0 ? 1 : 0,
    ndcg_10: sum(places.filter((place) => place <= 10).map(gain)) / sum(ideal),
    mrr_10: first !== undefined && first <= 10 ? 1 / first : 0,
    tokens,
  };
}

export function meanOf(all: readonly Figures[]): Figures {
  const mean = (name: (typeof COLUMNS)[number]) => sum(all.map((one) => one[name])) / Math.max(1, all.length);
  return Object.fromEntries(COLUMNS.map((name) => [name, mean(name)])) as Record<(typeof COLUMNS)[number], number>;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
