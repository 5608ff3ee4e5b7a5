/**
 * The vectors of one generation in WebAssembly memory, where the kernel scans them. Grows by segments and never moves what it holds; after a
 * change of generation the same memory is used again, because WebAssembly memory cannot shrink.
 *
 * Many vectors are scored twice: all of them by four bits a value, and by all bits those that could be among the best. Results are those of an exact
 * scan, unless the rounding of one vector happens to lie DEVIATIONS standard deviations against it.
 */
import { queryDigits, recordBytes, TRAILER_BYTES, widthOf } from './vector-record.ts';
import kernelModule from './vector-scan.wasm';

/** 272 KB of 512 dimensions: what an almost empty namespace costs. */
const SEGMENT_SLOTS = 512;
const PAGE_BYTES = 65_536;
/** Room for the query's digits before everything else: up to 32,000 dimensions. */
const STAGE_AT = PAGE_BYTES;
const QUERY_AT = 64;
/** Records that are split into planes at once. */
const STAGE_SLOTS = 64;
const META_BYTES = 16;
/** The kernel's SCORES_OF_TOP: where the best of these is not good enough, none is looked at. */
const SLOTS_OF_TOP = 32;
/** Scoring this many exactly takes less than half a millisecond. */
const EXACT_SLOTS_MAX = 2_000;
/** One score in two million is further off. */
const DEVIATIONS = 5;
/** Of a cosine, by the lower digits of the query, which the rough scan leaves out. */
const QUERY_DEVIATION = 0.001;
/** Below it is no cosine, but a slot without a vector. */
const COSINE_LEAST = -1.5;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  split(records: number, n: number, half: number, upper: number, lower: number, meta: number): number;
  scan_upper(
    upper: number,
    meta: number,
    n: number,
    half: number,
    query: number,
    middle: number,
    query_scale: number,
    out: number,
    tops: number,
  ): void;
  score(upper: number, lower: number, meta: number, half: number, query: number, query_scale: number): number;
}

export interface ScoredSlot {
  readonly slot: number;
  readonly cosine: number;
}

export class VectorMatrix {
  readonly #kernel: Kernel;
  readonly #record_bytes: number;
  /** Of a record as it is stored. */
  readonly #width: number;
  /** Bytes of a vector in a plane: two values each. */
  readonly #half: number;
  readonly #segments_at: number;
  /** Slots in use, with holes; those of the last segment beyond it are zero. */
  #slots = 0;
  #query_scale = 0;
  #query_middle = 0;
  /** Standard deviation of a rough cosine, of the vector that is off the most. */
  #deviation = 0;

