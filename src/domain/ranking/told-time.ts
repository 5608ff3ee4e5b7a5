/**
 * A text about the time that a question names, whenever it was said: "last week we moved", told today, answers "what did I do last week".
 * And where that time lies, for what was said since.
 */
import { DAY_MS, type Instant } from '../instant.ts';
import { daySpan, monthSpan, type Span } from './calendar.ts';
import { type DateCue, mayNameTime, readDateCues } from './date-cue.ts';

/** How much of a time that the text names, as seen from the moment it was said, lies within what the question names: 0 to 1. */
export function toldFit(asked: readonly DateCue[], content: string, said_at: Instant): number {
  if (asked.length === 0 || !mayNameTime(content)) return 0;
  let best = 0;
  for (const told of readDateCues(content, said_at)) {
    const span = spanOf(told, said_at);
    for (const cue of asked) best = Math.max(best, span === null ? 0 : shareWithin(span, cue));
  }
  return best;
}

/** Where the time begins that the question names, when it is over; null for any other question. */
export function pastFrom(asked: readonly DateCue[], now: Instant): Instant | null {
  const spans = asked.map((cue) => spanOf(cue, now, true));
  if (spans.length === 0 || spans.some((span) => span === null || span.to >= now)) return null;
  return Math.min(...spans.map((span) => span?.from ?? now));
}

/** A month or day of any year is the nearest one, or the latest that is `over`. */
function spanOf(cue: DateCue, at: Instant, over = false): Span | null {
  if (cue.kind === 'span') return cue.span;
  const year = new Date(at).getUTCFullYear();
  const spans = [year - 1, year, year + 1].flatMap((one) =>
    cue.kind === 'month' ? [monthSpan(one, cue.month)] : (daySpan(one, cue.month, cue.day) ?? []),
  );
  const distance = (span: Span): number => (over && span.to >= at ? Number.POSITIVE_INFINITY : Math.abs(span.from - at));
  return spans.reduce<Span | null>((best, span) => (best === null || distance(span) < distance(best) ? span : best), null);
}

function shareWithin(told: Span, asked: DateCue): number {
  if (asked.kind !== 'span') {
    const [from, to] = [new Date(told.from), new Date(told.to)];
    const alike = from.getUTCMonth() + 1 === asked.month && to.getUTCMonth() + 1 === asked.month && told.to - told.from < 31 * DAY_MS;
    return alike && (asked.kind === 'month' || from.getUTCDate() === asked.day) ? 1 : 0;
  }
  const shared = Math.min(told.to, asked.span.to) - Math.max(told.from, asked.span.from) + 1;
  return Math.max(0, shared) / (told.to - told.from + 1);
}
