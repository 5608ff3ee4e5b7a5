import type { MemoryId } from '../../src/domain/memory.ts';
import { ok } from '../../src/domain/result.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import type { VectorEntry, VectorHit, VectorIndex } from '../../src/ports/vector-index.ts';

/** Exact scan over everything; filters by layer, key and session as the records say. */
export function createReferenceVectorIndex(store: MemoryStore): VectorIndex {
  const generations = new Map<string, Map<MemoryId, VectorEntry['chunks']>>();
  return {
    name: 'vectors',
    capabilities: { read_your_writes: true, vectors_max: null },
    async upsert(generation, entries) {
      const kept = generations.get(generation) ?? new Map<MemoryId, VectorEntry['chunks']>();
      for (const { id, chunks } of entries) kept.set(id, chunks);
      generations.set(generation, kept);
      return ok({ rejected: [] });
    },
    async remove(ids) {
      let removed = 0;
      for (const kept of generations.values()) for (const id of ids) if (kept.delete(id)) removed += 1;
      return ok({ removed });
    },
    async query({ vector, generation, limit, filter }) {
      const kept = generations.get(generation) ?? new Map<MemoryId, VectorEntry['chunks']>();
      const memories = await store.get([...kept.keys()]);
      const hits = [...kept].flatMap(([id, chunks]) => {
        const memory = memories.get(id);
        if (memory !== undefined && filter.layer !== undefined && memory.layer !== filter.layer) return [];
        if (memory !== undefined && filter.key !== undefined && memory.key !== filter.key) return [];
        if (memory !== undefined && filter.session_id !== undefined && memory.session_id !== filter.session_id) return [];
        return [{ id, cosine: Math.max(...chunks.map((chunk) => dot(chunk, vector))) }];
      });
      return ok(hits.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)).slice(0, limit));
    },
    async queryMany(queries) {
      const found: (readonly VectorHit[])[] = [];
      for (const query of queries) {
        const hits = await this.query(query);
        if (!hits.ok) return hits;
        found.push(hits.value);
      }
      return ok(found);
    },
    async present(ids) {
      return ok(ids.filter((id) => [...generations.values()].some((kept) => kept.has(id))));
    },
    async retire(keep_generation) {
      let removed = 0;
      for (const [generation, kept] of generations) {
        if (generation === keep_generation) continue;
        removed += kept.size;
        generations.delete(generation);
      }
      return ok({ removed });
    },
    ping: async () => true,
  };
}

const dot = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
