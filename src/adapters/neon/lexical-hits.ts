import { type SQL, sql } from 'drizzle-orm';
import type { Namespace } from '../../domain/memory.ts';
import type { GatherRequest } from '../../ports/candidate-source.ts';
import { listOf } from './database.ts';
import { versionsOf } from './visibility.ts';

/** Robertson and Zaragoza's constants, as FTS5 has them: the candidates of both stores are ranked alike. */
const K1 = 1.2;
const B = 0.75;
/** FTS5's floor for a term that stands in more than half of the documents. */
const RARITY_MIN = 1e-6;
/** The best words first, filtered after: right whenever enough of this many survive, and several times faster than joining every match. */
const OVERFETCH_FACTOR = 3;
/** Matches that one search scores at first. Small namespaces never have as many. */
const SCORED_MATCHES_MAX = 6_000;
/** With this many found by rare words and no filter in the way, records that share only words that stand everywhere are not looked for. */
const ENOUGH_BY_RARE_WORDS = 64;
/** Scores that differ by less than one of these per unit are equal, and the newer document comes first. */
const SCORE_STEPS = 1e9;

/**
 * A filter that leaves no more documents than this is applied first, and only those are scored. What is left is read by its keys, so that the time is
 * bounded whatever the planner knows: after a bulk load it has no statistics, and would look every match of the namespace up in turn.
 */
const SCOPE_MAX = 1_000;
/** Filters that may leave few of many. A layer or a state does not. */
const NARROWING = ['session_id', 'key', 'tags', 'since', 'until', 'ids'] as const satisfies readonly (keyof GatherRequest['filter'])[];

/**
 * Parts of a WITH that end in `lexical(id, seq, place)`: the best by BM25 under the condition. Under a narrow filter all of its documents are scored.
 * Otherwise common words are only scored when the rare ones have not brought enough; a part of a way that is not taken is not run.
 */
