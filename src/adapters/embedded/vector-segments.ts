/** Where the kernel finds what belongs to a slot: a segment has upper halves, lower halves, metas, rough scores and their tops. */

/** 272 KB of 512 dimensions: what an almost empty namespace costs. */
export const SEGMENT_SLOTS = 512;
/** The kernel's SCORES_OF_TOP: where the best of these is not good enough, none is looked at. */
export const SLOTS_OF_TOP = 32;
const META_BYTES = 16;
const SCORE_BYTES = 4;

/** Byte addresses of one slot. */
export interface SlotPlace {
  readonly segment: number;
  readonly upper: number;
  readonly lower: number;
  readonly meta: number;
  readonly scores: number;
  readonly tops: number;
}

/** `half`: bytes of a vector in a plane; `start`: where the first segment begins. */
export function placeOfSlot(slot: number, half: number, start: number): SlotPlace {
  const segment_bytes = SEGMENT_SLOTS * (2 * half + META_BYTES + SCORE_BYTES) + (SEGMENT_SLOTS / SLOTS_OF_TOP) * SCORE_BYTES;
  const segment = start + Math.floor(slot / SEGMENT_SLOTS) * segment_bytes;
  const within = slot % SEGMENT_SLOTS;
  const metas = segment + SEGMENT_SLOTS * 2 * half;
  const scores = metas + SEGMENT_SLOTS * META_BYTES;
  return {
    segment,
    upper: segment + within * half,
    lower: segment + (SEGMENT_SLOTS + within) * half,
    meta: metas + within * META_BYTES,
    scores: scores + within * SCORE_BYTES,
    tops: scores + SEGMENT_SLOTS * SCORE_BYTES + Math.floor(within / SLOTS_OF_TOP) * SCORE_BYTES,
  };
}
