import type { Instant } from '../domain/instant.ts';
import { type Memory, stateOf } from '../domain/memory.ts';
import type { MemoryRecord } from './service.ts';

/** A memory as a reader at `now` sees it. `state` is today's, whatever moment was asked for. */
export function recordOf(memory: Memory, now: Instant): MemoryRecord {
  return { ...memory, state: stateOf(memory, now), valid_from: memory.occurred_at, recorded_at: memory.created_at };
}
