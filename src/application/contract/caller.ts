/** Who asks, and what every reply may say. */
import type { MemoryId, Namespace } from '../../domain/memory.ts';

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
