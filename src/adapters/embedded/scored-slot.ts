/** Slots with their cosines, and what is best among many. */

export interface ScoredSlot {
  readonly slot: number;
  readonly cosine: number;
}

/** The first `count` of a list that is sorted, with all that equal the last one. */
export function upTo(sorted: readonly ScoredSlot[], count: number): ScoredSlot[] {
  const last = sorted[count - 1]?.cosine ?? Number.NEGATIVE_INFINITY;
  return sorted.filter(({ cosine }) => cosine >= last);
}

/** Takes the least of a heap that has it on top, and puts the score in its place. */
export function replaceLeast(heap: Float32Array, score: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
    const value = heap[child] ?? 0;
    if (value >= score) break;
    heap[at] = value;
    at = child;
  }
  heap[at] = score;
}
