/**
 * One schema per field of the wire, described for people and models. REST, MCP and OpenAPI read the same ones.
 * Leniency (null for an absent optional, "5" for 5) is not here: shared/leniency.ts applies it before a schema looks.
 */
import * as z from 'zod';
import {
  KEY_GRACE_HOURS_MAX,
  KEY_LABEL_CHARACTERS_MAX,
  KEY_LIFETIME_DAYS_MAX,
  SCOPES,
  SCOPES_DEFAULT,
} from '../../domain/access/api-key.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  BUDGET_TOKENS_MAX,
  BUDGET_TOKENS_MIN,
  CONFIRM_IDS_MAX,
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  IDENTIFIER_CHARACTERS_MAX,
  METADATA_BYTES_MAX,
  PAGE_ITEMS_DEFAULT,
  PAGE_ITEMS_MAX,
  REASON_CHARACTERS_MAX,
  SUMMARY_CHARACTERS_DEFAULT,
  SUMMARY_CHARACTERS_MAX,
  SUMMARY_CHARACTERS_MIN,
  SUMMARY_SOURCES_MAX,
  TAGS_MAX,
  TOP_K_DEFAULT,
  TOP_K_MAX,
  TTL_DAYS_MAX,
} from '../../domain/limits.ts';
import { LAYERS, type Metadata, ORIGINS, ROLES, VOLATILITIES } from '../../domain/memory.ts';
import { parseInstant } from '../../domain/time/parse-instant.ts';
import { STRATEGIES } from '../../domain/working/session.ts';
import { isJson } from './json-value.ts';

/** A cursor names a position; anything longer was not made by this service. */
const CURSOR_CHARACTERS_MAX = 4_096;
/** Ten thousand years: a window beyond this is a typing error, and would leave the range of dates. */
const TIME_RANGE_DAYS_MAX = 3_650_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const text = (description: string) => z.string({ error: 'must be text' }).meta({ description });

const boundedText = (characters_max: number, description: string) =>
  text(description).refine((value) => [...value].length <= characters_max, {
    error: `must be at most ${characters_max} characters`,
  });

/** Literal and case-sensitive; broken Unicode is refused because an identifier that was repaired would no longer be the same one. */
const identifier = (characters_max: number, description: string) =>
  text(description)
    .refine((value) => value.length > 0, { error: 'must not be empty' })
    .refine((value) => value.length <= 2 * characters_max && [...value].length <= characters_max, {
      error: `must be at most ${characters_max} characters`,
    })
    .refine((value) => !CONTROL.test(value), { error: 'must not hold control characters' })
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode' });

const number = (minimum: number, maximum: number, description: string) => {
  const error = `must be a number from ${minimum} to ${maximum}`;
  return z.number({ error }).min(minimum, { error }).max(maximum, { error }).meta({ description });
};

const whole = (minimum: number, maximum: number, description: string) => {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.int({ error }).min(minimum, { error }).max(maximum, { error }).meta({ description });
};

const positiveDays = (maximum: number, description: string) => {
  const error = `must be a number of days above 0 and at most ${maximum}`;
  return z
    .number({ error })
    .max(maximum, { error })
    .refine((days) => days > 0, { error })
    .meta({ description });
};

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).meta({ description });

const list = <Item extends z.ZodType>(item: Item, items_max: number, description: string) =>
  z
    .array(item, { error: 'must be a list' })
    .max(items_max, { error: `must hold at most ${items_max} items` })
    .meta({ description });

const TIME_FORM = 'ISO 8601, e.g. 2026-03-01T09:30:00+08:00; without an offset it is UTC';

/** `edge` says which instant a bare date means: its start, its end, or the moment itself. */
const time = (edge: 'exact' | 'start' | 'end', description: string) =>
  z
    .string({ error: `must be a time as text (${TIME_FORM}); numbers are refused because their unit would be a guess` })
    .transform((value, context): Instant => {
      const parsed = parseInstant(value, edge);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.failure });
      return z.NEVER;
    })
    .meta({ description: `${description} (${TIME_FORM})` });

const id = identifier(IDENTIFIER_CHARACTERS_MAX, 'The id of a memory, as a reply gave it').transform((value) => value.toLowerCase());

const BYTES = new TextEncoder();

/** Checked as a whole rather than by a recursive schema: the depth of the body is bounded before, its size here. */
const metadata = z
  .custom<Metadata>((value) => isJson(value) && typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object',
  })
  .refine((value) => BYTES.encode(JSON.stringify(value)).length <= METADATA_BYTES_MAX, {
    error: `must be at most ${METADATA_BYTES_MAX} bytes as compact JSON`,
  });
const jsonObject = (description: string) => metadata.meta({ description, type: 'object' });

