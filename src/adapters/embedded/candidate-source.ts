import type { MemoryId } from '../../domain/memory.ts';
import type { View } from '../../domain/view.ts';
import type { Candidate, CandidateSource, GatherRequest, Neighbourhood } from '../../ports/candidate-source.ts';
import { integer, text } from '../sql/columns.ts';
import { splitTerms } from './changes.ts';
import type { Database } from './database.ts';
import { documentFrequency } from './lexicon.ts';
import { PLACE_COLUMNS, PLACE_NAMES, type Place, placeOf } from './place.ts';
import { liveCount } from './reading.ts';
import { MEMORY_COLUMNS, memoryOf } from './rows.ts';
import { both, type Condition, filterCondition, joinOf, viewCondition } from './visibility.ts';
import { findByWords } from './word-matches.ts';

const COLUMNS = `v.seq, ${MEMORY_COLUMNS}, t.terms`;
export function createEmbeddedCandidateSource(database: Database): CandidateSource {
  const source: CandidateSource = {
    gatherMany: (requests) => Promise.all(requests.map((request) => source.gather(request))),

    async gather(request) {
      const { terms, ids, filter, view } = request;
      const condition = both(viewCondition(view), filterCondition(filter, view.known_at));
      const document_frequency = documentFrequency(database, terms);
      const documents = database.number(`SELECT total FROM tallies WHERE name = 'documents'`);
      const lexical =
        request.lexical_limit <= 0 ? [] : findByWords(database, request, condition, { frequency: document_frequency, documents });
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
      return {
        candidates,
        neighbours,
        document_frequency,
        documents,
        mean_terms: documents === 0 ? 0 : database.number(`SELECT total FROM tallies WHERE name = 'terms'`) / documents,
        live: liveCount(database, view.now),
        occupied: candidates.length > 0 || isOccupied(database, view, condition),
      };
    },
  };
  return source;
}

function isOccupied(database: Database, view: View, condition: Condition): boolean {
  const found = database.rows(
    `SELECT 1 FROM memories AS m ${joinOf(view, condition)} WHERE ${condition.sql} LIMIT 1`,
    ...condition.parameters,
  );
  return found.length > 0;
}

/** In the order of the map. */
function hydrate(database: Database, found: ReadonlyMap<number, Candidate['found_by']>): Candidate[] {
  if (found.size === 0) return [];
  const rows = database.rows(
    `SELECT ${COLUMNS} FROM json_each(?) AS asked CROSS JOIN versions AS v ON v.seq = asked.value
      CROSS JOIN memories AS m ON m.seq = v.memory_seq CROSS JOIN texts AS t ON t.seq = v.seq`,
    JSON.stringify([...found.keys()]),
  );
  const by_seq = new Map(rows.map((row) => [integer(row, 'seq'), row]));
  return [...found].flatMap(([seq, found_by]): Candidate[] => {
    const row = by_seq.get(seq);
    if (row === undefined) return [];
    const memory = memoryOf(row);
    return [{ memory, content: memory.content, terms: splitTerms(text(row, 'terms')), found_by }];
  });
}

/** In the order of the ids. */
function findByIds(database: Database, ids: readonly MemoryId[], view: View, condition: Condition): Place[] {
  if (ids.length === 0) return [];
  const rows = database.shortRows(
    PLACE_NAMES,
    `SELECT ${PLACE_COLUMNS} FROM json_each(?) AS asked JOIN memories AS m ON m.id = asked.value ${joinOf(view, condition)} WHERE ${condition.sql}`,
    JSON.stringify(ids),
    ...condition.parameters,
  );
  const by_id = new Map(rows.map((row) => [text(row, 'id'), placeOf(row)]));
  return ids.flatMap((id) => by_id.get(id) ?? []);
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
