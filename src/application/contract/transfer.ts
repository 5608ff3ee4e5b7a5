/** Statistics and transfer: commands and replies. */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Layer, Namespace, State } from '../../domain/memory.ts';
import type { Degradation } from './caller.ts';

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
  readonly degraded?: readonly Degradation[];
}
