/**
 * Raw bodies, queries and tool arguments → typed commands. REST and MCP share every reader, so both doors read the same.
 * Only shapes and limits are checked here; rules between fields (a key with a layer, since after until) belong to the verbs.
 */
import * as z from 'zod';
import type { Command, WriteManyInput } from '../../application/service.ts';
import type { Failure } from '../../domain/failure.ts';
import { BATCH_ITEMS_MAX } from '../../domain/limits.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { FIELDS } from './fields.ts';
import { isObject } from './json-value.ts';
import { type Read, readFields } from './read-fields.ts';

const pick = <const Names extends readonly (keyof typeof FIELDS)[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, FIELDS[name]])) as { readonly [Name in Names[number]]: (typeof FIELDS)[Name] };

const WRITE_TOOL = pick(
  'content',
  'importance',
  'ttl_days',
  'layer',
  'key',
  'origin',
  'volatility',
  'tags',
  'session_id',
  'occurred_at',
  'idempotency_key',
);

/** The fields of each command; tools and OpenAPI are generated from these. */
export const SHAPES = {
  /** `metadata`, `created_at` and `expires_at` are REST only: a free-form object breaks strict tool schemas, the stamps are for imports. */
  write_tool: WRITE_TOOL,
  write: { ...WRITE_TOOL, ...pick('metadata', 'created_at', 'expires_at') },
  search: pick(
    'query',
    'top_k',
    'time_range_days',
    'since',
    'until',
    'layer',
    'tags',
    'session_id',
    'as_of',
    'known_at',
    'include_superseded',
    'min_score',
    'cursor',
  ),
  list: pick('limit', 'cursor', 'state', 'layer', 'session_id', 'tag'),
  page: pick('limit', 'cursor'),
  correct: {
    ...pick('content', 'importance', 'tags', 'volatility', 'restore_version', 'reason', 'idempotency_key'),
    /** Null clears the expiry. */
    ttl_days: FIELDS.ttl_days.nullable().meta({ description: 'Days until it expires, counted from now; null clears the expiry' }),
    metadata: FIELDS.metadata.nullable().meta({ description: 'A JSON object that takes the place of the old one; null removes it' }),
  },
  forget: pick('memory_id', 'query', 'mode', 'confirm_ids', 'reason', 'idempotency_key'),
  remove: pick('mode', 'reason', 'idempotency_key'),
  erase: pick('confirm'),
  summarize: pick('memory_ids', 'max_length', 'session_id', 'idempotency_key'),
  stats: pick('session_id'),
  facts: pick('limit', 'cursor', 'as_of', 'known_at'),
  fact: pick('as_of', 'known_at'),
  turn: pick('role', 'content', 'origin', 'importance', 'tags', 'metadata', 'tool', 'occurred_at', 'idempotency_key'),
  configure_session: pick('budget_tokens', 'context_window_tokens', 'strategy', 'pin', 'unpin'),
  eviction: pick('budget_tokens', 'context_window_tokens', 'strategy'),
  context: pick('query', 'budget_tokens', 'as_of', 'known_at'),
} as const;

export const REQUIRED = {
  write: ['content'],
  search: ['query'],
  summarize: ['memory_ids'],
  erase: ['confirm'],
  turn: ['role', 'content'],
} as const;

type Reading<Value> = Result<Read<Value>, Failure>;

export const readWrite = (raw: unknown): Reading<Command<'write'>> => readFields(raw, SHAPES.write, REQUIRED.write);
export const readWriteTool = (raw: unknown): Reading<Command<'write'>> => readFields(raw, SHAPES.write_tool, REQUIRED.write);
export const readSearch = (raw: unknown): Reading<Command<'search'>> => readFields(raw, SHAPES.search, REQUIRED.search);
export const readList = (raw: unknown): Reading<Command<'list'>> => readFields(raw, SHAPES.list);
export const readPage = (raw: unknown) => readFields(raw, SHAPES.page);
export const readCorrect = (raw: unknown): Reading<Omit<Command<'correct'>, 'id'>> => readFields(raw, SHAPES.correct);
export const readForget = (raw: unknown): Reading<Command<'forget'>> => readFields(raw, SHAPES.forget);
export const readRemove = (raw: unknown) => readFields(raw, SHAPES.remove);
export const readErase = (raw: unknown): Reading<Command<'erase'>> => readFields(raw, SHAPES.erase, REQUIRED.erase);
export const readSummarize = (raw: unknown): Reading<Command<'summarize'>> => readFields(raw, SHAPES.summarize, REQUIRED.summarize);
export const readStats = (raw: unknown): Reading<Command<'stats'>> => readFields(raw, SHAPES.stats);
export const readFacts = (raw: unknown): Reading<Command<'listFacts'>> => readFields(raw, SHAPES.facts);
export const readFact = (raw: unknown): Reading<Omit<Command<'readFact'>, 'key'>> => readFields(raw, SHAPES.fact);
export const readTurn = (raw: unknown): Reading<Omit<Command<'recordTurn'>, 'session_id'>> => readFields(raw, SHAPES.turn, REQUIRED.turn);
export const readConfigureSession = (raw: unknown): Reading<Omit<Command<'configureSession'>, 'session_id'>> =>
  readFields(raw, SHAPES.configure_session);
export const readEviction = (raw: unknown): Reading<Omit<Command<'previewEviction'>, 'session_id'>> => readFields(raw, SHAPES.eviction);
export const readContext = (raw: unknown): Reading<Omit<Command<'context'>, 'session_id'>> => readFields(raw, SHAPES.context);

export interface Batch {
  readonly memories: readonly WriteManyInput[];
  /** Ignored names of each item, by its place. */
  readonly ignored: readonly (readonly string[])[];
}

/** `{"memories":[…]}`: an item that does not parse keeps its place as a failure and never loses the others. Too many: nothing is stored. */
export function readWriteMany(raw: Readonly<Record<string, unknown>>, namespace: string): Result<Batch, Failure> {
  const items = raw.memories;
  if (!Array.isArray(items)) return err({ kind: 'invalid', field: 'memories', message: 'memories must be a list of objects.' });
  if (items.length > BATCH_ITEMS_MAX)
    return err({
      kind: 'too_large',
      limit: BATCH_ITEMS_MAX,
      message: `memories holds ${items.length} items; at most ${BATCH_ITEMS_MAX} are taken at once and nothing was stored. Send several batches.`,
    });
  const readings = items.map((item) => readItem(item, namespace));
  return ok({
    memories: readings.map((reading) => (reading.ok ? { command: reading.value.value } : { failure: reading.failure })),
    ignored: readings.map((reading) => (reading.ok ? reading.value.ignored : [])),
  });
}

/** A whole batch goes to one namespace; an item that names another must not land in this one unnoticed. */
function readItem(item: unknown, namespace: string): Reading<Command<'write'>> {
  if (!isObject(item)) return err({ kind: 'invalid', field: 'memories', message: 'Each item of memories must be an object.' });
  const { namespace: named, ...fields } = item;
  if (named !== undefined && named !== null && named !== namespace)
    return err({
      kind: 'invalid',
      field: 'namespace',
      message: 'namespace of an item must be the one of the request. Send one batch for each namespace.',
    });
  return readWrite(fields);
}

/** What a shape looks like on the wire, as JSON Schema 2020-12 without `$schema`. */
export function wireSchema(shape: Readonly<Record<string, z.ZodType>>, required: readonly string[] = []): Record<string, unknown> {
  const optional = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, required.includes(name) ? schema : schema.optional()]),
  );
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(z.object(optional), { io: 'input', unrepresentable: 'any' });
  return schema;
}
