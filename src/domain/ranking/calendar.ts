/** Calendar arithmetic in UTC on whole days: the least that date cues need. Months count from 1. */
import { DAY_MS, type Instant } from '../instant.ts';

/** Both ends included. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const startOfDay = (at: Instant): Instant => Math.floor(at / DAY_MS) * DAY_MS;

/** Null for a day that no calendar has, such as 31 April. */
export function daySpan(year: number, month: number, day: number): Span | null {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const from = Date.UTC(year, month - 1, day);
  return { from, to: from + DAY_MS - 1 };
}

export const monthSpan = (year: number, month: number): Span => ({
  from: Date.UTC(year, month - 1, 1),
  to: Date.UTC(year, month, 1) - 1,
});

export const yearSpan = (year: number): Span => ({ from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) - 1 });

/** The day that lies `days` from the day of `now`. */
export function relativeDay(now: Instant, days: number): Span {
  const from = startOfDay(now) + days * DAY_MS;
  return { from, to: from + DAY_MS - 1 };
}

/** Weeks run from Monday; 0 is the week of `now`. */
export function relativeWeek(now: Instant, weeks: number): Span {
  const monday = startOfDay(now) - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS;
  const from = monday + weeks * 7 * DAY_MS;
  return { from, to: from + 7 * DAY_MS - 1 };
}

export function relativeWeekend(now: Instant, weeks: number): Span {
  const week = relativeWeek(now, weeks);
  return { from: week.from + 5 * DAY_MS, to: week.to };
}

export function relativeMonth(now: Instant, months: number): Span {
  const date = new Date(now);
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  return monthSpan(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1);
}

export const relativeYear = (now: Instant, years: number): Span => yearSpan(new Date(now).getUTCFullYear() + years);

/** The most recent such weekday before today; 0 is Sunday. */
export function lastWeekday(now: Instant, weekday: number): Span {
  const back = (new Date(now).getUTCDay() - weekday + 7) % 7 || 7;
  return relativeDay(now, -back);
}
