import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryVersion, Tombstone } from '../../domain/memory.ts';
import { contentHash, keyHash } from '../../domain/text/hash.ts';

/** What remains: hashes of every wording it ever had, its place in time, nothing that can be read. */
export function tombstoneOf(memory: Memory, versions: readonly MemoryVersion[], forgotten_at: Instant): Tombstone {
  return {
    id: memory.id,
    layer: memory.layer,
    content_hashes: [...new Set([memory.content, ...versions.map(({ content }) => content)].map(contentHash))].sort(),
    key_hash: memory.key === null ? null : keyHash(memory.key),
    occurred_at: memory.occurred_at,
    created_at: memory.created_at,
    forgotten_at,
  };
}
