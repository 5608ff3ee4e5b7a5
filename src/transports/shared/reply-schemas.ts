/**
 * What replies look like on the wire, for OpenAPI and for the output schemas of tools. Loose on purpose: fields may be added, and a client
 * that validates must not break then.
 */
import * as z from 'zod';
import { SCOPES } from '../../domain/access/api-key.ts';
import { LAYERS, ORIGINS, ROLES, STATES, VOLATILITIES } from '../../domain/memory.ts';
import { STRATEGIES } from '../../domain/working/session.ts';

const id = z.string().describe('UUIDv7');
const time = z.string().describe('ISO 8601 in UTC');
const ids = z.array(id);
const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
const ignored = z.array(z.string()).optional().describe('Fields that are not known here and were not used');
const usage = z.looseObject({ memories: z.int().describe('Live memories of the namespace') });
const degraded = z.array(z.looseObject({ store: z.string(), effect: z.string() }));
const next_cursor = nullable(z.string());
const numbers = z.record(z.string(), z.number());
const time_range = z.looseObject({ from: time, to: time });

const compressed = z.looseObject({ id, source_ids: ids }).describe('The summary that was made of what left together');

const source = z.looseObject({
  via: z.string().describe('Route or tool, stamped by the service'),
  client: z.string().optional(),
  origin: z.enum(ORIGINS).optional(),
  role: z.enum(ROLES).optional(),
  ids: ids.optional(),
  time_range: time_range.optional(),
  method: z.enum(['llm', 'extractive']).optional(),
});

const state = z.enum(STATES);

const memory = z.looseObject({
  id,
  namespace: z.string(),
  layer: z.enum(LAYERS),
  content: z.string(),
  origin: nullable(z.enum(ORIGINS)),
  importance: z.number(),
  volatility: z.enum(VOLATILITIES),
  key: nullable(z.string()),
  tags: z.array(z.string()),
  metadata: nullable(z.looseObject({})),
  session_id: nullable(z.string()),
  occurred_at: time,
  created_at: time,
  recorded_at: time,
  expires_at: nullable(time),
  valid_from: time,
  valid_to: nullable(time),
  superseded_at: nullable(time),
  superseded_by: nullable(id),
  source,
  version: z.int(),
  seen_count: z.int(),
  access_count: z.int(),
  last_accessed_at: nullable(time),
  state,
});

const write = z.looseObject({
  id,
  status: z.enum(['created', 'updated', 'duplicate']),
  layer: z.enum(LAYERS),
  superseded_id: nullable(id),
  similar: z.array(z.looseObject({ id, score: z.number() })).describe('Near neighbours that a guard kept apart'),
  index: z.enum(['ready', 'pending']),
  evicted_ids: ids.describe('What left working memory; it stays in the episodic layer'),
  usage,
  previously_forgotten: z.literal(true).optional(),
  redacted: z.array(z.string()).optional().describe('Kinds of credential that were masked'),
  sanitized: z.literal(true).optional(),
  possible_conflict: ids.optional(),
  degraded: degraded.optional(),
  ignored,
});

const error = z.looseObject({ code: z.string(), message: z.string(), field: z.string().optional() });

const search = z.looseObject({
  results: z.array(
    z.looseObject({
      id,
      content: z.string(),
      layer: z.enum(LAYERS),
      score: z.number(),
      score_parts: z.looseObject({ relevance: z.number(), decay: z.number(), importance: z.number(), detail: numbers }),
      origin: nullable(z.enum(ORIGINS)),
      importance: z.number(),
      occurred_at: time,
      created_at: time,
      session_id: nullable(z.string()),
      key: nullable(z.string()),
      tags: z.array(z.string()),
      source,
      state,
    }),
  ),
  abstained: z.boolean(),
  best_score: nullable(z.number()),
  degraded,
  next_cursor,
  usage,
  query_truncated: z.literal(true).optional(),
  ignored,
});

const session = z.looseObject({
  id: z.string(),
  items: z.array(z.looseObject({ id, content: z.string(), tokens: z.int(), score: z.number(), pinned: z.boolean() })),
  tokens: z.int(),
  budget_tokens: z.int(),
  strategy: z.enum(STRATEGIES),
  turn: z.int(),
  ignored,
});

const perState = z.looseObject({ live: z.int(), expired: z.int(), superseded: z.int(), forgotten: z.int() });
const stores = z.array(z.looseObject({ name: z.string(), ok: z.boolean() }));

