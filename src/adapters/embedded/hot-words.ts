/**
 * The places of common words, held in memory. FTS5 walks a word's whole list again for each question that has it, once to count and once to rank: a
 * fifth of a search in a namespace of 100,000. An object is the only writer of its file, so what it writes keeps these lists true; after a
 * transaction that failed nothing is held.
 */

/** A rarer word is read from the index in less than half a millisecond. */
export const HOT_WORDINGS_MIN = 1_000;
/** Four bytes each, beside the vectors and the embedder in 128 MB (vector-index.ts). */
const PLACES_MAX = 1_000_000;
/** Of one word, the newest: a word that stands in more tells nothing apart, and must not push all others out. */
export const PLACES_OF_WORD_MAX = 250_000;
const SPARE_SHARE = 1.25;

interface Held {
  places: Uint32Array;
  length: number;
  /** Those beyond PLACES_OF_WORD_MAX included. */
  documents: number;
}

export interface Word {
  /** Ascending. */
  readonly places: Uint32Array;
  readonly documents: number;
}

export class HotWords {
  /** The one that was asked for longest ago first. */
  readonly #held = new Map<string, Held>();
  #places = 0;

  find(token: string): Word | null {
    const held = this.#held.get(token);
    if (held === undefined) return null;
    this.#held.delete(token);
    this.#held.set(token, held);
    return { places: held.places.subarray(0, held.length), documents: held.documents };
  }

  hold(token: string, { places, documents }: Word): void {
    this.#drop(token);
    this.#held.set(token, { places, length: places.length, documents });
    this.#places += places.length;
    this.#makeRoom();
  }

  /** Places grow with time; a word that comes at an earlier one is let go, and read again when it is asked for. */
  enter(token: string, place: number): void {
    const held = this.#held.get(token);
    if (held === undefined) return;
    const last = held.length === 0 ? -1 : (held.places[held.length - 1] ?? -1);
    if (place <= last) {
      this.#drop(token);
      return;
    }
    if (held.length === held.places.length) {
      const larger = new Uint32Array(Math.ceil(SPARE_SHARE * held.length) + 1);
      larger.set(held.places);
      held.places = larger;
    }
    held.places[held.length] = place;
    held.length += 1;
    held.documents += 1;
    this.#places += 1;
    this.#makeRoom();
  }

  withdraw(token: string): void {
    this.#drop(token);
  }

  clear(): void {
    this.#held.clear();
    this.#places = 0;
  }

  #makeRoom(): void {
    for (const oldest of this.#held.keys()) {
      if (this.#places <= PLACES_MAX) return;
      this.#drop(oldest);
    }
  }

  #drop(token: string): void {
    const held = this.#held.get(token);
    if (held === undefined) return;
    this.#held.delete(token);
    this.#places -= held.length;
  }
}
