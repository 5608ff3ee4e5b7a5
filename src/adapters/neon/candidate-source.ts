import { type SQL, sql } from 'drizzle-orm';
import type { MemoryId } from '../../domain/memory.ts';
import type { Candidate, CandidateSource, Gathered, GatherRequest, Neighbourhood } from '../../ports/candidate-source.ts';
import { batchesOf } from '../remote/vector-entries.ts';
import { integer, oneOf, orNull, type SqlRow, text } from '../sql/columns.ts';
import { type Database, listOf, onlyRow } from './database.ts';
import { lexicalHits } from './lexical-hits.ts';
import { liveAt } from './look-up.ts';
import { MEMORY_COLUMNS, memoryOf } from './rows.ts';
import { allOf, filterCondition, versionsOf, viewCondition } from './visibility.ts';

const FOUND_BY = ['lexical', 'id', 'neighbour'] as const satisfies readonly Candidate['found_by'][];

/** Readings of one request: their statements are a few kilobytes each, and run one after the other. */
const READINGS_PER_REQUEST = 50;

/** One request: what was found, and beside it the statistics of the namespace. */
export function createNeonCandidateSource(database: Database): CandidateSource {
  const { namespace } = database;

  const gatherTogether = async (requests: readonly GatherRequest[]): Promise<readonly Gathered[]> => {
    const readings = requests.map((request) => statementsOf(namespace, request));
    // Compiling a statement of this shape takes longer than running it.
    const [, ...results] = await database.read(sql`SELECT set_config('jit', 'off', true)`, ...readings.flat());
    let place = 0;
    return requests.map((request, at) => {
      const own = results.slice(place, place + (readings[at]?.length ?? 0));
      place += own.length;
      return gatheredOf(request, own);
    });
  };

  const gatherMany = async (requests: readonly GatherRequest[]): Promise<readonly Gathered[]> =>
    (await Promise.all(batchesOf(requests, READINGS_PER_REQUEST).map(gatherTogether))).flat();

  return {
    async gather(request) {
      const [gathered] = await gatherTogether([request]);
      if (gathered === undefined) throw new TypeError('a reading gave no result');
      return gathered;
    },
    gatherMany,
  };
}

const statementsOf = (namespace: string, request: GatherRequest): readonly SQL[] => [
  sql`SELECT name, total FROM hindsight.tallies WHERE namespace = ${namespace} AND name IN ('documents', 'terms')`,
  sql`SELECT q.term, v.documents FROM unnest(${listOf(request.terms)}) AS q(term)
    JOIN hindsight.vocabulary AS v ON v.namespace = ${namespace} AND v.token = hindsight.token(${namespace}, q.term)`,
  foundBy(namespace, request),
  sql`SELECT ${liveAt(namespace, request.view.now)} AS live`,
];

function gatheredOf(request: GatherRequest, [tallied = [], standing = [], answer = [], counted]: readonly SqlRow[][]): Gathered {
  const [{ occupied } = { occupied: false }] = answer;
  const rows = answer.filter(({ found_by }) => found_by !== null);
  const candidates = new Map<MemoryId, Candidate>();
  for (const row of rows) {
    const found_by = oneOf(row, 'found_by', FOUND_BY);
    const id = text(row, 'id');
    if (!candidates.has(id)) candidates.set(id, candidateOf(row, found_by));
  }
  const tallies = new Map(tallied.map((row) => [text(row, 'name'), integer(row, 'total')]));
  const frequency = new Map(standing.map((row) => [text(row, 'term'), integer(row, 'documents')]));
  const documents = tallies.get('documents') ?? 0;
  return {
    candidates: [...candidates.values()],
    neighbours: rows.flatMap(neighbourhoodOf),
    document_frequency: Object.fromEntries(request.terms.map((term) => [term, frequency.get(term) ?? 0])),
    documents,
    mean_terms: documents === 0 ? 0 : (tallies.get('terms') ?? 0) / documents,
    live: integer(onlyRow(counted), 'live'),
    occupied: occupied === true,
  };
}

function candidateOf(row: SqlRow, found_by: Candidate['found_by']): Candidate {
  const memory = memoryOf(row);
  const terms = text(row, 'terms');
  return { memory, content: memory.content, terms: terms === '' ? [] : terms.split(' '), found_by };
}