export const FIELDS = {
  content: text('The text to remember, 1 to 32,768 characters. One fact or event in each memory is found best'),
  query: text('What to look for, in plain words of any language; no operators. Over 4,096 characters are cut'),
  layer: oneOf(LAYERS, 'episodic: something that happened (default). semantic: something that is true across sessions'),
  key: identifier(
    IDENTIFIER_CHARACTERS_MAX,
    'Semantic only: what the fact is about, e.g. user.seat_preference. A new value under a key supersedes the old one',
  ),
  origin: oneOf(ORIGINS, 'user: said or confirmed by the user. agent: inferred. tool: raw tool output'),
  importance: number(0, 1, 'From 0 to 1. Default by origin: user 1.0, agent 0.6, tool 0.4, otherwise 0.5'),
  volatility: oneOf(VOLATILITIES, 'How fast it fades: volatile, stable or permanent. Default: events are volatile, facts stable'),
  tags: list(identifier(IDENTIFIER_CHARACTERS_MAX, 'A literal label'), TAGS_MAX, 'Up to 32 literal labels').transform((tags) => [
    ...new Set(tags),
  ]),
  tag: identifier(IDENTIFIER_CHARACTERS_MAX, 'Only memories with this label'),
  metadata: jsonObject('A JSON object of up to 8 KiB; credentials in it are masked'),
  tool: jsonObject('Data of a tool call, up to 8 KiB; credentials in it are masked'),
  session_id: identifier(IDENTIFIER_CHARACTERS_MAX, 'The conversation it belongs to'),
  occurred_at: time('exact', 'When it happened or became true; now when absent'),
  created_at: time('exact', 'When it was recorded elsewhere, for an import; then also sets occurred_at'),
  /** A date alone means that the memory holds for the whole of that day. */
  expires_at: time('end', 'When it stops being live; not together with ttl_days'),
  ttl_days: positiveDays(TTL_DAYS_MAX, 'Days until it expires, above 0, fractions allowed'),
  idempotency_key: identifier(
    IDEMPOTENCY_KEY_CHARACTERS_MAX,
    'Makes a retry safe: the same key with the same fields gives the first reply again',
  ),
  top_k: whole(1, TOP_K_MAX, `How many results, 1 to ${TOP_K_MAX}; ${TOP_K_DEFAULT} when absent`),
  time_range_days: positiveDays(TIME_RANGE_DAYS_MAX, 'Only what happened in the last so many days; all time when absent'),
  since: time('start', 'Only what happened at or after this time; a date means its start'),
  until: time('end', 'Only what happened at or before this time; a date means its end'),
  /** A date alone asks for the day as a whole, so everything that became true on it is seen: its end. */
  as_of: time('end', 'What was true at this time, even if recorded later; a date means its end'),
  known_at: time('end', 'What was recorded by this time; a date means its end'),
  include_superseded: z.boolean({ error: 'must be true or false' }).meta({ description: 'Also older values of facts; false when absent' }),
  min_score: number(0, 1, 'Only results with at least this score, 0 to 1'),
  cursor: text('next_cursor of the page before, unchanged').refine((value) => value.length > 0 && value.length <= CURSOR_CHARACTERS_MAX, {
    error: 'must be the next_cursor of an earlier reply, unchanged',
  }),
  limit: whole(1, PAGE_ITEMS_MAX, `Items of a page, 1 to ${PAGE_ITEMS_MAX}; ${PAGE_ITEMS_DEFAULT} when absent`),
  state: oneOf(['live', 'expired', 'superseded'], 'Which state; live when absent'),
  memory_id: id.meta({ description: 'The id of one memory' }),
  memory_ids: list(id, SUMMARY_SOURCES_MAX, `Ids of the memories to summarise, 1 to ${SUMMARY_SOURCES_MAX}`).refine(
    (ids) => ids.length > 0,
    { error: 'must name at least one memory' },
  ),
  confirm_ids: list(id, CONFIRM_IDS_MAX, 'Ids from the preview that are really meant'),
  mode: oneOf(['delete', 'fade'], 'delete: removed for good (default). fade: less important and quicker to fade'),
  reason: boundedText(REASON_CHARACTERS_MAX, 'Why, in your words; kept with the version that a correction or a fade makes'),
  max_length: whole(
    SUMMARY_CHARACTERS_MIN,
    SUMMARY_CHARACTERS_MAX,
    `Characters of the summary at most; ${SUMMARY_CHARACTERS_DEFAULT} when absent`,
  ),
  restore_version: whole(1, Number.MAX_SAFE_INTEGER, 'Makes this earlier version current again, as a new version'),
  role: oneOf(ROLES, 'Who speaks: user, assistant, system or tool'),
  budget_tokens: whole(BUDGET_TOKENS_MIN, BUDGET_TOKENS_MAX, 'Tokens that may be in use at most'),
  context_window_tokens: whole(1, 100_000_000, 'Size of the model window; its share of 0.3 becomes the budget'),
  strategy: oneOf(STRATEGIES, 'What leaves first: weighted (default), lru or fifo'),
  pin: list(id, CONFIRM_IDS_MAX, 'Ids that stay in the working set'),
  unpin: list(id, CONFIRM_IDS_MAX, 'Ids that may leave again'),
  confirm: text('The exact name of the namespace, to show that it is meant'),
  scopes: list(
    oneOf(SCOPES, 'A scope'),
    SCOPES.length,
    `What a key may do, of ${SCOPES.join(', ')}; ${SCOPES_DEFAULT.join(' and ')} when absent`,
  ).refine((scopes) => scopes.length > 0, { error: 'must name at least one scope' }),
  expires_in_days: positiveDays(KEY_LIFETIME_DAYS_MAX, `Days until the key expires, above 0 and at most ${KEY_LIFETIME_DAYS_MAX}`),
  label: boundedText(KEY_LABEL_CHARACTERS_MAX, `What the key is for, up to ${KEY_LABEL_CHARACTERS_MAX} characters`)
    .refine((value) => !CONTROL.test(value), { error: 'must not hold control characters' })
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode' }),
  grace_hours: number(
    0,
    KEY_GRACE_HOURS_MAX,
    `Hours that the old key still works, 0 to ${KEY_GRACE_HOURS_MAX}; it ends at once when absent`,
  ),
  key_id: text('The public id of a key, as a reply gave it'),
} as const;

export type FieldName = keyof typeof FIELDS;
