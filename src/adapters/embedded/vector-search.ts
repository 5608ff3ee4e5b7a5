/**
 * From scored slots to hits: filter and view are applied before the cut. The best slots are checked in two growing steps; where the filter leaves
 * too few of them (or is narrow to begin with), the records say who is eligible and all of those are ranked.
 */
import type { MemoryId } from '../../domain/memory.ts';
import type { MemoryFilter } from '../../domain/view.ts';
import type { VectorHit, VectorQuery } from '../../ports/vector-index.ts';
import type { Database } from './database.ts';
import { integer, text } from './rows.ts';
import type { ScoredSlot, VectorMatrix } from './vector-matrix.ts';
import { both, filterCondition, joinOf, viewCondition } from './visibility.ts';

/** Slots fetched in each step, as multiples of the limit: nearly all are eligible as a rule; sixteen-fold serves a filter that keeps one in ten. */
const STEPS = [2, 16] as const;

/** After `matrix.scan`. */
export function searchVectors(database: Database, matrix: VectorMatrix, generation_seq: number, query: VectorQuery): VectorHit[] {
  const { limit, filter, view } = query;
  if (limit <= 0) return [];
  const condition = both(viewCondition(view), filterCondition(filter, view.known_at));
  const source = `vector_slots AS s JOIN memories AS m ON m.id = s.memory_id ${joinOf(view)} WHERE s.generation_seq = ? AND ${condition.sql}`;
  if (!isNarrow(filter))
    for (const factor of STEPS) {
      const best = matrix.best(limit * factor);
      const rows = database.rows(
        `SELECT s.slot, s.memory_id FROM json_each(?) AS asked CROSS JOIN ${source} AND s.slot = asked.value`,
        JSON.stringify(best.map(({ slot }) => slot)),
        generation_seq,
        ...condition.parameters,
      );
      const owners = new Map(rows.map((row) => [integer(row, 'slot'), text(row, 'memory_id')]));
      const hits = rank(best, owners);
      if (hits.length >= limit || best.length < limit * factor) return hits.slice(0, limit);
    }
  const rows = database.rows(`SELECT s.slot, s.memory_id FROM ${source}`, generation_seq, ...condition.parameters);
  const owners = new Map(rows.map((row) => [integer(row, 'slot'), text(row, 'memory_id')]));
  const scored = [...owners.keys()].map((slot): ScoredSlot => ({ slot, cosine: matrix.cosine(slot) }));
  return rank(scored, owners).slice(0, limit);
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
