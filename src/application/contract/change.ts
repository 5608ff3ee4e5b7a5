/** Correcting, forgetting, condensing: commands and replies. */
import type { Layer, MemoryId, State, TimeRange } from '../../domain/memory.ts';
import type { CorrectionFields } from '../../domain/writing/correction.ts';
import type { Degradation, Usage } from './caller.ts';
import type { MemoryRecord } from './read.ts';

export interface CorrectCommand extends CorrectionFields {
  readonly id: MemoryId;
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
  /** What could not be looked through, or holds copies until the next repair. */
  readonly degraded?: readonly Degradation[];
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
  readonly degraded?: readonly Degradation[];
  readonly usage: Usage;
}
