/** Replies → wire JSON: the field lists of the public contract, instants as ISO 8601 in UTC. REST bodies and MCP structured content alike. */
import type {
  ConfigureSessionReply,
  ContextReply,
  CorrectReply,
  EraseReply,
  EvictionPreview,
  FactReply,
  ForgetReply,
  HistoryVersion,
  ImportReply,
  MemoryRecord,
  SearchHit,
  SearchReply,
  SessionView,
  StatsReply,
  SummarizeReply,
  TurnReply,
  WriteManyItem,
  WriteReply,
} from '../../application/service.ts';
import { type ApiKey, keyState } from '../../domain/access/api-key.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Namespace, Source, TimeRange } from '../../domain/memory.ts';
import { toIso as iso } from '../../domain/time/parse-instant.ts';
import { itemError } from './failure-to-wire.ts';

const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant));

/** `ignored` is there only when something was. */
export const withIgnored = <Body extends object>(
  body: Body,
  ignored: readonly string[],
): Body & { readonly ignored?: readonly string[] } => (ignored.length === 0 ? body : { ...body, ignored });

const presentRange = (range: TimeRange) => ({ from: iso(range.from), to: iso(range.to) });

function presentSource(source: Source) {
  const { time_range, ...rest } = source;
  return time_range === undefined ? rest : { ...rest, time_range: presentRange(time_range) };
}

export const presentMemory = (memory: MemoryRecord, namespace: Namespace) => ({
  id: memory.id,
  namespace,
  layer: memory.layer,
  content: memory.content,
  origin: memory.origin,
  importance: memory.importance,
  volatility: memory.volatility,
  key: memory.key,
  tags: memory.tags,
  metadata: memory.metadata,
  session_id: memory.session_id,
  occurred_at: iso(memory.occurred_at),
  created_at: iso(memory.created_at),
  recorded_at: iso(memory.recorded_at),
  expires_at: isoOrNull(memory.expires_at),
  valid_from: iso(memory.valid_from),
  valid_to: isoOrNull(memory.valid_to),
  superseded_at: isoOrNull(memory.superseded_at),
  superseded_by: memory.superseded_by,
  source: presentSource(memory.source),
  version: memory.version,
  seen_count: memory.seen_count,
  access_count: memory.access_count,
  last_accessed_at: isoOrNull(memory.last_accessed_at),
  state: memory.state,
});

export const presentWrite = (reply: WriteReply) => ({
  id: reply.id,
  status: reply.status,
  layer: reply.layer,
  superseded_id: reply.superseded_id,
  similar: reply.similar,
  index: reply.index,
  evicted_ids: reply.evicted_ids,
  usage: reply.usage,
  ...optional(reply, ['previously_forgotten', 'redacted', 'sanitized', 'possible_conflict', 'degraded']),
});

export const presentTurn = (reply: TurnReply) => ({ ...presentWrite(reply), turn: reply.turn, ...optional(reply, ['compressed']) });

export const presentBatch = (results: readonly WriteManyItem[], ignored: readonly (readonly string[])[]) => ({
  results: results.map((item, place) =>
    item.ok ? withIgnored(presentWrite(item.value), ignored[place] ?? []) : { error: itemError(item.failure) },
  ),
});

const presentHit = (hit: SearchHit) => ({
  id: hit.id,
  content: hit.content,
  layer: hit.layer,
  score: hit.score,
  score_parts: hit.score_parts,
  origin: hit.origin,
  importance: hit.importance,
  occurred_at: iso(hit.occurred_at),
  created_at: iso(hit.created_at),
  session_id: hit.session_id,
  key: hit.key,
  tags: hit.tags,
  source: presentSource(hit.source),
  state: hit.state,
  ...(hit.superseded_by === null ? {} : { superseded_by: hit.superseded_by }),
  ...optional(hit, ['grouped_ids', 'possible_conflict']),
});

export const presentSearch = (reply: SearchReply) => ({
  results: reply.results.map(presentHit),
  abstained: reply.abstained,
  best_score: reply.best_score,
  degraded: reply.degraded,
  next_cursor: reply.next_cursor,
  usage: reply.usage,
  ...optional(reply, ['query_truncated']),
});

