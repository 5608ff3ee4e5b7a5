/** Remembering: commands and replies. */
import type { Failure } from '../../domain/failure.ts';
import type { Layer, MemoryId } from '../../domain/memory.ts';
import type { WriteFields } from '../../domain/writing/draft.ts';
import type { Degradation, SimilarMemory, Usage } from './caller.ts';

/** `created_at` only on import: then it also sets `occurred_at` unless that is given. */
export interface WriteCommand extends WriteFields {
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

/** A batch item that did not parse keeps its place: its failure comes back at its index. */
export type WriteManyInput = { readonly command: WriteCommand } | { readonly failure: Failure };
