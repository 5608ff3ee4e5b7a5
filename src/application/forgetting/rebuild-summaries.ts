/** Summaries that used a forgotten memory have been withdrawn; those with other sources are made again from these. */
import { SUMMARY_CHARACTERS_MAX, SUMMARY_CHARACTERS_MIN } from '../../domain/limits.ts';
import type { Memory, MemoryId } from '../../domain/memory.ts';
import { countCharacters } from '../../domain/text/clean-text.ts';
import type { Caller, Dependencies } from '../dependencies.ts';
import { summarizeMemories } from '../summarize-memories.ts';

/**
 * New ids by old ones, in the order in which they were made: a summary of a summary is rebuilt from the rebuilt one. What cannot be
 * rebuilt stays withdrawn, which loses a digest and no memory.
 */
export async function rebuildSummaries(
  deps: Dependencies,
  caller: Caller,
  withdrawn: readonly Memory[],
): Promise<ReadonlyMap<MemoryId, MemoryId>> {
  const rebuilt = new Map<MemoryId, MemoryId>();
  for (const summary of withdrawn) {
    const wanted = (summary.source.ids ?? []).map((id) => rebuilt.get(id) ?? id);
    const stored = await deps.store.get(wanted);
    const memory_ids = wanted.filter((id) => stored.has(id));
    if (memory_ids.length === 0) continue;
    const made = await summarizeMemories(
      deps,
      { ...caller, via: `${caller.via} (rebuilt)` },
      {
        memory_ids,
        max_length: Math.min(SUMMARY_CHARACTERS_MAX, Math.max(SUMMARY_CHARACTERS_MIN, countCharacters(summary.content))),
        ...(summary.session_id === null ? {} : { session_id: summary.session_id }),
      },
    );
    if (made.ok) rebuilt.set(summary.id, made.value.id);
  }
  return rebuilt;
}
