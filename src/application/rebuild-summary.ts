import type { Instant } from '../domain/instant.ts';
import { SUMMARY_CHARACTERS_MIN } from '../domain/limits.ts';
import type { Memory, MemoryVersion } from '../domain/memory.ts';
import { type DraftedSummary, draftSummary, inTimeOrder } from '../domain/summarising/draft-summary.ts';
import { countCharacters } from '../domain/text/clean-text.ts';
import { versionOf } from '../domain/writing/versions.ts';
import { composeSummary } from './compose-summary.ts';
import type { Dependencies } from './dependencies.ts';

export interface RebuiltSummary extends DraftedSummary {
  readonly versions: readonly MemoryVersion[];
}

/**
 * A summary anew from those of its sources that remain, as a memory of its own: the old one has to go with all its versions, because they
 * hold what was forgotten. Stores nothing, so that a forget can commit it together with the tombstones. Null when no source remains.
 * `remaining` must be free of what was forgotten: rebuild the summaries among them first.
 */
export async function rebuildSummary(
  deps: Pick<Dependencies, 'model_summarizer' | 'observer' | 'secrets' | 'ids'>,
  summary: Memory,
  remaining: readonly Memory[],
  now: Instant,
): Promise<RebuiltSummary | null> {
  const sources = inTimeOrder(remaining);
  if (sources.length === 0) return null;
  const characters_max = Math.max(SUMMARY_CHARACTERS_MIN, countCharacters(summary.content));
  const text = await composeSummary(deps, sources, characters_max);
  const { via, client } = summary.source;
  const stamp = {
    id: deps.ids.memoryId(now),
    now,
    session_id: summary.session_id,
    source: { via, ...(client === undefined ? {} : { client }) },
  };
  const drafted = draftSummary(sources, text, characters_max, stamp);
  return { ...drafted, versions: [versionOf(drafted.memory, now, drafted.memory.source, 'rebuilt after a source was forgotten')] };
}
