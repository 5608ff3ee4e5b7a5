/** Finds what is already there and like what is to be written. Reads only; nothing here decides. */
import type { Instant } from '../../domain/instant.ts';
import type { Memory } from '../../domain/memory.ts';
import { queryTermsOf } from '../../domain/text/terms.ts';
import { type MemoryFilter, todaysView } from '../../domain/view.ts';
import type { Candidate } from '../../ports/candidate-source.ts';
import type { VectorHit } from '../../ports/vector-index.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ContentEmbedding, EmbeddedContents } from '../embed-contents.ts';
import type { Degradation } from '../service.ts';
import { together } from '../together.ts';
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

export async function examineItems(
  deps: Dependencies,
  items: readonly WriteItem[],
  embedded: EmbeddedContents | null,
  now: Instant,
): Promise<Examination> {
  const embeddings = items.map((_item, at) => embedded?.contents[at] ?? null);
  const terms = items.map((item) => (isUnkeyedFact(item) ? queryTermsOf(item.draft.content) : []));
  const [neighbours, rivals] = await together(
    neighboursOf(deps, embedded?.generation ?? null, items, embeddings, now),
    rivalsOf(deps, terms, now),
  );
  const effect = 'Near-duplicates could not be looked for; identical repeats were.';
  return {
    generation: embedded?.generation ?? null,
    items: items.map((item, at) => ({
      item,
      embedding: embeddings[at] ?? null,
      neighbours: neighbours?.[at] ?? [],
      rivals: rivals[at] ?? [],
      terms: new Set(terms[at]),
    })),
    degraded: neighbours === null ? [{ store: deps.vectors.name, effect }] : [],
  };
}

export const isUnkeyedFact = ({ draft, event }: WriteItem): boolean => !event && draft.layer === 'semantic' && draft.key === null;

/** For each item, in order; null: the vector index is down. */
async function neighboursOf(
  deps: Dependencies,
  generation: string | null,
  items: readonly WriteItem[],
  embeddings: readonly (ContentEmbedding | null)[],
  now: Instant,
): Promise<readonly (readonly Neighbour[])[] | null> {
  const none: readonly (readonly Neighbour[])[] = items.map(() => []);
  const asked = items.flatMap((item, at) => {
    const vector = wholeVectorOf(embeddings[at] ?? null);
    return item.event || vector === null ? [] : [{ item, at, vector }];
  });
  if (generation === null || asked.length === 0) return none;
  const answer = await deps.vectors.queryMany(
    asked.map(({ item, vector }) => ({
      vector,
      generation,
      limit: NEIGHBOURS_MAX,
      filter: scopeOf(item),
      view: todaysView(now),
      cosine_min: nearness(deps, item),
    })),
  );
  if (!answer.ok) {
    deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'write', cause: answer.failure.cause });
    return null;
  }
  const found = new Map(asked.map(({ item, at }, place) => [at, nearEnough(deps, item, answer.value[place] ?? [])]));
  return none.map((nothing, at) => found.get(at) ?? nothing);
}

/** Text of several chunks is never called near-identical: its best chunk says nothing about the rest. */
function wholeVectorOf(embedding: ContentEmbedding | null): Float32Array | null {
  if (embedding === null || embedding.status !== 'embedded' || embedding.chunks.length !== 1) return null;
  return embedding.chunks[0] ?? null;
}

const scopeOf = ({ draft: { layer, key, session_id } }: WriteItem): MemoryFilter => ({
  layer,
  ...(key === null ? {} : { key }),
  ...(layer === 'semantic' || session_id === null ? {} : { session_id }),
});

/** The least cosine that means something for an item. */
function nearness({ tuning }: Pick<Dependencies, 'tuning'>, item: WriteItem): number {
  const { near_cosine, conflict_cosine } = tuning.duplicates;
  return isUnkeyedFact(item) ? Math.min(near_cosine, conflict_cosine) : near_cosine;
}

function nearEnough(deps: Pick<Dependencies, 'tuning'>, item: WriteItem, hits: readonly VectorHit[]): readonly Neighbour[] {
  const floor = nearness(deps, item);
  return hits.filter(({ cosine }) => cosine >= floor);
}

/** For each list of terms, in order: the unkeyed facts that share most of them. An empty list has none. */
async function rivalsOf(deps: Dependencies, terms: readonly (readonly string[])[], now: Instant): Promise<readonly (readonly Memory[])[]> {
  const asked = [...terms.entries()].filter(([, own]) => own.length > 0);
  const gathered = await deps.candidates.gatherMany(
    asked.map(([, own]) => ({
      terms: own.slice(0, RIVAL_TERMS_MAX),
      ids: [],
      filter: { layer: 'semantic' },
      view: todaysView(now),
      lexical_limit: RIVALS_MAX,
      neighbour_radius: 0,
      neighbour_of: 0,
    })),
  );
  const found = new Map(asked.map(([at, own], place) => [at, likeWorded(deps, own, gathered[place]?.candidates ?? [])]));
  return terms.map((_own, at) => found.get(at) ?? []);
}

function likeWorded(
  { tuning }: Pick<Dependencies, 'tuning'>,
  terms: readonly string[],
  candidates: readonly Candidate[],
): readonly Memory[] {
  const own = new Set(terms.slice(0, RIVAL_TERMS_MAX));
  return candidates
    .filter(({ memory, content }) => memory.key === null && dice(own, new Set(queryTermsOf(content))) >= tuning.duplicates.conflict_terms)
    .map(({ memory }) => memory);
}

/** Dice coefficient: twice the shared terms ÷ all terms of both. */
export function dice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size + right.size === 0) return 0;
  const shared = [...left].filter((term) => right.has(term)).length;
  return (2 * shared) / (left.size + right.size);
}