function neighbourhoodOf(row: SqlRow): Neighbourhood[] {
  const of = orNull(row, 'of', text);
  return of === null ? [] : [{ id: text(row, 'id'), of, distance: integer(row, 'distance') }];
}

/**
 * Rows best first: found by words, then by id, then neighbours, each of these with the memory it stands beside. At least one row, which says in
 * `occupied` whether the scope holds anything; that is only looked for when nothing was found.
 */
function foundBy(namespace: string, request: GatherRequest): SQL {
  const { ids, view, neighbour_radius, neighbour_of } = request;
  const inView = viewCondition(view);
  const inScope = filterCondition(request.filter, view.known_at);
  const condition = allOf([inView, inScope]);
  const source = sql`hindsight.memories AS m ${versionsOf(view)}`;
  return sql`WITH ${lexicalHits(namespace, request, condition)},
    asked AS MATERIALIZED (
      SELECT m.id, v.seq, row_number() OVER (ORDER BY w.place) AS place FROM unnest(${listOf([...new Set(ids)])}) WITH ORDINALITY AS w(id, place)
        JOIN ${source} ON m.id = w.id WHERE m.namespace = ${namespace} AND ${condition}),
    -- The best by words and the best by id take turns: both lists come best first, and neither knows the other's scale.
    best AS MATERIALIZED (
      SELECT b.id, min(b.place) AS place FROM (SELECT id, 2 * place - 1 FROM lexical UNION ALL SELECT id, 2 * place FROM asked) AS b(id, place)
        GROUP BY b.id ORDER BY place LIMIT ${neighbour_radius <= 0 ? 0 : Math.max(0, neighbour_of)}),
    -- Distances count the turns that the view shows; the filter decides only which of them come back.
    beside AS (
      SELECT c.id AS of, n.seq, n.distance, b.place FROM best AS b
        JOIN hindsight.memories AS c ON c.namespace = ${namespace} AND c.id = b.id AND c.session_id IS NOT NULL
        CROSS JOIN LATERAL (${around(namespace, 'after', source, inView, neighbour_radius)} UNION ALL ${around(namespace, 'before', source, inView, neighbour_radius)}) AS n),
    found(found_by, rank, place, seq, of, distance) AS (
      SELECT 'lexical', 1, place, seq, NULL::text, NULL::bigint FROM lexical
      UNION ALL SELECT 'id', 2, place, seq, NULL, NULL FROM asked
      UNION ALL SELECT 'neighbour', 3, place, seq, of, distance FROM beside)
    SELECT o.occupied, r.* FROM
      (SELECT CASE WHEN EXISTS (SELECT 1 FROM found) THEN TRUE ELSE EXISTS (SELECT 1 FROM ${source} WHERE m.namespace = ${namespace} AND ${condition}) END AS occupied) AS o
      LEFT JOIN (SELECT f.rank, f.place, f.found_by, f.of, f.distance, ${MEMORY_COLUMNS}, v.terms FROM found AS f
        JOIN hindsight.versions AS v ON v.namespace = ${namespace} AND v.seq = f.seq
        JOIN hindsight.memories AS m ON m.namespace = v.namespace AND m.id = v.memory_id
        WHERE f.rank < 3 OR (${inScope})) AS r ON TRUE ORDER BY r.rank, r.place, r.distance`;
}

/** The turns on one side of `c`, nearest first. */
function around(namespace: string, direction: 'before' | 'after', source: SQL, inView: SQL, radius: number): SQL {
  const [comparison, order, sign] = direction === 'after' ? ['>', 'ASC', ''] : ['<', 'DESC', '-'];
  const nearest = sql.raw(`m.occurred_at ${order}, m.created_at ${order}, m.id ${order}`);
  return sql`(SELECT v.seq, ${sql.raw(sign)}row_number() OVER (ORDER BY ${nearest}) AS distance FROM ${source}
    WHERE m.namespace = ${namespace} AND m.session_id = c.session_id
      AND (m.occurred_at, m.created_at, m.id) ${sql.raw(comparison)} (c.occurred_at, c.created_at, c.id) AND ${inView}
    ORDER BY ${nearest} LIMIT ${Math.max(0, radius)})`;
}
