/** importance weight = 0.5 + 0.5 × importance, in [0.5, 1]: importance moves a hit, it never buries one. */
export const importanceWeight = (importance: number): number => 0.5 + 0.5 * Math.min(1, Math.max(0, importance));

/** score = relevance × decay × importance weight. */
export const scoreOf = (relevance: number, decay: number, importance_weight: number): number => relevance * decay * importance_weight;
