/** A wording that may become a candidate, before it is read in full. */
import type { MemoryId } from '../../domain/memory.ts';
import { integer, type SqlRow, text } from '../sql/columns.ts';
import { namesOf } from './database.ts';

/** Enough to choose by; what is chosen by several arms is read in full once. `v.seq` names the wording. */
export const PLACE_COLUMNS = 'v.seq, m.id, m.session_id, m.occurred_at, m.created_at';

export const PLACE_NAMES = namesOf(PLACE_COLUMNS);

export interface Place {
  readonly seq: number;
  readonly id: MemoryId;
  readonly session_id: string | null;
  readonly occurred_at: number;
  readonly created_at: number;
}

export const placeOf = (row: SqlRow): Place => ({
  seq: integer(row, 'seq'),
  id: text(row, 'id'),
  session_id: row.session_id === null ? null : text(row, 'session_id'),
  occurred_at: integer(row, 'occurred_at'),
  created_at: integer(row, 'created_at'),
});
