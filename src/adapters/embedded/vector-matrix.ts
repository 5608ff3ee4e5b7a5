/**
 * The vectors of one generation in WebAssembly memory, where the kernel scans them. Grows by segments and never moves what it holds; after a
 * change of generation the same memory is used again, because WebAssembly memory cannot shrink.
 *
 * Many vectors are scored twice: all of them by four bits a value, and by all bits those that could be among the best. Results are those of an exact
 * scan, unless the rounding of one vector happens to lie DEVIATIONS standard deviations against it.
 */
import { replaceLeast, type ScoredSlot, upTo } from './scored-slot.ts';
import { queryDigits, recordBytes, TRAILER_BYTES, widthOf } from './vector-record.ts';
import kernelModule from './vector-scan.wasm';
import { placeOfSlot, SEGMENT_SLOTS, SLOTS_OF_TOP, type SlotPlace } from './vector-segments.ts';

const PAGE_BYTES = 65_536;
/** Room for the query's digits before everything else: up to 32,000 dimensions. */
const STAGE_AT = PAGE_BYTES;
const QUERY_AT = 64;
/** Records that are split into planes at once. */
const STAGE_SLOTS = 64;
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

/** A query in the kernel's memory. */
interface Aim {
  readonly at: number;
  readonly scale: number;
  readonly middle: number;
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
  #aim: Aim | null = null;
  /** Every slot has its rough score of the vector aimed at. */
  #scanned = false;
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
    this.#scanned = false;
  }

  /** The vector that scores are asked for from now on. */
  aim(vector: Float32Array): void {
    this.#aim = this.#aimAt(vector, 0);
    this.#scanned = false;
  }

  /** Of one slot, by all bits. */
  cosine(slot: number): number {
    return slot >= this.#slots || this.#aim === null ? Number.NEGATIVE_INFINITY : this.#score(slot, this.#aim);
  }

  /** The best of all slots from a cosine on, best first; all that equal the last one are included, so that ties can be settled by id. */
  best(count: number, cosine_min = Number.NEGATIVE_INFINITY): ScoredSlot[] {
    const aim = this.#aim;
    if (aim === null) return [];
    return upTo(this.#exactly(this.#isSmall ? this.#all() : this.#contenders(aim, count, cosine_min), aim, cosine_min), count);
  }

  /**
   * Of each vector all slots from a cosine on, best first. Vectors that are asked for together are scanned together: a segment stays in the
   * second-level cache while all of them pass by.
   */
  nearest(queries: readonly { readonly vector: Float32Array; readonly cosine_min: number }[]): ScoredSlot[][] {
    this.#aim = null;
    const together = Math.max(1, Math.floor((STAGE_AT - QUERY_AT) / (4 * this.#half)));
    const found: ScoredSlot[][] = [];
    for (let start = 0; start < queries.length; start += together) {
      const aims = queries.slice(start, start + together).map(({ vector, cosine_min }, place) => {
        const aim = this.#aimAt(vector, place);
        return {
          aim,
          cosine_min,
          floor: Math.max(cosine_min - this.#reach, COSINE_LEAST),
          slots: this.#isSmall ? this.#all() : ([] as number[]),
        };
      });
      for (let first = 0; first < this.#slots && !this.#isSmall; first += SEGMENT_SLOTS)
        for (const { aim, floor, slots } of aims) {
          this.#scanSegment(first, aim);
          this.#visit(
            first,
            first + SEGMENT_SLOTS,
            () => floor,
            (slot) => void slots.push(slot),
          );
        }
      for (const { aim, cosine_min, slots } of aims) found.push(this.#exactly(slots, aim, cosine_min));
    }
    return found;
  }

  get #isSmall(): boolean {
    return this.#slots <= EXACT_SLOTS_MAX;
  }

  #all(): number[] {
    return [...Array(this.#slots).keys()];
  }

  /** How far a rough score is allowed to be off. */
  get #reach(): number {
    return DEVIATIONS * (this.#deviation + QUERY_DEVIATION);
  }

  /** `place`: among the vectors that are aimed at together. */
  #aimAt(vector: Float32Array, place: number): Aim {
    const { digits, scale, middle } = queryDigits(vector, 2 * this.#half);
    const at = QUERY_AT + place * digits.byteLength;
    new Uint8Array(this.#kernel.memory.buffer, at, digits.byteLength).set(digits);
    return { at, scale, middle };
  }

  #score(slot: number, { at, scale }: Aim): number {
    const { upper, lower, meta } = this.#at(slot);
    return this.#kernel.score(upper, lower, meta, this.#half, at, scale);
  }

  #exactly(slots: readonly number[], aim: Aim, cosine_min: number): ScoredSlot[] {
    return slots
      .map((slot): ScoredSlot => ({ slot, cosine: this.#score(slot, aim) }))
      .filter(({ cosine }) => cosine >= cosine_min && cosine >= COSINE_LEAST)
      .sort((left, right) => right.cosine - left.cosine);
  }

  #scanSegment(first: number, { at, scale, middle }: Aim): void {
    const { upper, meta, scores, tops } = this.#at(first);
    // A segment's slots beyond the last one are zero, and score as nothing.
    const count = Math.ceil(Math.min(SEGMENT_SLOTS, this.#slots - first) / 4) * 4;
    this.#kernel.scan_upper(upper, meta, count, this.#half, at, middle, scale, scores, tops);
  }

  /** Slots that may be among the `count` best from a cosine on. */
  #contenders(aim: Aim, count: number, cosine_min: number): number[] {
    for (let first = 0; first < this.#slots && !this.#scanned; first += SEGMENT_SLOTS) this.#scanSegment(first, aim);
    this.#scanned = true;
    // A contender may be a reach too low, and what it is measured against a reach too high.
    const floor = Math.max(this.#roughScoreOfRank(count) - 2 * this.#reach, cosine_min - this.#reach, COSINE_LEAST);
    const slots: number[] = [];
    this.#visit(
      0,
      this.#slots,
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
      0,
      this.#slots,
      () => least,
      (_slot, cosine) => {
        if (cosine <= least) return;
        replaceLeast(heap, cosine);
        least = heap[0] ?? least;
      },
    );
    return least;
  }

  /** Each slot of a range whose rough score is `least()` or more, in order of slots. */
  #visit(start: number, end: number, least: () => number, found: (slot: number, cosine: number) => void): void {
    const memory = new Float32Array(this.#kernel.memory.buffer);
    for (let first = start; first < Math.min(end, this.#slots); first += SLOTS_OF_TOP) {
      const { scores, tops } = this.#at(first);
      if ((memory[tops / 4] ?? 0) < least()) continue;
      const count = Math.min(SLOTS_OF_TOP, this.#slots - first);
      for (let index = 0; index < count; index += 1) {
        const cosine = memory[scores / 4 + index] ?? 0;
        if (cosine >= least()) found(first + index, cosine);
      }
    }
  }

  #at(slot: number): SlotPlace {
    return placeOfSlot(slot, this.#half, this.#segments_at);
  }

  #growTo(end: number): void {
    const missing = end - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }
}
