/**
 * What the service does, as types: one command and one reply per verb. Transports speak this and nothing else; every verb has its own file.
 * Replies are plain data (they cross an RPC boundary in the embedded mode); times are instants, the wire format belongs to transports/present.ts.
 */
import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import type {
  Layer,
  Memory,
  MemoryId,
  MemoryVersion,
  Metadata,
  Namespace,
  Origin,
  Role,
  State,
  TimeRange,
  Volatility,
} from '../domain/memory.ts';
import type { Result } from '../domain/result.ts';
import type { Strategy } from '../domain/working/session.ts';

/** Who asks, and through which door. The namespace has been granted already. */
export interface Caller {
  readonly namespace: Namespace;
  /** e.g. `mcp:memory_write`, `rest:POST /v1/memories`. */
  readonly via: string;
  readonly client: string | null;
  readonly request_id: string;
}

export interface Usage {
  /** Live memories of the namespace. */
  readonly memories: number;
}

export type SimilarMemory = { readonly id: MemoryId; readonly score: number };
export type Degradation = { readonly store: string; readonly effect: string };

// ── write ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface WriteCommand {
  readonly content: string;
  readonly layer?: Layer;
  readonly key?: string;
  readonly origin?: Origin;
  readonly importance?: number;
  readonly volatility?: Volatility;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
  readonly session_id?: string;
  readonly occurred_at?: Instant;
  /** Only on import: then it also sets `occurred_at` unless that is given. */
  readonly created_at?: Instant;
  readonly expires_at?: Instant;
  readonly ttl_days?: number;
  readonly idempotency_key?: string;
}

export interface WriteReply {
  readonly id: MemoryId;
  readonly status: 'created' | 'updated' | 'duplicate';
  readonly layer: Layer;
  readonly superseded_id: MemoryId | null;
  readonly similar: readonly SimilarMemory[];
  readonly index: 'ready' | 'pending';
  readonly evicted_ids: readonly MemoryId[];
  readonly usage: Usage;
  /** The same text was forgotten before. */
  readonly previously_forgotten?: true;
  /** Kinds of credential that were masked. */
  readonly redacted?: readonly string[];
  /** Control characters or broken surrogates were cleaned away. */
  readonly sanitized?: true;
  /** Unkeyed semantic memories that may say otherwise. */
  readonly possible_conflict?: readonly MemoryId[];
  readonly degraded?: readonly Degradation[];
}

export type WriteManyItem = { readonly ok: true; readonly value: WriteReply } | { readonly ok: false; readonly failure: Failure };

// ── read ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A memory as every reader sees it: `state` is today's. */
export interface MemoryRecord extends Omit<Memory, 'valid_to' | 'superseded_at'> {
  readonly state: Exclude<State, 'forgotten'>;
  readonly valid_from: Instant;
  readonly valid_to: Instant | null;
  readonly recorded_at: Instant;
  readonly superseded_at: Instant | null;
}

export interface SearchCommand {
  readonly query: string;
  readonly top_k?: number;
  readonly time_range_days?: number;
  readonly since?: Instant;
  readonly until?: Instant;
  readonly layer?: Layer;
  readonly tags?: readonly string[];
  readonly session_id?: string;
  readonly as_of?: Instant;
  readonly known_at?: Instant;
  readonly include_superseded?: boolean;
  readonly min_score?: number;
  readonly cursor?: string;
}

export interface ScoreParts {
  readonly relevance: number;
  readonly decay: number;
  /** The importance weight, 0.5 + 0.5 × importance. */
  readonly importance: number;
  /** Named contributions to relevance: `dense`, `lexical`, `session`, `window`, `neighbours`, `exact`, ... */
  readonly detail: Readonly<Record<string, number>>;
}

export interface SearchHit extends MemoryRecord {
  readonly score: number;
  readonly score_parts: ScoreParts;
  /** Near-duplicates folded into this hit, when there are any. */
  readonly grouped_ids?: readonly MemoryId[];
  readonly possible_conflict?: readonly MemoryId[];
}

export interface SearchReply {
  readonly results: readonly SearchHit[];
  readonly abstained: boolean;
  /** The best final score seen, even below the floor; null only for an empty scope. */
  readonly best_score: number | null;
  readonly degraded: readonly Degradation[];
  readonly next_cursor: string | null;
  readonly usage: Usage;
  readonly query_truncated?: true;
}

