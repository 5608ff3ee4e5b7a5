/** Embeds what is to be written and finds what is already there and alike. Reads only; nothing here decides. */
import type { Instant } from '../../domain/instant.ts';
import type { Memory } from '../../domain/memory.ts';
import { queryTermsOf } from '../../domain/text/terms.ts';
import { type MemoryFilter, todaysView } from '../../domain/view.ts';
import type { Dependencies } from '../dependencies.ts';
import { type ContentEmbedding, embedContents } from '../embed-contents.ts';
import type { Degradation } from '../service.ts';
import type { Examined, Neighbour, WriteItem } from './write-item.ts';

export interface Examination {
  /** Null: there is no embedder. */
  readonly generation: string | null;
  readonly items: readonly Examined[];
  readonly degraded: readonly Degradation[];
}

/** Hits asked for: the same layer holds keyed and unkeyed memories, and those of other sessions, which are set aside afterwards. */
const NEIGHBOURS_MAX = 16;
const RIVALS_MAX = 8;
/** Terms of one text that are looked up: the first ones name what it is about, and a question to the store stays small. */
const RIVAL_TERMS_MAX = 32;

export async function examineItems(deps: Dependencies, items: readonly WriteItem[], now: Instant): Promise<Examination> {
  const embedded = await embedContents(
    deps,
    items.map(({ draft }) => draft.content),
  );
  const degraded: Degradation[] = [];
  const examined: Examined[] = [];
  let vectors_down = false;
  for (const [at, item] of items.entries()) {
    const embedding = embedded?.contents[at] ?? null;
    const found =
      item.event || embedded === null || vectors_down ? [] : await neighboursOf(deps, embedded.generation, item, embedding, now);
    if (found === 'down') {
      vectors_down = true;
      degraded.push({ store: deps.vectors.name, effect: 'Near-duplicates could not be looked for; identical repeats were.' });
    }
    const terms = isUnkeyedFact(item) ? queryTermsOf(item.draft.content) : [];
    examined.push({
      item,
      embedding,
      neighbours: found === 'down' ? [] : found,
      rivals: await rivalsOf(deps, item, terms.slice(0, RIVAL_TERMS_MAX), now),
      terms: new Set(terms),
    });
  }
  return { generation: embedded?.generation ?? null, items: examined, degraded };
}

export const isUnkeyedFact = ({ draft, event }: WriteItem): boolean => !event && draft.layer === 'semantic' && draft.key === null;

/** Text of several chunks is never called near-identical: its best chunk says nothing about the rest. */
async function neighboursOf(
  deps: Dependencies,
  generation: string,
  item: WriteItem,
  embedding: ContentEmbedding | null,
  now: Instant,
): Promise<readonly Neighbour[] | 'down'> {
  if (embedding === null || embedding.status !== 'embedded' || embedding.chunks.length !== 1) return [];
  const [vector] = embedding.chunks;
  if (vector === undefined) return [];
  const { layer, key, session_id } = item.draft;
  const filter: MemoryFilter = {
    layer,
    ...(key === null ? {} : { key }),
    ...(layer === 'semantic' || session_id === null ? {} : { session_id }),
  };
  const answer = await deps.vectors.query({ vector, generation, limit: NEIGHBOURS_MAX, filter, view: todaysView(now) });
  if (!answer.ok) {
    deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'write', cause: answer.failure.cause });
    return 'down';
  }
  const { near_cosine, conflict_cosine } = deps.tuning.duplicates;
  const floor = isUnkeyedFact(item) ? Math.min(near_cosine, conflict_cosine) : near_cosine;
  return answer.value.filter(({ cosine }) => cosine >= floor);
}

async function rivalsOf(deps: Dependencies, item: WriteItem, terms: readonly string[], now: Instant): Promise<readonly Memory[]> {
  if (!isUnkeyedFact(item) || terms.length === 0) return [];
  const { candidates } = await deps.candidates.gather({
    terms,
    ids: [],
    filter: { layer: 'semantic' },
    view: todaysView(now),
    lexical_limit: RIVALS_MAX,
    neighbour_radius: 0,
    neighbour_of: 0,
  });
  const own = new Set(terms);
  return candidates
    .filter(
      ({ memory, content }) => memory.key === null && dice(own, new Set(queryTermsOf(content))) >= deps.tuning.duplicates.conflict_terms,
    )
    .map(({ memory }) => memory);
}

/** Dice coefficient: twice the shared terms ÷ all terms of both. */
export function dice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size + right.size === 0) return 0;
  const shared = [...left].filter((term) => right.has(term)).length;
  return (2 * shared) / (left.size + right.size);
}