  constructor(dimensions: number, reused: VectorMatrix | null) {
    this.#kernel = reused === null ? (new WebAssembly.Instance(kernelModule, {}).exports as unknown as Kernel) : reused.#kernel;
    this.#width = widthOf(dimensions);
    this.#record_bytes = recordBytes(dimensions);
    this.#half = Math.ceil(this.#width / 32) * 16;
    this.#segments_at = STAGE_AT + STAGE_SLOTS * (2 * this.#half + TRAILER_BYTES);
    this.#growTo(this.#segments_at);
    new Uint8Array(this.#kernel.memory.buffer).fill(0);
  }

  /** Records of consecutive slots from `slot` on. */
  put(slot: number, records: Uint8Array): void {
    const count = records.byteLength / this.#record_bytes;
    this.#growTo(this.#at(Math.ceil((slot + count) / SEGMENT_SLOTS) * SEGMENT_SLOTS).segment);
    const memory = new Uint8Array(this.#kernel.memory.buffer);
    for (let done = 0; done < count; ) {
      const together = Math.min(STAGE_SLOTS, count - done, SEGMENT_SLOTS - ((slot + done) % SEGMENT_SLOTS));
      for (let index = 0; index < together; index += 1) {
        const record = records.subarray((done + index) * this.#record_bytes, (done + index + 1) * this.#record_bytes);
        const to = STAGE_AT + index * (2 * this.#half + TRAILER_BYTES);
        memory.set(record.subarray(0, this.#width), to);
        memory.set(record.subarray(this.#width), to + 2 * this.#half);
      }
      const { upper, lower, meta } = this.#at(slot + done);
      this.#deviation = Math.max(this.#deviation, this.#kernel.split(STAGE_AT, together, this.#half, upper, lower, meta));
      done += together;
    }
    this.#slots = Math.max(this.#slots, slot + count);
  }

  /** The vector that scores are asked for from now on. */
  aim(vector: Float32Array): void {
    const { digits, scale, middle } = queryDigits(vector, 2 * this.#half);
    new Uint8Array(this.#kernel.memory.buffer, QUERY_AT, digits.byteLength).set(digits);
    this.#query_scale = scale;
    this.#query_middle = middle;
  }

  /** Of one slot, by all bits. */
  cosine(slot: number): number {
    if (slot >= this.#slots) return Number.NEGATIVE_INFINITY;
    const { upper, lower, meta } = this.#at(slot);
    return this.#kernel.score(upper, lower, meta, this.#half, QUERY_AT, this.#query_scale);
  }

  /** The best of all slots from a cosine on, best first; all that equal the last one are included, so that ties can be settled by id. */
  best(count: number, cosine_min = Number.NEGATIVE_INFINITY): ScoredSlot[] {
    const found: ScoredSlot[] = [];
    for (const slot of this.#slots <= EXACT_SLOTS_MAX ? Array(this.#slots).keys() : this.#contenders(count, cosine_min)) {
      const cosine = this.cosine(slot);
      if (cosine >= cosine_min && cosine >= COSINE_LEAST) found.push({ slot, cosine });
    }
    found.sort((left, right) => right.cosine - left.cosine);
    const last = found[count - 1]?.cosine ?? Number.NEGATIVE_INFINITY;
    return found.filter(({ cosine }) => cosine >= last);
  }

  /** Slots that may be among the `count` best from a cosine on. */
  #contenders(count: number, cosine_min: number): number[] {
    for (let slot = 0; slot < this.#slots; slot += SEGMENT_SLOTS) {
      const { upper, meta, scores, tops } = this.#at(slot);
      // A segment's slots beyond the last one are zero, and score as nothing.
      const many = Math.ceil(Math.min(SEGMENT_SLOTS, this.#slots - slot) / 4) * 4;
      this.#kernel.scan_upper(upper, meta, many, this.#half, QUERY_AT, this.#query_middle, this.#query_scale, scores, tops);
    }
    const reach = DEVIATIONS * (this.#deviation + QUERY_DEVIATION);
    // A contender may be a reach too low, and what it is measured against a reach too high.
    const floor = Math.max(this.#roughScoreOfRank(count) - 2 * reach, cosine_min - reach, COSINE_LEAST);
    const slots: number[] = [];
    this.#visit(
      () => floor,
      (slot) => void slots.push(slot),
    );
    return slots;
  }

  /** The rough score that `count` slots reach, by a heap of the best so far with its least on top. */
  #roughScoreOfRank(count: number): number {
    const heap = new Float32Array(Math.min(count, this.#slots)).fill(Number.NEGATIVE_INFINITY);
    let least = Number.NEGATIVE_INFINITY;
    this.#visit(
      () => least,
      (_slot, cosine) => {
        if (cosine <= least) return;
        replaceLeast(heap, cosine);
        least = heap[0] ?? least;
      },
    );
    return least;
  }

  /** Each slot whose rough score is `least()` or more, in order of slots. */
  #visit(least: () => number, found: (slot: number, cosine: number) => void): void {
    const memory = new Float32Array(this.#kernel.memory.buffer);
    for (let first = 0; first < this.#slots; first += SLOTS_OF_TOP) {
      const { scores, tops } = this.#at(first);
      if ((memory[tops / 4] ?? 0) < least()) continue;
      const count = Math.min(SLOTS_OF_TOP, this.#slots - first);
      for (let index = 0; index < count; index += 1) {
        const cosine = memory[scores / 4 + index] ?? 0;
        if (cosine >= least()) found(first + index, cosine);
      }
    }
  }

  /** Byte addresses of a slot: a segment has upper halves, lower halves, metas, rough scores and their tops. */
  #at(slot: number) {
    const half = this.#half;
    const segment_bytes = SEGMENT_SLOTS * (2 * half + META_BYTES + 4) + (SEGMENT_SLOTS / SLOTS_OF_TOP) * 4;
    const segment = this.#segments_at + Math.floor(slot / SEGMENT_SLOTS) * segment_bytes;
    const within = slot % SEGMENT_SLOTS;
    const metas = segment + SEGMENT_SLOTS * 2 * half;
    const scores = metas + SEGMENT_SLOTS * META_BYTES;
    return {
      segment,
      upper: segment + within * half,
      lower: segment + (SEGMENT_SLOTS + within) * half,
      meta: metas + within * META_BYTES,
      scores: scores + within * 4,
      tops: scores + SEGMENT_SLOTS * 4 + Math.floor(within / SLOTS_OF_TOP) * 4,
    };
  }

  #growTo(end: number): void {
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