export interface ListCommand {
  readonly limit?: number;
  readonly cursor?: string;
  readonly state?: Exclude<State, 'forgotten'>;
  readonly layer?: Layer;
  readonly session_id?: string;
  readonly tag?: string;
}

export interface HistoryVersion extends MemoryVersion {
  readonly current: boolean;
}

export interface FactReply {
  readonly key: string;
  readonly current: MemoryRecord | null;
  /** Newest validity first. */
  readonly versions: readonly MemoryRecord[];
}

// ── change ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface CorrectCommand {
  readonly id: MemoryId;
  readonly content?: string;
  readonly importance?: number;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata | null;
  /** Null clears the expiry. */
  readonly ttl_days?: number | null;
  readonly volatility?: Volatility;
  /** Makes the settings and wording of this version current again, as a new version. */
  readonly restore_version?: number;
  readonly reason?: string;
  readonly idempotency_key?: string;
}

export interface CorrectReply {
  readonly memory: MemoryRecord;
  readonly status: 'updated' | 'unchanged';
  readonly index: 'ready' | 'pending';
  readonly redacted?: readonly string[];
  readonly usage: Usage;
}

export interface ForgetCommand {
  readonly memory_id?: MemoryId;
  readonly query?: string;
  readonly mode?: 'delete' | 'fade';
  readonly confirm_ids?: readonly MemoryId[];
  readonly reason?: string;
  readonly idempotency_key?: string;
}

export interface ForgetCandidate {
  readonly id: MemoryId;
  readonly content: string;
  readonly score: number;
  readonly layer: Layer;
  readonly state: Exclude<State, 'forgotten'>;
}

export interface ForgetReceipt {
  /** Counts purged per place: `record`, `versions`, `lexical`, `vector`, `working`, `summaries`. */
  readonly purged: Readonly<Record<string, number>>;
  /** Summaries that were withdrawn or rebuilt because they used what was forgotten. */
  readonly summaries_withdrawn: readonly MemoryId[];
  readonly summaries_rebuilt: readonly MemoryId[];
  /** Read-back after the fact: traces still found per search path; all zero unless `pending`. */
  readonly remaining: Readonly<Record<string, number>>;
}

export interface ForgetReply {
  readonly status: 'forgotten' | 'faded' | 'preview' | 'not_found' | 'pending';
  readonly ids: readonly MemoryId[];
  readonly candidates: readonly ForgetCandidate[];
  readonly not_found?: readonly MemoryId[];
  readonly receipt: ForgetReceipt | null;
  readonly usage: Usage;
}

export interface EraseCommand {
  /** Must equal the namespace's name. */
  readonly confirm: string;
}
export interface EraseReply {
  readonly status: 'erased';
  readonly counts: { readonly memories: number; readonly tombstones: number; readonly sessions: number };
}

export interface SummarizeCommand {
  readonly memory_ids: readonly MemoryId[];
  readonly max_length?: number;
  readonly session_id?: string;
  readonly idempotency_key?: string;
}

export interface SummarizeReply {
  readonly id: MemoryId;
  readonly summary: string;
  readonly source_ids: readonly MemoryId[];
  readonly time_range: TimeRange;
  /** Source characters ÷ summary characters. */
  readonly compression_ratio: number;
  readonly method: 'llm' | 'extractive';
  /** Why the model's summary was not used. */
  readonly fallback_reason?: string;
  readonly status: 'created' | 'duplicate';
  readonly usage: Usage;
}

// ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface TurnCommand {
  readonly session_id: string;
  readonly role: Role;
  readonly content: string;
  readonly origin?: Origin;
  readonly importance?: number;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
  readonly tool?: Metadata;
  readonly occurred_at?: Instant;
  readonly idempotency_key?: string;
}
export interface TurnReply extends WriteReply {
  readonly turn: number;
  /** Made by automatic compression before items left. */
  readonly compressed?: { readonly id: MemoryId; readonly source_ids: readonly MemoryId[] };
}

