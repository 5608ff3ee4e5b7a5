import type { MemoryId } from '../../domain/memory.ts';
import { statesInView, type View } from '../../domain/view.ts';
import type { Candidate, CandidateSource, Gathered, GatherRequest, Neighbourhood } from '../../ports/candidate-source.ts';
import { integer, text } from '../sql/columns.ts';
import { splitTerms } from './changes.ts';
import type { Database, SqlRow } from './database.ts';
import { documentFrequency, matchAny } from './lexicon.ts';
import { liveCount, stateAt } from './reading.ts';
import { MEMORY_COLUMNS, memoryOf } from './rows.ts';
import { both, type Condition, filterCondition, joinOf, viewCondition } from './visibility.ts';

/** The best words first, filtered after: right whenever enough of this many survive, and several times faster than joining every match. */
const OVERFETCH_FACTOR = 3;
/** Matches that one search scores at first: about what FTS5 ranks in five milliseconds. Small namespaces never have as many. */
const SCORED_MATCHES_MAX = 4_000;
/** With this many found by rare words and no filter in the way, records that share only words that stand everywhere are not looked for. */
const ENOUGH_BY_RARE_WORDS = 64;

const COLUMNS = `${MEMORY_COLUMNS}, t.terms`;
/** Enough to choose by; what is chosen by several arms is read in full once. `v.seq` names the wording. */
const PLACE_COLUMNS = 'v.seq, m.id, m.session_id, m.occurred_at, m.created_at';

interface Place {
  readonly seq: number;
  readonly id: MemoryId;
  readonly session_id: string | null;
  readonly occurred_at: number;
  readonly created_at: number;
}

const placeOf = (row: SqlRow): Place => ({
  seq: integer(row, 'seq'),
  id: text(row, 'id'),
  session_id: row.session_id === null ? null : text(row, 'session_id'),
  occurred_at: integer(row, 'occurred_at'),
  created_at: integer(row, 'created_at'),
});

export function createEmbeddedCandidateSource(database: Database): CandidateSource {
  const source: CandidateSource = {
    gatherMany: (requests) => Promise.all(requests.map((request) => source.gather(request))),

    async gather(request) {
      const { terms, ids, filter, view } = request;
      const condition = both(viewCondition(view), filterCondition(filter, view.known_at));
      const document_frequency = documentFrequency(database, terms);
      const lexical = request.lexical_limit <= 0 ? [] : findByWords(database, request, condition, document_frequency);
      const asked = findByIds(database, ids, view, condition);
      const { neighbours, brought } = findNeighbours(database, request, interleave(lexical, asked), condition);

      const found = new Map<number, Candidate['found_by']>();
      for (const [found_by, places] of [
        ['lexical', lexical],
        ['id', asked],
        ['neighbour', brought],
      ] as const)
        for (const { seq } of places) if (!found.has(seq)) found.set(seq, found_by);

      const candidates = hydrate(database, found);
      const documents = database.number(`SELECT total FROM tallies WHERE name = 'documents'`);
      return {
        candidates,
        neighbours,
        document_frequency,
        documents,
        mean_terms: documents === 0 ? 0 : database.number(`SELECT total FROM tallies WHERE name = 'terms'`) / documents,
        live: liveCount(database, view.now),
        occupied: candidates.length > 0 || isOccupied(database, request),
      };
    },
  };
  return source;
}

function isOccupied(database: Database, { filter, view }: GatherRequest): boolean {
  const filtered = filterCondition(filter, null);
  const found = database.rows(
    `SELECT 1 FROM memories AS m WHERE ${filtered.sql} AND ${stateAt} IN (SELECT value FROM json_each(?)) LIMIT 1`,
    ...filtered.parameters,
    view.now,
    JSON.stringify(statesInView(view)),
  );
  return found.length > 0;
}

/** In the order of the map: the list is the outer loop. */
function hydrate(database: Database, found: ReadonlyMap<number, Candidate['found_by']>): Candidate[] {
  if (found.size === 0) return [];
  return database
    .rows(
      `SELECT v.seq, ${COLUMNS} FROM json_each(?) AS asked CROSS JOIN versions AS v ON v.seq = asked.value
        CROSS JOIN memories AS m ON m.seq = v.memory_seq CROSS JOIN texts AS t ON t.seq = v.seq`,
      JSON.stringify([...found.keys()]),
    )
    .map((row) => {
      const memory = memoryOf(row);
      const terms = splitTerms(text(row, 'terms'));
      return { memory, content: memory.content, terms, found_by: found.get(integer(row, 'seq')) ?? 'id' };
    });
}

