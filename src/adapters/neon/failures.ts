/**
 * What Postgres and its driver throw, told apart. Driver messages hold SQL and parameters, Postgres' own hold values: nothing of them is passed on
 * but the five letters of a SQLSTATE, the number of an HTTP status, or our own words.
 */
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

export const STORE_NAME = 'neon';

/** Raised by hindsight.expect_commit. */
const REVISION_MOVED = 'HS001';
const ALREADY_DONE = 'HS003';
/** Raised by hindsight.expect_rows. */
const ROW_MISSING = 'HS002';
/** Two transactions in each other's way: one was ended, wholly undone. */
const OUTRUN = new Set([REVISION_MOVED, '40001', '40P01']);
const SCHEMA_MISSING = new Set(['3F000', '42P01', '42703', '42883']);
const REFUSED_ENTRY = /^(28|3D)/;
/** Connection, resources, operator's intervention, system and internal trouble; a lock not granted in time; a read-only stand-by. */
const OUTAGE = /^(08|53|57|58|XX)|^(55P03|25006|40001|40P01)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** The SQLSTATE of what was thrown, wherever a wrapper has put it. */
function sqlStateOf(thrown: unknown): string | null {
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && SQLSTATE.test(at.code)) return at.code;
  }
  return null;
}

/** A commit that lost to another writer, and changed nothing. */
export const isConflict = (thrown: unknown): boolean => OUTRUN.has(sqlStateOf(thrown) ?? '');

/** A commit that the line brought a second time: the first time did it. */
export const isDone = (thrown: unknown): boolean => sqlStateOf(thrown) === ALREADY_DONE;

/** What the store throws instead; `timeout_ms` is how long the request was given. */
export function failureOf(thrown: unknown, timeout_ms: number): Error {
  const state = sqlStateOf(thrown);
  if (state === null) return new StoreUnavailable(STORE_NAME, silenceOf(thrown, timeout_ms));
  if (state === ROW_MISSING) return new Error('the change names a memory that is not here');
  if (SCHEMA_MISSING.has(state))
    return new StoreUnavailable(STORE_NAME, `its tables are missing or old (${state}); run npm run db:migrate`);
  if (REFUSED_ENTRY.test(state)) return new StoreUnavailable(STORE_NAME, `it refuses the credentials of DATABASE_URL (${state})`);
  if (OUTAGE.test(state)) return new StoreUnavailable(STORE_NAME, `it answered SQLSTATE ${state}`);
  return new Error(`the record store refused a statement (SQLSTATE ${state})`);
}

/** No SQLSTATE: the request did not come through, or its answer did not come back. */
function silenceOf(thrown: unknown, timeout_ms: number): string {
  let cause = 'it cannot be reached';
  for (let at = thrown; at instanceof Error; at = 'sourceError' in at ? at.sourceError : at.cause) {
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return `no answer in ${timeout_ms} ms`;
    const status = /HTTP status (\d{3})/.exec(at.message)?.[1];
    if (status !== undefined) cause = `its gateway answered HTTP ${status}`;
  }
  return cause;
}