const key = z.looseObject({
  id: z.string(),
  namespace: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  label: nullable(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: time,
  expires_at: nullable(time),
  revoked_at: nullable(time).describe('May lie ahead while a rotated key still works'),
  last_used_at: nullable(time).describe('To the minute'),
  ignored,
});
const new_key = key.extend({ key: z.string().describe('The credential, hs_…; shown once') });

export const REPLY_SCHEMAS = {
  write,
  write_many: z.looseObject({ results: z.array(z.union([write, z.looseObject({ error })])), ignored }),
  memory,
  memories: z.looseObject({ memories: z.array(memory), next_cursor, ignored }),
  versions: z.looseObject({
    versions: z.array(
      z.looseObject({
        memory_id: id,
        version: z.int(),
        content: z.string(),
        importance: z.number(),
        volatility: z.enum(VOLATILITIES),
        tags: z.array(z.string()),
        metadata: nullable(z.looseObject({})),
        expires_at: nullable(time),
        recorded_at: time,
        replaced_at: nullable(time),
        source,
        reason: nullable(z.string()),
        current: z.boolean(),
      }),
    ),
    next_cursor,
    ignored,
  }),
  corrected: memory.extend({
    status: z.enum(['updated', 'unchanged']),
    index: z.enum(['ready', 'pending']),
    redacted: z.array(z.string()).optional(),
    usage,
    ignored,
  }),
  forgotten: z.looseObject({
    status: z.enum(['forgotten', 'faded', 'preview', 'not_found', 'pending']),
    ids,
    candidates: z.array(z.looseObject({ id, content: z.string(), score: z.number(), layer: z.enum(LAYERS), state })),
    not_found: ids.optional(),
    degraded: degraded.optional(),
    receipt: nullable(z.looseObject({ purged: numbers, summaries_withdrawn: ids, summaries_rebuilt: ids, remaining: numbers })),
    usage,
    ignored,
  }),
  summary: z.looseObject({
    id,
    summary: z.string(),
    source_ids: ids,
    time_range,
    compression_ratio: z.number(),
    method: z.enum(['llm', 'extractive']),
    status: z.enum(['created', 'duplicate']),
    fallback_reason: z.string().optional(),
    degraded: degraded.optional(),
    usage,
    ignored,
  }),
  search,
  turn: write.extend({ turn: z.int(), compressed: compressed.optional() }),
  session,
  configured_session: session.extend({ evicted_ids: ids, compressed: compressed.optional() }),
  eviction: z.looseObject({
    id: z.string(),
    plan: z.array(z.looseObject({ id, score: z.number(), tokens: z.int(), reason: z.string() })),
    ignored,
  }),
  ended_session: z.looseObject({ id: z.string(), status: z.literal('ended'), ignored }),
  context: z.looseObject({ context: z.string(), ids, tokens: z.int(), degraded: degraded.optional(), ignored }),
  facts: z.looseObject({ facts: z.array(memory), next_cursor, ignored }),
  fact: z.looseObject({ key: z.string(), current: nullable(memory), versions: z.array(memory), ignored }),
  stats: z.looseObject({
    namespace: z.string(),
    counts: z.looseObject({ episodic: perState, semantic: perState }),
    unembedded: z.int(),
    pending: z.int(),
    sessions: z.array(z.looseObject({ id: z.string(), tokens: z.int(), budget_tokens: z.int() })),
    stores,
    embedder: z.string(),
    oldest: nullable(time),
    newest: nullable(time),
    ignored,
  }),
  import: z.looseObject({
    imported: z.int(),
    unchanged: z.int(),
    withheld: z.int(),
    errors: z.array(z.looseObject({ line: z.int(), error })),
    errors_omitted: z.int().optional(),
    degraded: degraded.optional(),
  }),
  erased: z.looseObject({
    status: z.literal('erased'),
    counts: z.looseObject({ memories: z.int(), tombstones: z.int(), sessions: z.int() }),
    ignored,
  }),
  key,
  new_key,
  rotated_key: new_key.extend({ replaced: key }),
  keys: z.looseObject({ keys: z.array(key), next_cursor, ignored }),
  ready: z.looseObject({ status: z.enum(['ready', 'unavailable']), stores }),
  error: z.looseObject({ error: error.extend({ hint: z.string().optional(), request_id: z.string() }) }),
} as const;

export type SchemaName = keyof typeof REPLY_SCHEMAS;
/** `ndjson` is a stream of lines and has no JSON schema. */
export type ReplyName = Exclude<SchemaName, 'error' | 'ready'> | 'ndjson';
