/**
 * The vectors of one generation in WebAssembly memory, where the kernel scans them. Grows by segments and never moves what it holds; after a
 * change of generation the same memory is used again, because WebAssembly memory cannot shrink.
 */
import { queryDigits, recordBytes, widthOf } from './vector-record.ts';
import kernelModule from './vector-scan.wasm';

/** 272 KB of 512 dimensions: what an almost empty namespace costs. */
const SEGMENT_SLOTS = 512;
const PAGE_BYTES = 65_536;
/** Room for the query's digits before the first segment: up to 32,000 dimensions. */
const SEGMENTS_AT = PAGE_BYTES;
const QUERY_AT = 64;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  scan(records: number, n: number, width: number, query: number, query_scale: number, out: number): void;
}

export interface ScoredSlot {
  readonly slot: number;
  readonly cosine: number;
}

export class VectorMatrix {
  readonly #kernel: Kernel;
  readonly #width: number;
  readonly #record_bytes: number;
  /** Slots in use, with holes; those of the last segment beyond it are zero. */
  #slots = 0;
  #query_scale = 0;
  /** Every slot has its score of the vector aimed at. */
  #scanned = false;

  constructor(dimensions: number, reused: VectorMatrix | null) {
    this.#kernel = reused === null ? (new WebAssembly.Instance(kernelModule, {}).exports as unknown as Kernel) : reused.#kernel;
    this.#width = widthOf(dimensions);
    this.#record_bytes = recordBytes(dimensions);
    new Uint8Array(this.#kernel.memory.buffer).fill(0);
  }

  /** Records of consecutive slots from `slot` on. */
  put(slot: number, records: Uint8Array): void {
    const count = records.byteLength / this.#record_bytes;
    this.#reserve(slot + count);
    const memory = new Uint8Array(this.#kernel.memory.buffer);
    for (let done = 0; done < count; ) {
      const at = slot + done;
      const together = Math.min(count - done, SEGMENT_SLOTS - (at % SEGMENT_SLOTS));
      memory.set(records.subarray(done * this.#record_bytes, (done + together) * this.#record_bytes), this.#recordAt(at));
      done += together;
    }
    this.#slots = Math.max(this.#slots, slot + count);
    this.#scanned = false;
  }

  /** The vector that scores are asked for from now on. */
  aim(vector: Float32Array): void {
    const { digits, scale } = queryDigits(vector);
    new Uint8Array(this.#kernel.memory.buffer, QUERY_AT, digits.byteLength).set(digits);
    this.#query_scale = scale;
    this.#scanned = false;
  }

  /** Of one slot, without a scan of all: a session has few slots among a hundred thousand. */
  cosine(slot: number): number {
    if (slot >= this.#slots) return Number.NEGATIVE_INFINITY;
    const at = this.#scoresAt(slot) + 4 * (slot % SEGMENT_SLOTS);
    if (!this.#scanned) this.#kernel.scan(this.#recordAt(slot), 1, this.#width, QUERY_AT, this.#query_scale, at);
    return new Float32Array(this.#kernel.memory.buffer, at, 1)[0] ?? Number.NEGATIVE_INFINITY;
  }

  #scan(): void {
    if (this.#scanned) return;
    for (let slot = 0; slot < this.#slots; slot += SEGMENT_SLOTS) {
      const count = Math.min(SEGMENT_SLOTS, this.#slots - slot);
      this.#kernel.scan(this.#recordAt(slot), count, this.#width, QUERY_AT, this.#query_scale, this.#scoresAt(slot));
    }
    this.#scanned = true;
  }

  /** The best of all slots from a cosine on, best first; all that equal the last one are included, so that ties can be settled by id. */
  best(count: number, cosine_min = Number.NEGATIVE_INFINITY): ScoredSlot[] {
    this.#scan();
    const floor = this.#scoreOfRank(count, cosine_min);
    const found: ScoredSlot[] = [];
    for (const { first, scores } of this.#segments())
      for (let i = 0; i < scores.length; i++) {
        const cosine = scores[i] ?? floor;
        if (cosine >= floor && cosine >= -1.5) found.push({ slot: first + i, cosine });
      }
    return found.sort((left, right) => right.cosine - left.cosine);
  }

  /** The score that `count` slots reach, and `from` at the least, by a heap of the best so far with its least on top. */
  #scoreOfRank(count: number, from: number): number {
    if (count >= this.#slots) return from;
    const heap = new Float32Array(count).fill(Number.NEGATIVE_INFINITY);
    let least = from;
    for (const { scores } of this.#segments())
      for (let i = 0; i < scores.length; i++) {
        const score = scores[i] ?? least;
        if (score <= least) continue;
        replaceLeast(heap, score);
        least = Math.max(from, heap[0] ?? from);
      }
    return least;
  }

  *#segments(): Generator<{ readonly first: number; readonly scores: Float32Array }> {
    for (let first = 0; first < this.#slots; first += SEGMENT_SLOTS) {
      const count = Math.min(SEGMENT_SLOTS, this.#slots - first);
      yield { first, scores: new Float32Array(this.#kernel.memory.buffer, this.#scoresAt(first), count) };
    }
  }

  get #segment_bytes(): number {
    return SEGMENT_SLOTS * (this.#record_bytes + 4);
  }

  #recordAt(slot: number): number {
    return SEGMENTS_AT + Math.floor(slot / SEGMENT_SLOTS) * this.#segment_bytes + (slot % SEGMENT_SLOTS) * this.#record_bytes;
  }

  /** Scores of a segment's slots follow its records. */
  #scoresAt(slot: number): number {
    return SEGMENTS_AT + Math.floor(slot / SEGMENT_SLOTS) * this.#segment_bytes + SEGMENT_SLOTS * this.#record_bytes;
  }

  #reserve(slots: number): void {
    const end = SEGMENTS_AT + Math.ceil(slots / SEGMENT_SLOTS) * this.#segment_bytes;
    const missing = end - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }
}

function replaceLeast(heap: Float32Array, score: number): void {
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
