/** The places that hold the rarest words of a question together, best first: what a bounded search ranks by where FTS5's own ranking would read too much. */

export interface RarePlaces {
  /** Ascending. */
  readonly places: Uint32Array;
  readonly rarity: number;
}

/** Places that are added up at once: bounds the memory of one search however long the namespace has lived. */
const WINDOW = 1_048_576;

/** By the sum of the rarities of the words there, then the newer; at most `count`. One pass over all places. */
export function bestPlaces(words: readonly RarePlaces[], count: number): number[] {
  const best = new Best(count);
  const lasts = words.map(({ places }) => places.length);
  const sums = new Float32Array(Math.min(WINDOW, spanOf(words)));
  for (let end = Math.max(...words.map(({ places }) => (places.at(-1) ?? -1) + 1)); end > 0; end -= sums.length) {
    const start = Math.max(0, end - sums.length);
    sums.fill(0);
    for (const [index, word] of words.entries()) lasts[index] = addUp(sums, start, word, lasts[index] ?? 0);
    takeBest(sums, start, best);
    if (lasts.every((last) => last === 0)) break;
  }
  return best.sorted();
}

/** Adds a word's places below `last` that are not before `start`; how many are left. Small functions of arrays alone are what the engine makes fast. */
function addUp(sums: Float32Array, start: number, { places, rarity }: RarePlaces, last: number): number {
  let at = last - 1;
  for (; at >= 0; at -= 1) {
    const place = places[at] ?? 0;
    if (place < start) break;
    sums[place - start] = (sums[place - start] ?? 0) + rarity;
  }
  return at + 1;
}

function takeBest(sums: Float32Array, start: number, best: Best): void {
  let { least } = best;
  for (let place = sums.length - 1; place >= 0; place -= 1) {
    const sum = sums[place] ?? 0;
    if (sum <= least) continue;
    best.put(start + place, sum);
    least = best.least;
  }
}

const spanOf = (words: readonly RarePlaces[]): number =>
  1 + Math.max(...words.map(({ places }) => places.at(-1) ?? 0)) - Math.min(...words.map(({ places }) => places[0] ?? 0));

interface Entry {
  readonly place: number;
  readonly sum: number;
}

/** A heap with the worst on top. Places come newest first, so that of equals the earlier one stays. */
class Best {
  readonly #count: number;
  readonly #heap: Entry[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** What a sum must exceed to come in. */
  get least(): number {
    return this.#heap.length < this.#count ? 0 : (this.#heap[0]?.sum ?? Number.POSITIVE_INFINITY);
  }

  put(place: number, sum: number): void {
    const heap = this.#heap;
    const one = { place, sum };
    if (heap.length < this.#count) {
      let at = heap.push(one) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isWorse(one, heap[parent]); parent = (at - 1) >> 1) {
        heap[at] = heap[parent] ?? one;
        heap[parent] = one;
        at = parent;
      }
      return;
    }
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (isWorse(heap[child + 1], heap[child])) child += 1;
      const next = heap[child];
      if (next === undefined || !isWorse(next, one)) break;
      heap[at] = next;
      at = child;
    }
    heap[at] = one;
  }

  sorted(): number[] {
    return this.#heap.toSorted((a, b) => b.sum - a.sum || b.place - a.place).map(({ place }) => place);
  }
}

const isWorse = (one: Entry | undefined, other: Entry | undefined): boolean =>
  one !== undefined && other !== undefined && (one.sum < other.sum || (one.sum === other.sum && one.place < other.place));
