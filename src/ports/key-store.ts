import type { ApiKey } from '../domain/access/api-key.ts';
import type { Instant } from '../domain/instant.ts';
import type { Namespace } from '../domain/memory.ts';

export interface KeyPageRequest {
  readonly limit: number;
  /** `next` of the page before; null: from the start. */
  readonly after: string | null;
}

export interface KeyPage {
  readonly keys: readonly ApiKey[];
  readonly next: string | null;
}

/** The directory of credentials; throws StoreUnavailable, which is a 503 and never a 401. */
export interface KeyStore {
  find(id: string): Promise<ApiKey | null>;
  insert(key: ApiKey): Promise<void>;
  /** Keys of the namespace, then of everything under it, revoked and expired ones too; within a namespace by id. */
  list(namespace: Namespace, page: KeyPageRequest): Promise<KeyPage>;
  /** The earliest revocation stands. False: no such key. */
  revoke(id: string, at: Instant): Promise<boolean>;
  /** May be coarse (once a minute is enough). */
  markUsed(id: string, at: Instant): Promise<void>;
}
