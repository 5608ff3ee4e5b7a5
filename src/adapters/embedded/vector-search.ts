/**
 * From scored slots to hits: filter and view are applied before the cut. The best slots are checked in two growing steps; where the filter leaves
 * too few of them (or is narrow to begin with), the records say who is eligible and all of those are ranked.
 */
import type { MemoryId } from '../../domain/memory.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';
import type { VectorHit, VectorQuery } from '../../ports/vector-index.ts';
import { integer, text } from '../sql/columns.ts';
import type { Database, SqlRow } from './database.ts';
import { type ScoredSlot, upTo } from './scored-slot.ts';
import type { VectorMatrix } from './vector-matrix.ts';
import { both, type Condition, filterCondition, joinOf, tagHash, viewCondition } from './visibility.ts';

/** Slots fetched in each step, as multiples of the limit: nearly all are eligible as a rule; sixteen-fold serves a filter that keeps one in ten. */
const LAST_STEP = 16;
const STEPS = [1.2, 3, LAST_STEP] as const;

/** Where the slots of one query come from: the best of all, and one by itself. */
export interface Scores {
  best(count: number): readonly ScoredSlot[];
  cosine(slot: number): number;
}

function scoresOf(matrix: VectorMatrix, { vector, cosine_min }: VectorQuery): Scores {
  matrix.aim(vector);
  return { best: (count) => matrix.best(count, cosine_min), cosine: (slot) => matrix.cosine(slot) };
}

/** In order, each to be used before the next is taken. Queries that look through everything from a cosine on are scanned together. */
export function* scoresOfEach(matrix: VectorMatrix, queries: readonly VectorQuery[]): Generator<readonly [VectorQuery, Scores]> {
  const wide = queries.flatMap((query) => {
    const { vector, cosine_min, filter } = query;
    return cosine_min === undefined || isNarrow(filter) ? [] : [{ query, vector, cosine_min }];
  });
  const found = new Map(matrix.nearest(wide).map((slots, place) => [wide[place]?.query, slots]));
  for (const query of queries) {
    const near = found.get(query);
    if (near === undefined) yield [query, scoresOf(matrix, query)];
    else yield [query, { best: (count) => upTo(near, count), cosine: (slot) => scoresOf(matrix, query).cosine(slot) }];
  }
}

export function searchVectors(database: Database, scores: Scores, generation_seq: number, query: VectorQuery): VectorHit[] {
  const { limit, filter, view } = query;
  if (limit <= 0) return [];
  const condition = both(viewCondition(view), filterCondition(filter, view.known_at));
  if (!isNarrow(filter))
    for (const factor of STEPS) {
      const fetched = Math.ceil(limit * factor);
      const best = scores.best(fetched);
      if (best.length === 0) return [];
      const owners = ownersAmong(database, generation_seq, best, query, condition);
      const hits = rank(best, owners);
      if (hits.length >= limit || best.length < fetched) return hits.slice(0, limit);
      // At this rate not even the last step would bring enough.
      if ((hits.length / factor) * LAST_STEP < limit) break;
    }
  const { sql, parameters } = both(condition, indexed(filter, view));
  const rows = database.rows(
    `SELECT s.slot, s.memory_id FROM memories AS m ${joinOf(view, condition)} CROSS JOIN vector_slots AS s ON s.memory_id = m.id AND s.generation_seq = ?
      WHERE ${sql}`,
    generation_seq,
    ...parameters,
  );
  const owners = ownersOf(rows);
  const scored = [...owners.keys()].map((slot): ScoredSlot => ({ slot, cosine: scores.cosine(slot) }));
  return rank(scored, owners).slice(0, limit);
}

/**
 * As one JSON value: in a Durable Object each row that crosses costs as much as finding it. At most sixteen limits of ids, far below 2 MB.
 * Slots in ascending order read each page once.
 */
function ownersAmong(
  database: Database,
  generation_seq: number,
  best: readonly ScoredSlot[],
  { filter, view }: Pick<VectorQuery, 'filter' | 'view'>,
  condition: Condition,
): ReadonlyMap<number, MemoryId> {
  const record = `SELECT 1 FROM memories AS m ${joinOf(view, condition)} WHERE m.id = s.memory_id AND ${condition.sql}`;
  const { layer, ...others } = filter;
  const todays = view.as_of === null && view.known_at === null && Object.values(others).every((value) => value === undefined);
  const shown = !todays ? 'FALSE' : layer === undefined ? 's.lasting = 1' : 's.lasting = 1 AND s.layer = ?';
  const row = database.row(
    `SELECT json_group_array(json_array(s.slot, s.memory_id)) AS owners FROM json_each(?) AS asked
      CROSS JOIN vector_slots AS s ON s.generation_seq = ? AND s.slot = asked.value
      WHERE s.memory_id IS NOT NULL AND ((${shown}) OR EXISTS (${record}))`,
    JSON.stringify(best.map(({ slot }) => slot).sort((left, right) => left - right)),
    generation_seq,
    ...(todays && layer !== undefined ? [layer] : []),
    ...condition.parameters,
  );
  const owners: [number, MemoryId][] = row === null ? [] : JSON.parse(text(row, 'owners'));
  return new Map(owners);
}

const ownersOf = (rows: readonly SqlRow[]): Map<number, MemoryId> =>
  new Map(rows.map((row) => [integer(row, 'slot'), text(row, 'memory_id')]));

/** Says again what the filter says, in the words that an index knows: times stand behind the state in theirs, tags in a table of their own. */
function indexed(filter: MemoryFilter, view: View): Condition {
  const parts: Condition[] = [];
  if (filter.since !== undefined || filter.until !== undefined)
    parts.push({ sql: `m.state IN ('live', 'superseded', 'expired')`, parameters: [] });
  const [tag] = filter.tags ?? [];
  if (tag !== undefined && view.known_at === null)
    parts.push({ sql: 'm.seq IN (SELECT memory_seq FROM memory_tags WHERE tag_hash = ?)', parameters: [tagHash(tag)] });
  return parts.length === 0 ? { sql: 'TRUE', parameters: [] } : both(...parts);
}

/** Few memories as a rule, found by an index. */
const isNarrow = ({ ids, key, session_id }: MemoryFilter): boolean => ids !== undefined || key !== undefined || session_id !== undefined;

/** The best chunk of each memory counts; best first, ties by id. */
function rank(scored: readonly ScoredSlot[], owners: ReadonlyMap<number, MemoryId>): VectorHit[] {
  const best = new Map<MemoryId, number>();
  for (const { slot, cosine } of scored) {
    const id = owners.get(slot);
    if (id !== undefined && cosine > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, cosine);
  }
  return [...best]
    .map(([id, cosine]): VectorHit => ({ id, cosine: Math.max(-1, Math.min(1, cosine)) }))
    .sort((left, right) => right.cosine - left.cosine || (left.id < right.id ? -1 : 1));
}
