import type { Instant } from '../instant.ts';
import type { MemoryId } from '../memory.ts';

export const STRATEGIES = ['weighted', 'lru', 'fifo'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A memory that the agent is busy with. The record itself is in the episodic or semantic layer; nothing here is the only copy. */
export interface WorkingItem {
  readonly id: MemoryId;
  readonly content: string;
  readonly tokens: number;
  readonly importance: number;
  readonly pinned: boolean;
  /** The session's turn when it was added. */
  readonly added_turn: number;
  /** Position in the session's order of events, for `fifo`. */
  readonly added_order: number;
  /** Position of its last use, for `lru`. */
  readonly used_order: number;
  readonly retrieved: number;
}

export interface SessionHeader {
  readonly id: string;
  readonly turn: number;
  /** Counts events (adds and uses); gives items a total order without a clock. */
  readonly order: number;
  readonly budget_tokens: number;
  readonly strategy: Strategy;
  readonly created_at: Instant;
  readonly last_active_at: Instant;
}

export interface Session extends SessionHeader {
  readonly items: readonly WorkingItem[];
}
