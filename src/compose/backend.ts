/** What the doors stand on: where services, keys and rate limits come from in one mode of storage. */
import type { MemoryService } from '../application/service.ts';
import type { Namespace } from '../domain/memory.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

export interface Backend {
  serviceFor(namespace: Namespace): MemoryService;
  readonly keys: KeyStore;
  rateLimiter(limit: { readonly rate_per_second: number; readonly burst: number }): RateLimiter;
  /** The scheduled repair; a no-op where every namespace wakes by itself. */
  maintainDue(): Promise<void>;
}
