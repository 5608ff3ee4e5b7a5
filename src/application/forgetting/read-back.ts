/** Looks for traces of memories through every path by which one can be found. Run after a forget, for its receipt. */
import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryId } from '../../domain/memory.ts';
import { queryTermsOf } from '../../domain/text/terms.ts';
import type { Dependencies } from '../dependencies.ts';

export interface Traces {
  readonly record: number;
  readonly versions: number;
  readonly lexical: number;
  readonly vector: number;
  readonly working: number;
  readonly summaries: number;
}

/** Words of each text that are searched for, and sessions looked into besides the memories' own. */
const TERMS_MAX = 32;
const SESSIONS_MAX = 20;

/** `memories` as they were. What a store cannot answer for counts as still there: a receipt never claims what nobody saw. */
export async function readBack(deps: Dependencies, memories: readonly Memory[], now: Instant): Promise<Traces> {
  const ids = memories.map(({ id }) => id);
  const present = await deps.vectors.present(ids);
  let versions = 0;
  for (const id of ids) versions += (await deps.store.versions(id)).length;
  return {
    record: (await deps.store.get(ids)).size,
    versions,
    lexical: await lexicalTraces(deps, memories, now),
    vector: present.ok ? present.value.length : ids.length,
    working: await workingTraces(deps, memories, now),
    summaries: (await deps.store.summariesOf(ids)).length,
  };
}

async function lexicalTraces(deps: Dependencies, memories: readonly Memory[], now: Instant): Promise<number> {
  const found = new Set<MemoryId>();
  for (const { id, content } of memories) {
    const { candidates } = await deps.candidates.gather({
      terms: queryTermsOf(content).slice(0, TERMS_MAX),
      ids: [id],
      filter: { ids: [id] },
      view: { now, as_of: null, known_at: null, include_superseded: true },
      lexical_limit: 1,
      neighbour_radius: 0,
      neighbour_of: 0,
    });
    if (candidates.some(({ memory }) => memory.id === id)) found.add(id);
  }
  return found.size;
}

async function workingTraces(deps: Dependencies, memories: readonly Memory[], now: Instant): Promise<number> {
  const ids = new Set(memories.map(({ id }) => id));
  const recent = await deps.working.list(now, SESSIONS_MAX);
  if (!recent.ok) return ids.size;
  const sessions = new Set([...memories.flatMap(({ session_id }) => session_id ?? []), ...recent.value.map(({ id }) => id)]);
  let found = 0;
  for (const session_id of sessions) {
    const loaded = await deps.working.load(session_id, now);
    if (!loaded.ok) return ids.size;
    found += loaded.value.session?.items.filter(({ id }) => ids.has(id)).length ?? 0;
  }
  return found;
}
