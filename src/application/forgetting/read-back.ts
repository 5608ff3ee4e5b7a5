/** Looks for traces of memories through every path by which one can be found. Run after a forget, for its receipt. */
import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryId, MemoryVersion } from '../../domain/memory.ts';
import { queryTermsOf } from '../../domain/text/terms.ts';
import type { Dependencies } from '../dependencies.ts';
import { together } from '../together.ts';
import { loadSessions } from '../working-memory.ts';

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
  const [present, versions, stored, lexical, working, summaries] = await together(
    deps.vectors.present(ids),
    versionsOf(deps, ids),
    deps.store.get(ids),
    lexicalTraces(deps, memories, now),
    workingTraces(deps, memories, now),
    deps.store.summariesOf(ids),
  );
  return {
    record: stored.size,
    versions: versions.length,
    lexical,
    vector: present.ok ? present.value.length : ids.length,
    working,
    summaries: summaries.length,
  };
}

export async function versionsOf({ store }: Pick<Dependencies, 'store'>, ids: readonly MemoryId[]): Promise<readonly MemoryVersion[]> {
  return (await together(...ids.map((id) => store.versions(id)))).flat();
}

async function lexicalTraces(deps: Dependencies, memories: readonly Memory[], now: Instant): Promise<number> {
  const gathered = await deps.candidates.gatherMany(
    memories.map(({ id, content }) => ({
      terms: queryTermsOf(content).slice(0, TERMS_MAX),
      ids: [id],
      filter: { ids: [id] },
      view: { now, as_of: null, known_at: null, include_superseded: true },
      lexical_limit: 1,
      neighbour_radius: 0,
      neighbour_of: 0,
    })),
  );
  const found = new Set(gathered.flatMap(({ candidates }) => candidates.map(({ memory }) => memory.id)));
  return memories.filter(({ id }) => found.has(id)).length;
}

async function workingTraces(deps: Dependencies, memories: readonly Memory[], now: Instant): Promise<number> {
  const ids = new Set(memories.map(({ id }) => id));
  const own = new Set(memories.flatMap(({ session_id }) => session_id ?? []));
  const [recent, loaded] = await together(deps.working.list(now, SESSIONS_MAX), loadSessions(deps, [...own], now));
  if (!recent.ok) return ids.size;
  const others = recent.value.map(({ id }) => id).filter((id) => !own.has(id));
  const sessions = [...loaded.values(), ...(await loadSessions(deps, others, now)).values()];
  let found = 0;
  for (const session of sessions) {
    if (!session.ok) return ids.size;
    found += session.value.session?.items.filter(({ id }) => ids.has(id)).length ?? 0;
  }
  return found;
}
