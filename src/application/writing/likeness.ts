/** Which known memories are like the text at hand: those found by the store, and those that earlier items of the batch brought. Pure. */
import { differenceThatMatters } from '../../domain/duplicates/near-duplicate-guard.ts';
import { SIMILAR_MAX } from '../../domain/limits.ts';
import type { Memory, MemoryId } from '../../domain/memory.ts';
import { dice } from './examine-items.ts';
import type { PlanRules } from './plan-item.ts';
import type { Examined } from './write-item.ts';
import type { WritingState } from './writing-state.ts';

export interface Alike {
  readonly memory: Memory;
  readonly cosine: number;
}

/**
 * Live memories of the same layer, key and (for events) session with at least this cosine, best first, ties by id; whole texts only.
 * The cheap conditions come first: a batch compares each item with all before it.
 */
export function nearestOf(state: WritingState, examined: Examined, rules: PlanRules, cosine_min: number): readonly Alike[] {
  const { layer, key, session_id } = examined.item.draft;
  const own = vectorOf(examined);
  if (own === null) return [];
  const sameScope = (memory: Memory): boolean =>
    memory.layer === layer && memory.key === key && (layer === 'semantic' || memory.session_id === session_id);
  const found: Alike[] = [];
  for (const { id, cosine } of examined.neighbours) {
    const memory = state.memory(id);
    // A fresh one is compared by its own vector below: what the index said of it is about an older wording.
    if (memory !== undefined && cosine >= cosine_min && !state.fresh.has(id) && sameScope(memory)) found.push({ memory, cosine });
  }
  for (const { memory, vector } of state.fresh.values()) {
    if (vector === null || !sameScope(memory)) continue;
    const cosine = cosineOf(own, vector);
    if (cosine >= cosine_min) found.push({ memory, cosine });
  }
  return (
    found
      // A summary is what it was made of, not what it says: nothing folds into one.
      .filter(({ memory }) => memory.source.ids === undefined && state.isLive(memory) && rules.isOneChunk(memory.content))
      .sort((left, right) => right.cosine - left.cosine || (left.memory.id < right.memory.id ? -1 : 1))
  );
}

/** Unkeyed facts that are much alike, by meaning or by words, and yet differ in something that matters. */
export function conflictsOf(state: WritingState, examined: Examined, rules: PlanRules): readonly MemoryId[] {
  const alike = new Map<MemoryId, Memory>();
  for (const { memory } of nearestOf(state, examined, rules, rules.duplicates.conflict_cosine)) alike.set(memory.id, memory);
  for (const memory of examined.rivals) alike.set(memory.id, state.memory(memory.id) ?? memory);
  for (const { memory, terms } of state.fresh.values())
    if (memory.layer === 'semantic' && memory.key === null && dice(examined.terms, terms) >= rules.duplicates.conflict_terms)
      alike.set(memory.id, memory);
  return [...alike.values()]
    .filter((memory) => state.isLive(memory) && differenceThatMatters(memory.content, examined.item.draft.content) !== null)
    .slice(0, SIMILAR_MAX)
    .map(({ id }) => id);
}

function vectorOf({ embedding }: Examined): Float32Array | null {
  return embedding?.status === 'embedded' && embedding.chunks.length === 1 ? (embedding.chunks[0] ?? null) : null;
}

/** Vectors are unit length, so the dot product is the cosine. */
function cosineOf(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
