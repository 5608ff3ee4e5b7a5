import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../instant.ts';
import { err, ok, type Result } from '../result.ts';

/** 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: what ISO 8601 writes with four digits of year. */
export const INSTANT_MIN: Instant = -62_135_596_800_000;
export const INSTANT_MAX: Instant = 253_402_300_799_999;

/** What a bare date means: a point (its start), the start of that UTC day, or its last millisecond. */
export type Edge = 'exact' | 'start' | 'end';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;
const ADVICE = 'use an ISO 8601 date or date and time, such as 2026-05-03 or 2026-05-03T14:30:00+08:00';

/**
 * ISO 8601 in the extended form. No offset means UTC; a bare date is that whole UTC day. Fractions beyond milliseconds are cut.
 * Nothing is guessed: words, numbers, partial dates and dates that no calendar has are refused with what to write instead.
 */
export function parseInstant(text: string, edge: Edge): Result<Instant, string> {
  const bare = DATE.exec(text);
  if (bare !== null) {
    const day = dayOf(bare);
    if (!day.ok) return day;
    return ok(edge === 'end' ? day.value + DAY_MS - 1 : day.value);
  }
  const full = DATE_TIME.exec(text);
  if (full === null) return err(`is not a time: ${ADVICE}`);
  const day = dayOf(full);
  if (!day.ok) return day;
  const [hours, minutes, seconds] = [Number(full[4]), Number(full[5]), Number(full[6] ?? '0')];
  if (seconds === 60) return err('has a leap second, which this service does not count: use second 59');
  if (hours > 23 || minutes > 59 || seconds > 59) return err('has a time of day beyond 23:59:59');
  const offset_ms = offsetOf(full[8] ?? 'Z');
  if (offset_ms === null) return err('has an offset beyond 23:59');
  const milliseconds = Number((full[7] ?? '0').padEnd(3, '0').slice(0, 3));
  const instant = day.value + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + milliseconds - offset_ms;
  if (instant < INSTANT_MIN || instant > INSTANT_MAX) return err('falls outside the years 0001 to 9999 in UTC');
  return ok(instant);
}

/** ISO 8601 in UTC with milliseconds. Instants outside the years 0001 to 9999 are shown as the nearest one inside. */
export const toIso = (instant: Instant): string => new Date(Math.min(INSTANT_MAX, Math.max(INSTANT_MIN, instant))).toISOString();

/** Floor to the whole second, before 1970 too. */
export const secondPrecision = (instant: Instant): Instant => Math.floor(instant / SECOND_MS) * SECOND_MS;

function dayOf(match: RegExpExecArray): Result<Instant, string> {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0) return err('has the year 0000: years run from 0001 to 9999');
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return err('is a date that the calendar does not have');
  return ok(date.getTime());
}

function offsetOf(text: string): number | null {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}
