/**
 * Time that a question names: "on 3 June, 2023", "in May", "last week", "去年", "三天前". Arithmetic in code, relative to the moment the reader
 * stands at. Only unmistakable wordings count: no date is invented from short words ("sat", "may I", "in a second").
 */
import { integerOf } from '../duplicates/chinese-tokens.ts';
import { DAY_MS, type Instant } from '../instant.ts';
import {
  daySpan,
  lastWeekday,
  monthSpan,
  relativeDay,
  relativeMonth,
  relativeWeek,
  relativeWeekend,
  relativeYear,
  type Span,
  yearSpan,
} from './calendar.ts';

/** `span`: a stretch of time; `aftermath`: it is so long over that what was recorded soon after may tell of it. While that lasts, as after "last week", what is
 * said now is about now unless it names that time (told-time.ts). `month`, `day`: the same month or day of any year, when the question names no year. */
export type DateCue =
  | { readonly kind: 'span'; readonly span: Span; readonly aftermath: boolean }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'day'; readonly month: number; readonly day: number };

/** People tell of a day a little later: what was recorded within these days after a span still fits it, by half. */
const AFTERMATH_DAYS_MAX = 7;
const AFTERMATH_FIT = 0.5;

const MONTHS = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
] as const;
const WEEKDAYS: readonly string[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
  一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10,
}; // biome-ignore format: a table reads better in rows
const MONTH = MONTHS.flat().join('|');
const YEAR = '(?:19|20)\\d{2}';
/** A month or a day in Chinese: 6, 六, 十一, 二十三. */
const COUNT = '\\d{1,2}|[一二三四五六七八九十]{1,3}';

const monthOf = (name: string): number => MONTHS.findIndex((names) => names.some((one) => one === name.toLowerCase())) + 1;
const numberOf = (text: string): number => NUMBERS[text.toLowerCase()] ?? Number(text);
/** NaN where it is no number: no month and no day. */
const countOf = (text: string): number => (/^\d/.test(text) ? Number(text) : (integerOf(text) ?? Number.NaN));
/** Years back that a word means. */
const YEARS_BACK: Readonly<Record<string, number>> = { 今年: 0, 去年: 1, 前年: 2 };

function dayCue(year: string | undefined, month: number, day: number): DateCue | null {
  if (year === undefined) return daySpan(2024, month, day) === null ? null : { kind: 'day', month, day };
  const span = daySpan(Number(year), month, day);
  return span === null ? null : spanCue(span);
}
const monthCue = (year: string | undefined, month: number): DateCue | null => {
  if (month < 1 || month > 12) return null;
  return year === undefined ? { kind: 'month', month } : spanCue(monthSpan(Number(year), month));
};
const spanCue = (span: Span): DateCue => ({ kind: 'span', span, aftermath: true });

function unitSpan(now: Instant, unit: string, count: number): Span | null {
  if (/^(day|天|日)/.test(unit)) return relativeDay(now, count);
  if (/^(weekend|周末)/.test(unit)) return relativeWeekend(now, count);
  if (/^(week|周|星期|礼拜)/.test(unit)) return relativeWeek(now, count);
  if (/^(month|月)/.test(unit)) return relativeMonth(now, count);
  if (/^(year|年)/.test(unit)) return relativeYear(now, count);
  return null;
}

type Reader = (match: readonly (string | undefined)[], now: Instant) => DateCue | null;
interface Rule {
  readonly pattern: RegExp;
  readonly read: Reader;
}
const text = (group: string | undefined): string => group ?? '';