export const presentVersion = (version: HistoryVersion) => ({
  memory_id: version.memory_id,
  version: version.version,
  content: version.content,
  importance: version.importance,
  volatility: version.volatility,
  tags: version.tags,
  metadata: version.metadata,
  expires_at: isoOrNull(version.expires_at),
  recorded_at: iso(version.recorded_at),
  replaced_at: isoOrNull(version.replaced_at),
  source: presentSource(version.source),
  reason: version.reason,
  current: version.current,
});

/** The corrected memory itself, with what the correction did. */
export const presentCorrect = (reply: CorrectReply, namespace: Namespace) => ({
  ...presentMemory(reply.memory, namespace),
  status: reply.status,
  index: reply.index,
  usage: reply.usage,
  ...optional(reply, ['redacted']),
});

export const presentFact = (reply: FactReply, namespace: Namespace) => ({
  key: reply.key,
  current: reply.current === null ? null : presentMemory(reply.current, namespace),
  versions: reply.versions.map((version) => presentMemory(version, namespace)),
});

export const presentForget = (reply: ForgetReply) => ({
  status: reply.status,
  ids: reply.ids,
  candidates: reply.candidates,
  receipt: reply.receipt,
  usage: reply.usage,
  ...optional(reply, ['not_found', 'degraded']),
});

export const presentErase = (reply: EraseReply) => ({ status: reply.status, counts: reply.counts });

export const presentSummarize = (reply: SummarizeReply) => ({
  id: reply.id,
  summary: reply.summary,
  source_ids: reply.source_ids,
  time_range: presentRange(reply.time_range),
  compression_ratio: reply.compression_ratio,
  method: reply.method,
  status: reply.status,
  usage: reply.usage,
  ...optional(reply, ['fallback_reason', 'degraded']),
});

export const presentSession = (view: SessionView) => ({
  id: view.id,
  items: view.items,
  tokens: view.tokens,
  budget_tokens: view.budget_tokens,
  strategy: view.strategy,
  turn: view.turn,
});

export const presentConfiguredSession = (reply: ConfigureSessionReply) => ({
  ...presentSession(reply),
  evicted_ids: reply.evicted_ids,
  ...optional(reply, ['compressed']),
});
export const presentEvictionPreview = (reply: EvictionPreview) => ({ id: reply.session_id, plan: reply.plan });

export const presentContext = (reply: ContextReply) => ({
  context: reply.context,
  ids: reply.ids,
  tokens: reply.tokens,
  ...optional(reply, ['degraded']),
});

export const presentStats = (reply: StatsReply) => ({
  namespace: reply.namespace,
  counts: reply.counts,
  unembedded: reply.unembedded,
  pending: reply.pending,
  sessions: reply.sessions,
  stores: reply.stores,
  embedder: reply.embedder,
  oldest: isoOrNull(reply.oldest),
  newest: isoOrNull(reply.newest),
});

export const presentImport = (reply: ImportReply) => ({
  imported: reply.imported,
  unchanged: reply.unchanged,
  withheld: reply.withheld,
  errors: reply.errors.map(({ line, failure }) => ({ line, error: itemError(failure) })),
  ...optional(reply, ['degraded']),
});

/** Copies the named fields that are present: an absent one has no place on the wire, not even as null. */
function optional<Value extends object, Name extends keyof Value>(value: Value, names: readonly Name[]): Partial<Pick<Value, Name>> {
  const found: Partial<Pick<Value, Name>> = {};
  for (const name of names) if (value[name] !== undefined) found[name] = value[name];
  return found;
}

export const presentKey = (key: ApiKey, now: Instant) => ({
  id: key.id,
  namespace: key.namespace,
  scopes: key.scopes,
  label: key.label,
  state: keyState(key, now),
  created_at: iso(key.created_at),
  expires_at: isoOrNull(key.expires_at),
  revoked_at: isoOrNull(key.revoked_at),
  last_used_at: isoOrNull(key.last_used_at),
});