export interface SessionItemView {
  readonly id: MemoryId;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly pinned: boolean;
}
export interface SessionView {
  readonly id: string;
  readonly items: readonly SessionItemView[];
  readonly tokens: number;
  readonly budget_tokens: number;
  readonly strategy: Strategy;
  readonly turn: number;
}
export interface ConfigureSessionCommand {
  readonly session_id: string;
  readonly budget_tokens?: number;
  readonly context_window_tokens?: number;
  readonly strategy?: Strategy;
  readonly pin?: readonly MemoryId[];
  readonly unpin?: readonly MemoryId[];
}
export interface ConfigureSessionReply extends SessionView {
  readonly evicted_ids: readonly MemoryId[];
}
/** What would leave now under this budget and strategy, and why; nothing is applied. */
export interface EvictionPreview {
  readonly session_id: string;
  readonly plan: readonly { readonly id: MemoryId; readonly score: number; readonly tokens: number; readonly reason: string }[];
}
export interface ContextCommand {
  readonly session_id: string;
  readonly query?: string;
  readonly budget_tokens?: number;
  readonly as_of?: Instant;
  readonly known_at?: Instant;
}
export interface ContextReply {
  readonly context: string;
  readonly ids: readonly MemoryId[];
  readonly tokens: number;
  readonly degraded?: readonly Degradation[];
}

// ── stats and transfer ───────────────────────────────────────────────────────────────────────────────────────────────

export interface StatsReply {
  readonly namespace: Namespace;
  readonly counts: Readonly<Record<Layer, Readonly<Record<State, number>>>>;
  readonly unembedded: number;
  readonly pending: number;
  readonly sessions: readonly { readonly id: string; readonly tokens: number; readonly budget_tokens: number }[];
  readonly stores: readonly { readonly name: string; readonly ok: boolean }[];
  /** Embedder id, or `none`. */
  readonly embedder: string;
  readonly oldest: Instant | null;
  readonly newest: Instant | null;
}

export interface ExportPage {
  /** Lines of NDJSON without the line break. */
  readonly lines: readonly string[];
  readonly next: string | null;
}
export interface ImportCommand {
  /** Number of the first line, for item-level errors. */
  readonly first_line: number;
  readonly lines: readonly string[];
}
export interface ImportReply {
  readonly imported: number;
  readonly unchanged: number;
  readonly withheld: number;
  readonly errors: readonly { readonly line: number; readonly failure: Failure }[];
}

export type RecordPage<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null };

/** verb → [command, reply] */
export interface Verbs {
  write: [WriteCommand, WriteReply];
  writeMany: [{ readonly memories: readonly WriteManyInput[] }, { readonly results: readonly WriteManyItem[] }];
  search: [SearchCommand, SearchReply];
  get: [{ readonly id: MemoryId }, MemoryRecord];
  list: [ListCommand, RecordPage<MemoryRecord>];
  history: [{ readonly id: MemoryId; readonly limit?: number; readonly cursor?: string }, RecordPage<HistoryVersion>];
  correct: [CorrectCommand, CorrectReply];
  forget: [ForgetCommand, ForgetReply];
  erase: [EraseCommand, EraseReply];
  summarize: [SummarizeCommand, SummarizeReply];
  stats: [{ readonly session_id?: string }, StatsReply];
  listFacts: [
    { readonly limit?: number; readonly cursor?: string; readonly as_of?: Instant; readonly known_at?: Instant },
    RecordPage<MemoryRecord>,
  ];
  readFact: [{ readonly key: string; readonly as_of?: Instant; readonly known_at?: Instant }, FactReply];
  recordTurn: [TurnCommand, TurnReply];
  readSession: [{ readonly session_id: string }, SessionView];
  previewEviction: [ConfigureSessionCommand, EvictionPreview];
  configureSession: [ConfigureSessionCommand, ConfigureSessionReply];
  endSession: [{ readonly session_id: string }, { readonly id: string; readonly status: 'ended' }];
  context: [ContextCommand, ContextReply];
  exportPage: [{ readonly cursor: string | null }, ExportPage];
  importLines: [ImportCommand, ImportReply];
  ready: [Record<string, never>, { readonly stores: readonly { readonly name: string; readonly ok: boolean }[] }];
}

/** A batch item that did not parse keeps its place: its failure comes back at its index. */
export type WriteManyInput = { readonly command: WriteCommand } | { readonly failure: Failure };

export type Verb = keyof Verbs;
export type Command<V extends Verb> = Verbs[V][0];
export type Reply<V extends Verb> = Verbs[V][1];

/** One namespace's memory. Every expected failure is a value. */
export interface MemoryService {
  execute<V extends Verb>(verb: V, caller: Caller, command: Command<V>): Promise<Result<Reply<V>, Failure>>;
}
