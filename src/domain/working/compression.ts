import type { MemoryId } from '../memory.ts';
import type { Eviction } from './eviction.ts';
import type { Session, WorkingItem } from './session.ts';

/** Fewer memories than this are as easily read as their summary. */
export const COMPRESSION_RUN_MIN = 4;
/** Of the sources' characters: the middle of the documented 5:1 to 10:1. */
const COMPRESSION_TARGET_RATIO = 7;

/**
 * What a session loses next, in the order in which it came: the candidates of a summary. Only what was in the set and leaves it, so what
 * stays is not said twice, and each memory is summarised when it leaves and not before.
 */
export function leavingRun(before: Session, evicted: readonly Eviction[]): readonly WorkingItem[] {
  const leaving = new Set<MemoryId>(evicted.map(({ id }) => id));
  return before.items.filter(({ id }) => leaving.has(id)).sort((left, right) => left.added_order - right.added_order);
}

/** Characters of the summary of so many characters. */
export const compressedLength = (characters: number): number => Math.floor(characters / COMPRESSION_TARGET_RATIO);