export function lexicalHits(namespace: Namespace, { terms, lexical_limit, filter, view }: GatherRequest, condition: SQL): SQL {
  const limit = Math.max(0, lexical_limit);
  const fetched = limit * OVERFETCH_FACTOR;
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const narrowing = NARROWING.some((name) => filter[name] !== undefined);
  const current = sql.raw(view.known_at === null ? 'AND m.version = v.version' : '');
  const best = sql`ORDER BY score DESC, seq DESC LIMIT`;
  const passing = (hits: SQL): SQL => sql`SELECT m.id, h.seq, h.score FROM ${hits} AS h
      JOIN hindsight.versions AS v ON v.namespace = ${namespace} AND v.seq = h.seq
      JOIN hindsight.memories AS m ON m.namespace = v.namespace AND m.id = v.memory_id ${current}
      WHERE ${condition} ORDER BY h.score DESC, h.seq DESC LIMIT ${limit}`;
  const scope = sql`scope AS MATERIALIZED (
      SELECT m.id, v.seq FROM hindsight.memories AS m ${versionsOf(view)} WHERE m.namespace = ${namespace} AND ${condition} LIMIT ${SCOPE_MAX + 1}),
    scoped AS MATERIALIZED (
      SELECT s.id, b.seq, b.score FROM (${scored(namespace, 'scope')}) AS b JOIN scope AS s ON s.seq = b.seq ${best} ${limit}),`;
  return sql`totals AS MATERIALIZED (
      SELECT COALESCE(max(total) FILTER (WHERE name = 'documents'), 0)::float8 AS documents,
        greatest(1, COALESCE(max(total) FILTER (WHERE name = 'terms'), 0)::float8 / greatest(1, COALESCE(max(total) FILTER (WHERE name = 'documents'), 0))) AS mean_terms
      FROM hindsight.tallies WHERE namespace = ${namespace} AND name IN ('documents', 'terms')),
    known AS MATERIALIZED (
      SELECT w.token, greatest(${RARITY_MIN}::float8, ln(greatest(1e-9, (t.documents - w.documents + 0.5) / (w.documents + 0.5)))) AS rarity,
        sum(w.documents) OVER rarest AS matches, row_number() OVER rarest AS place
      FROM hindsight.vocabulary AS w CROSS JOIN totals AS t
      WHERE w.namespace = ${namespace} AND w.token = ANY(ARRAY(SELECT hindsight.token(${namespace}, q.term) FROM unnest(${listOf(terms)}) AS q(term)))
      WINDOW rarest AS (ORDER BY w.documents, w.token)),
    ${narrowing ? scope : sql``}
    rare AS MATERIALIZED (SELECT * FROM known WHERE matches <= ${SCORED_MATCHES_MAX} OR place = 1),
    best_by_rare AS MATERIALIZED (${scored(namespace, 'rare')} ${best} ${fetched}),
    passed AS MATERIALIZED (${passing(sql`best_by_rare`)}),
    verdict AS MATERIALIZED (
      SELECT p.total < ${limit} AND NOT (e.exhausted AND (s.complete OR (${!filtered}::boolean AND p.total >= ${ENOUGH_BY_RARE_WORDS}))) AS too_few
      FROM (SELECT count(*) AS total FROM passed) AS p, (SELECT count(*) < ${fetched} AS exhausted FROM best_by_rare) AS e,
        (SELECT (SELECT count(*) FROM rare) = (SELECT count(*) FROM known) AS complete) AS s),
    -- CASE, because it alone promises not to look at what it need not.
    choice AS MATERIALIZED (
      SELECT CASE WHEN ${narrowing ? sql`(SELECT count(*) FROM scope) <= ${SCOPE_MAX}` : sql`FALSE`} THEN 'scope' WHEN (SELECT too_few FROM verdict) THEN 'all' ELSE 'rare' END AS way),
    -- Materialised, or a planner without statistics scores everything anew for each row it joins.
    scored_by_all AS MATERIALIZED (${scored(namespace, 'known')}),
    widened AS MATERIALIZED (SELECT * FROM (${passing(sql`scored_by_all`)}) AS w WHERE (SELECT way FROM choice) = 'all'),
    lexical AS MATERIALIZED (
      SELECT id, seq, row_number() OVER (ORDER BY score DESC, seq DESC) AS place
      FROM (${narrowing ? sql`SELECT * FROM scoped WHERE (SELECT way FROM choice) = 'scope' UNION ALL` : sql``}
        SELECT * FROM passed WHERE (SELECT way FROM choice) = 'rare' UNION ALL SELECT * FROM widened) AS chosen)`;
}

/** Where documents to score come from: those in `scope`, or every one that holds a word of `rare` or `known`. */
const matchesOf = (namespace: Namespace, source: 'scope' | 'rare' | 'known'): SQL =>
  source === 'scope'
    ? // Not the operator that the index on tokens serves: these documents are few, and known.
      sql`scope AS d JOIN hindsight.lexicon AS l ON l.namespace = ${namespace} AND l.version_seq = d.seq JOIN known AS w ON w.token = ANY(l.tokens)`
    : sql`${sql.raw(source)} AS w JOIN hindsight.lexicon AS l ON l.namespace = ${namespace} AND l.tokens @> ARRAY[w.token]`;

/** BM25 of a document by its `seq`. Rounded: sums differ in their last bits by the order of their terms. */
const scored = (namespace: Namespace, source: 'scope' | 'rare' | 'known'): SQL =>
  sql`SELECT d.seq, round(${SCORE_STEPS}::float8 * sum(d.rarity * d.times * ${K1 + 1}::float8
      / (d.times + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * d.length / d.mean_terms)))) AS score
    FROM (SELECT l.version_seq AS seq, w.rarity, t.mean_terms, cardinality(l.tokens) AS length, cardinality(array_positions(l.tokens, w.token)) AS times
      FROM ${matchesOf(namespace, source)} CROSS JOIN totals AS t) AS d
    GROUP BY d.seq`;
