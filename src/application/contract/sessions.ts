/** Working memory: commands and replies. */
import type { Instant } from '../../domain/instant.ts';
import type { MemoryId, Metadata, Origin, Role } from '../../domain/memory.ts';
import type { Strategy } from '../../domain/working/session.ts';
import type { Degradation } from './caller.ts';
import type { WriteReply } from './write.ts';

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
/** A summary that automatic compression made of items before they left. */
export interface Compressed {
  readonly id: MemoryId;
  readonly source_ids: readonly MemoryId[];
}
export interface TurnReply extends WriteReply {
  readonly turn: number;
  readonly compressed?: Compressed;
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
  readonly compressed?: Compressed;
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
