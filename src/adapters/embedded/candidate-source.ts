import type { MemoryId } from '../../domain/memory.ts';
import type { View } from '../../domain/view.ts';
import type { Candidate, CandidateSource, Gathered, GatherRequest, Neighbourhood } from '../../ports/candidate-source.ts';
import { splitTerms } from './changes.ts';
import type { Database, SqlRow } from './database.ts';
import { documentFrequency, matchAny } from './lexicon.ts';
import { integer, MEMORY_COLUMNS, memoryOf, text } from './rows.ts';
import { both, type Condition, filterCondition, joinOf, viewCondition } from './visibility.ts';

/** The best words first, filtered after: right whenever enough of this many survive, and several times faster than joining every match. */
const OVERFETCH_FACTOR = 3;
/** Matches that one search scores at first: about what FTS5 ranks in five milliseconds. Small namespaces never have as many. */
const SCORED_MATCHES_MAX = 4_000;
/** With this many found by rare words and no filter in the way, records that share only words that stand everywhere are not looked for. */
const ENOUGH_BY_RARE_WORDS = 64;

const COLUMNS = `${MEMORY_COLUMNS}, t.terms`;

export function createEmbeddedCandidateSource(database: Database): CandidateSource {
  return {
    async gather(request) {
      const { terms, ids, filter, view } = request;
      const condition = both(viewCondition(view), filterCondition(filter, view.known_at));
      const document_frequency = documentFrequency(database, terms);
      const lexical = request.lexical_limit <= 0 ? [] : findByWords(database, request, condition, document_frequency);
      const asked = hydrate(database, ids, view, condition);
      const { neighbours, brought } = findNeighbours(database, request, interleave(lexical, asked), condition);

      const candidates = new Map<MemoryId, Candidate>();
      for (const [found_by, rows] of [
        ['lexical', lexical],
        ['id', asked],
        ['neighbour', brought],
      ] as const)
        for (const row of rows) if (!candidates.has(text(row, 'id'))) candidates.set(text(row, 'id'), candidateOf(row, found_by));

      const documents = database.number(`SELECT total FROM tallies WHERE name = 'documents'`);
      return {
        candidates: [...candidates.values()],
        neighbours,
        document_frequency,
        documents,
        mean_terms: documents === 0 ? 0 : database.number(`SELECT total FROM tallies WHERE name = 'terms'`) / documents,
      };
    },
  };
}

function candidateOf(row: SqlRow, found_by: Candidate['found_by']): Candidate {
  const memory = memoryOf(row);
  return { memory, content: memory.content, terms: splitTerms(text(row, 'terms')), found_by };
}

function findByWords(
  database: Database,
  { terms, lexical_limit, filter, view }: GatherRequest,
  condition: Condition,
  frequency: Gathered['document_frequency'],
): SqlRow[] {
  const known = terms.filter((term) => (frequency[term] ?? 0) > 0).sort((a, b) => (frequency[a] ?? 0) - (frequency[b] ?? 0));
  if (known.length === 0) return [];
  const rare = rarest(known, frequency);
  const fetched = lexical_limit * OVERFETCH_FACTOR;
  const best = database.rows('SELECT rowid FROM lexicon WHERE lexicon MATCH ? ORDER BY rank, rowid DESC LIMIT ?', matchAny(rare), fetched);
  const version = view.known_at === null ? 'AND m.text_seq = v.seq' : '';
  // CROSS JOIN keeps the order of the list and lets the limit end the loop, without a sort of whole rows.
  const source = `CROSS JOIN versions AS v ON v.seq = hit.seq CROSS JOIN memories AS m ON m.seq = v.memory_seq ${version} CROSS JOIN texts AS t ON t.seq = v.seq`;
  const survivors = database.rows(
    `SELECT ${COLUMNS} FROM (SELECT value AS seq FROM json_each(?)) AS hit ${source} WHERE ${condition.sql} LIMIT ?`,
    JSON.stringify(best.map((row) => integer(row, 'rowid'))),
    ...condition.parameters,
    lexical_limit,
  );
  const exhausted = best.length < fetched;
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (survivors.length >= lexical_limit || (exhausted && rare.length === known.length)) return survivors;
  if (exhausted && !filtered && survivors.length >= ENOUGH_BY_RARE_WORDS) return survivors;
  return database.rows(
    `SELECT ${COLUMNS} FROM (SELECT v.seq FROM (SELECT rowid AS seq, rank FROM lexicon WHERE lexicon MATCH ?) AS hit ${source}
      WHERE ${condition.sql} ORDER BY hit.rank, hit.seq DESC LIMIT ?) AS hit ${source}`,
    matchAny(known),
    ...condition.parameters,
    lexical_limit,
  );
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
function hydrate(database: Database, ids: readonly MemoryId[], view: View, condition: Condition): SqlRow[] {
  if (ids.length === 0) return [];
  return database.rows(
    `SELECT ${COLUMNS} FROM json_each(?) AS asked JOIN memories AS m ON m.id = asked.value ${joinOf(view)} WHERE ${condition.sql} ORDER BY asked.key`,
    JSON.stringify(ids),
    ...condition.parameters,
  );
}

/** Distances count the turns that the view shows; the filter decides only which of them come back. */
function findNeighbours(
  database: Database,
  { neighbour_of, neighbour_radius, view }: GatherRequest,
  best: readonly SqlRow[],
  condition: Condition,
): { readonly neighbours: readonly Neighbourhood[]; readonly brought: readonly SqlRow[] } {
  const centres = neighbour_radius <= 0 ? [] : best.slice(0, Math.max(0, neighbour_of)).filter((row) => row.session_id !== null);
  if (centres.length === 0) return { neighbours: [], brought: [] };
  const visible = viewCondition(view);
  const around = (direction: 'before' | 'after') => {
    const [comparison, order] = direction === 'after' ? ['>', 'ASC'] : ['<', 'DESC'];
    return `SELECT m.id FROM memories AS m ${joinOf(view)} WHERE m.session_id = ? AND (m.occurred_at, m.created_at, m.id) ${comparison} (?, ?, ?)
      AND ${visible.sql} ORDER BY m.occurred_at ${order}, m.created_at ${order}, m.id ${order} LIMIT ?`;
  };
  const statements = { before: around('before'), after: around('after') };
  const pairs = centres.flatMap((centre): Neighbourhood[] => {
    const of = text(centre, 'id');
    const place = [text(centre, 'session_id'), integer(centre, 'occurred_at'), integer(centre, 'created_at'), of];
    return (['before', 'after'] as const).flatMap((direction) =>
      database
        .rows(statements[direction], ...place, ...visible.parameters, neighbour_radius)
        .map((row, index) => ({ id: text(row, 'id'), of, distance: direction === 'after' ? index + 1 : -index - 1 })),
    );
  });
  const brought = hydrate(database, [...new Set(pairs.map(({ id }) => id))], view, condition);
  const admitted = new Set(brought.map((row) => text(row, 'id')));
  return { neighbours: pairs.filter(({ id }) => admitted.has(id)), brought };
}

/** The best by words and the best by id take turns: both lists come best first, and neither knows the other's scale. */
function interleave(first: readonly SqlRow[], second: readonly SqlRow[]): readonly SqlRow[] {
  const order = new Map<string, SqlRow>();
  for (let index = 0; index < Math.max(first.length, second.length); index += 1)
    for (const row of [first[index], second[index]]) if (row !== undefined && !order.has(text(row, 'id'))) order.set(text(row, 'id'), row);
  return [...order.values()];
}
