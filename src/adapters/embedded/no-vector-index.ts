import { ok } from '../../domain/result.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
export function createEmbeddedVectorIndex(_storage: unknown): VectorIndex {
  return {
    name: 'vectors',
    capabilities: { read_your_writes: true, vectors_max: null },
    upsert: async () => ok({ rejected: [] }),
    remove: async () => ok({ removed: 0 }),
    query: async () => ok([]),
    present: async () => ok([]),
    retire: async () => ok({ removed: 0 }),
    ping: async () => true,
  };
}