/** In order of precision: what an earlier rule has read is taken out of the question before the next one looks. */
const RULES: readonly Rule[] = [
  { pattern: new RegExp(`\\b(${YEAR})[-/.](\\d{1,2})[-/.](\\d{1,2})\\b`, 'g'), read: (m) => dayCue(m[1], Number(m[2]), Number(m[3])) },
  {
    pattern: new RegExp(`(?:(${YEAR})年)?(${COUNT})月(${COUNT})[日号]`, 'g'),
    read: (m) => dayCue(m[1], countOf(text(m[2])), countOf(text(m[3]))),
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\b,?\\s*(${YEAR})?`, 'gi'),
    read: (m) => dayCue(m[3], monthOf(text(m[2])), Number(m[1])),
  },
  {
    pattern: new RegExp(`\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b,?\\s*(${YEAR})?`, 'gi'),
    read: (m) => dayCue(m[3], monthOf(text(m[1])), Number(m[2])),
  },
  { pattern: new RegExp(`\\b(${MONTH}),? (?:of )?(${YEAR})\\b`, 'gi'), read: (m) => monthCue(m[2], monthOf(text(m[1]))) },
  { pattern: new RegExp(`\\b(${YEAR})[-/](0[1-9]|1[0-2])\\b`, 'g'), read: (m) => monthCue(m[1], Number(m[2])) },
  { pattern: new RegExp(`(${YEAR})年(${COUNT})月`, 'g'), read: (m) => monthCue(m[1], countOf(text(m[2]))) },
  {
    pattern: new RegExp(`(今年|去年|前年)(${COUNT})月`, 'g'),
    read: (m, now) => monthCue(String(new Date(now).getUTCFullYear() - (YEARS_BACK[text(m[1])] ?? 0)), countOf(text(m[2]))),
  },
  {
    pattern: new RegExp(`\\b(?:in|during|since|until|by|of|early|late|mid|last|this|every)[ -](${MONTH})\\b`, 'gi'),
    read: (m) => monthCue(undefined, monthOf(text(m[1]))),
  },
  {
    pattern: new RegExp(`(?<![\\d年一二三四五六七八九十])(${COUNT})月(?![\\d街路巷桥镇村])`, 'g'),
    read: (m) => monthCue(undefined, countOf(text(m[1]))),
  },
  { pattern: new RegExp(`\\b(?:in|during|since|of|year) (${YEAR})\\b`, 'gi'), read: (m) => spanCue(yearSpan(Number(m[1]))) },
  { pattern: new RegExp(`(${YEAR})年`, 'g'), read: (m) => spanCue(yearSpan(Number(m[1]))) },
  { pattern: /\bday before yesterday\b|前天/gi, read: (_, now) => spanCue(relativeDay(now, -2)) },
  { pattern: /\byesterday\b|\blast night\b|昨[天晚日]/gi, read: (_, now) => spanCue(relativeDay(now, -1)) },
  { pattern: /\btoday\b|\btonight\b|今[天晚]/gi, read: (_, now) => spanCue(relativeDay(now, 0)) },
  {
    pattern: /\b(a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (day|week|month|year)s? ago\b/gi,
    read: (m, now) => {
      const span = unitSpan(now, text(m[2]).toLowerCase(), -numberOf(text(m[1])));
      return span === null ? null : spanCue(span);
    },
  },
  {
    pattern: /([一两二三四五六七八九十]|\d{1,2})个?(天|周|星期|礼拜|月|年)(?:之|以)?前/g,
    read: (m, now) => {
      const span = unitSpan(now, text(m[2]), -numberOf(text(m[1])));
      return span === null ? null : spanCue(span);
    },
  },
  {
    pattern: /\b(last|this|past) (weekend|week|month|year)\b/gi,
    read: (m, now) => {
      const span = unitSpan(now, text(m[2]).toLowerCase(), text(m[1]).toLowerCase() === 'this' ? 0 : -1);
      return span === null ? null : spanCue(span);
    },
  },
  {
    pattern: /(上上|上|这|本)个?(周末|周|星期|礼拜|月)(?![一二三四五六日天])/g,
    read: (m, now) => {
      const back = m[1] === '上上' ? -2 : m[1] === '上' ? -1 : 0;
      const span = unitSpan(now, text(m[2]), back);
      return span === null ? null : spanCue(span);
    },
  },
  { pattern: /前年/g, read: (_, now) => spanCue(relativeYear(now, -2)) },
  { pattern: /去年/g, read: (_, now) => spanCue(relativeYear(now, -1)) },
  { pattern: /今年/g, read: (_, now) => spanCue(relativeYear(now, 0)) },
  {
    pattern: new RegExp(`\\blast (${WEEKDAYS.join('|')})\\b`, 'gi'),
    read: (m, now) => spanCue(lastWeekday(now, WEEKDAYS.indexOf(text(m[1]).toLowerCase()))),
  },
  {
    pattern: /(上|这|本)个?(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: (m, now) => {
      const week = relativeWeek(now, m[1] === '上' ? -1 : 0);
      const index = '一二三四五六日'.indexOf(text(m[2]) === '天' ? '日' : text(m[2]));
      const from = week.from + index * DAY_MS;
      return spanCue({ from, to: from + DAY_MS - 1 });
    },
  },
];

const aftermathEnd = ({ from, to }: Span): Instant => to + Math.min(AFTERMATH_DAYS_MAX * DAY_MS, to - from + 1);

/** Some rule may read it: the cheap look at a text before the rules. */
const READABLE = new RegExp(
  `\\b(?:${YEAR}|yesterday|today|tonight|ago|(?:last|this|past) [a-z]|${MONTH})|[昨今前去]|上|[这本]个?[周星礼月]|月`,
  'i',
);
export const mayNameTime = (content: string): boolean => READABLE.test(content);

/** All times that the question names; empty for most questions. */
export function readDateCues(question: string, now: Instant): readonly DateCue[] {
  let rest = question.normalize('NFKC');
  const cues: DateCue[] = [];
  for (const rule of RULES) {
    rest = rest.replace(rule.pattern, (...args: unknown[]) => {
      const groups = args.filter((one): one is string | undefined => typeof one === 'string' || one === undefined);
      const cue = rule.read(groups, now);
      if (cue === null) return text(groups[0]);
      cues.push(cue);
      return ' ';
    });
  }
  return cues.map((cue) => (cue.kind === 'span' ? { ...cue, aftermath: aftermathEnd(cue.span) < now } : cue));
}

function fitOf(cue: DateCue, at: Instant): number {
  const date = new Date(at);
  if (cue.kind === 'month') return date.getUTCMonth() + 1 === cue.month ? 1 : 0;
  if (cue.kind === 'day') return date.getUTCMonth() + 1 === cue.month && date.getUTCDate() === cue.day ? 1 : 0;
  const { from, to } = cue.span;
  if (at >= from && at <= to) return 1;
  return cue.aftermath && at > to && at <= aftermathEnd(cue.span) ? AFTERMATH_FIT : 0;
}

/** How well a moment fits what the question names: 0 to 1, 0 without a cue. */
export function dateFit(cues: readonly DateCue[], at: Instant): number {
  let best = 0;
  for (const cue of cues) best = Math.max(best, fitOf(cue, at));
  return best;
}
