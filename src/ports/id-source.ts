import type { Instant } from '../domain/instant.ts';
import type { MemoryId } from '../domain/memory.ts';

export interface IdSource {
  /** A UUIDv7 whose time part is `at`; ids of one process are strictly increasing for equal instants. */
  memoryId(at: Instant): MemoryId;
  /** 32 random bytes, base64url without padding: the secret part of a credential. */
  secret(): string;
}