function findByWords(
  database: Database,
  { terms, lexical_limit, filter, view }: GatherRequest,
  condition: Condition,
  frequency: Gathered['document_frequency'],
): Place[] {
  const known = terms.filter((term) => (frequency[term] ?? 0) > 0).sort((a, b) => (frequency[a] ?? 0) - (frequency[b] ?? 0));
  if (known.length === 0) return [];
  const rare = rarest(known, frequency);
  const fetched = lexical_limit * OVERFETCH_FACTOR;
  const best = database.rows('SELECT rowid FROM lexicon WHERE lexicon MATCH ? ORDER BY rank, rowid DESC LIMIT ?', matchAny(rare), fetched);
  const version = view.known_at === null ? 'AND m.text_seq = v.seq' : '';
  const texts = condition.reads_texts ? 'CROSS JOIN texts AS t ON t.seq = v.seq' : '';
  // CROSS JOIN keeps the order of the list and lets the limit end the loop, without a sort of whole rows.
  const source = `CROSS JOIN versions AS v ON v.seq = hit.seq CROSS JOIN memories AS m ON m.seq = v.memory_seq ${version} ${texts}`;
  const survivors = database.rows(
    `SELECT ${PLACE_COLUMNS} FROM (SELECT value AS seq FROM json_each(?)) AS hit ${source} WHERE ${condition.sql} LIMIT ?`,
    JSON.stringify(best.map((row) => integer(row, 'rowid'))),
    ...condition.parameters,
    lexical_limit,
  );
  const exhausted = best.length < fetched;
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (survivors.length >= lexical_limit || (exhausted && rare.length === known.length)) return survivors.map(placeOf);
  if (exhausted && !filtered && survivors.length >= ENOUGH_BY_RARE_WORDS) return survivors.map(placeOf);
  return database
    .rows(
      `SELECT ${PLACE_COLUMNS} FROM (SELECT rowid AS seq, rank FROM lexicon WHERE lexicon MATCH ?) AS hit ${source}
        WHERE ${condition.sql} ORDER BY hit.rank, hit.seq DESC LIMIT ?`,
      matchAny(known),
      ...condition.parameters,
      lexical_limit,
    )
    .map(placeOf);
}

/** The rarest words whose matches together stay below the bound; at least one. */
function rarest(known: readonly string[], frequency: Gathered['document_frequency']): readonly string[] {
  let matches = 0;
  const within = known.filter((term) => {
    matches += frequency[term] ?? 0;
    return matches <= SCORED_MATCHES_MAX;
  });
  return within.length > 0 ? within : known.slice(0, 1);
}

/** In the order of the ids. */
function findByIds(database: Database, ids: readonly MemoryId[], view: View, condition: Condition): Place[] {
  if (ids.length === 0) return [];
  return database
    .rows(
      `SELECT ${PLACE_COLUMNS} FROM json_each(?) AS asked JOIN memories AS m ON m.id = asked.value ${joinOf(view, condition)}
        WHERE ${condition.sql} ORDER BY asked.key`,
      JSON.stringify(ids),
      ...condition.parameters,
    )
    .map(placeOf);
}

/** Distances count the turns that the view shows; the filter decides only which of them come back. */
function findNeighbours(
  database: Database,
  { neighbour_of, neighbour_radius, view }: GatherRequest,
  best: readonly Place[],
  condition: Condition,
): { readonly neighbours: readonly Neighbourhood[]; readonly brought: readonly Place[] } {
  const centres = neighbour_radius <= 0 ? [] : best.slice(0, Math.max(0, neighbour_of)).filter(({ session_id }) => session_id !== null);
  if (centres.length === 0) return { neighbours: [], brought: [] };
  const visible = viewCondition(view);
  const around = (direction: 'before' | 'after') => {
    const [comparison, order] = direction === 'after' ? ['>', 'ASC'] : ['<', 'DESC'];
    return `(SELECT json_group_array(near.id) FROM (SELECT m.id FROM memories AS m ${joinOf(view, visible)} WHERE m.session_id = asked.value ->> 0
      AND (m.occurred_at, m.created_at, m.id) ${comparison} (asked.value ->> 1, asked.value ->> 2, asked.value ->> 3)
      AND ${visible.sql} ORDER BY m.occurred_at ${order}, m.created_at ${order}, m.id ${order} LIMIT ?) AS near)`;
  };
  const bounds = [...visible.parameters, neighbour_radius];
  const pairs = database
    .rows(
      `SELECT asked.value ->> 3 AS id, ${around('before')} AS before, ${around('after')} AS after FROM json_each(?) AS asked`,
      ...bounds,
      ...bounds,
      JSON.stringify(centres.map(({ session_id, occurred_at, created_at, id }) => [session_id, occurred_at, created_at, id])),
    )
    .flatMap((row): Neighbourhood[] => {
      const of = text(row, 'id');
      const before: MemoryId[] = JSON.parse(text(row, 'before'));
      const after: MemoryId[] = JSON.parse(text(row, 'after'));
      return [
        ...before.map((id, index) => ({ id, of, distance: -index - 1 })),
        ...after.map((id, index) => ({ id, of, distance: index + 1 })),
      ];
    });
  const brought = findByIds(database, [...new Set(pairs.map(({ id }) => id))], view, condition);
  const admitted = new Set(brought.map(({ id }) => id));
  return { neighbours: pairs.filter(({ id }) => admitted.has(id)), brought };
}

/** The best by words and the best by id take turns: both lists come best first, and neither knows the other's scale. */
function interleave(first: readonly Place[], second: readonly Place[]): readonly Place[] {
  const order = new Map<number, Place>();
  for (let index = 0; index < Math.max(first.length, second.length); index += 1)
    for (const place of [first[index], second[index]]) if (place !== undefined && !order.has(place.seq)) order.set(place.seq, place);
  return [...order.values()];
}
