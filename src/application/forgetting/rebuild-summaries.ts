/**
 * Summaries that used a forgotten memory have been withdrawn; those with other sources are made again from these. After the forget, not in
 * its commit: a summariser may take seconds, and nothing may keep the text from going. What cannot be rebuilt stays withdrawn, which loses
 * a digest and no memory.
 */
import { COMMIT_ATTEMPTS_MAX } from '../../domain/limits.ts';
import { type Memory, type MemoryId, stateOf } from '../../domain/memory.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';
import { lookupOf } from '../look-up.ts';
import { rebuildSummary } from '../rebuild-summary.ts';
import { indexCommitted } from '../writing/follow-up.ts';

/** New ids by old ones. In the order in which they were made, so that a summary of a summary is rebuilt from the rebuilt one. */
export async function rebuildSummaries(deps: Dependencies, withdrawn: readonly Memory[]): Promise<ReadonlyMap<MemoryId, MemoryId>> {
  const rebuilt = new Map<MemoryId, MemoryId>();
  for (const summary of withdrawn) {
    const source_ids = (summary.source.ids ?? []).map((id) => rebuilt.get(id) ?? id);
    const memory = await rebuild(deps, summary, source_ids);
    if (memory === null) continue;
    rebuilt.set(summary.id, memory.id);
    await index(deps, memory);
  }
  return rebuilt;
}

/** Under the guard of its sources: one that is forgotten meanwhile is not in what is kept. */
async function rebuild(deps: Dependencies, summary: Memory, source_ids: readonly MemoryId[]): Promise<Memory | null> {
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    const context = await deps.store.lookUp(lookupOf({ ids: source_ids }), now);
    const remaining = [...context.by_id.values()].filter((memory) => stateOf(memory, now) !== 'expired');
    const drafted = await rebuildSummary(deps, summary, remaining, now);
    if (drafted === null) return null;
    const embedder = await deps.embedder.describe();
    const committed = await deps.store.commit([{ type: 'insert', ...drafted, index: embedder !== null }], context.guard);
    if (committed === 'committed') return drafted.memory;
  }
  return null;
}

/** What fails here stays queued for maintenance. */
async function index(deps: Dependencies, memory: Memory): Promise<void> {
  const embedded = await embedContents(deps, [memory.content]);
  const embedding = embedded?.contents[0] ?? null;
  await indexCommitted(deps, embedded?.generation ?? null, [{ memory, text: 'new', embedding }]);
}
