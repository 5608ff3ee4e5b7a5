import type { Instant } from '../domain/instant.ts';
import type { Namespace } from '../domain/memory.ts';

export const SCOPES = ['memory:read', 'memory:write', 'memory:admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  /** Public part, looked up by; the secret is known only as its SHA-256. */
  readonly id: string;
  readonly secret_sha256: string;
  /** Grants this namespace and everything under it. */
  readonly namespace: Namespace;
  readonly scopes: readonly Scope[];
  readonly label: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
  readonly last_used_at: Instant | null;
}

/** The directory of credentials; throws StoreUnavailable, which is a 503 and never a 401. */
export interface KeyStore {
  find(id: string): Promise<ApiKey | null>;
  insert(key: ApiKey): Promise<void>;
  list(namespace: Namespace): Promise<readonly ApiKey[]>;
  revoke(id: string, at: Instant): Promise<boolean>;
  /** May be coarse (once a minute is enough). */
  markUsed(id: string, at: Instant): Promise<void>;
  /** How many exist: zero means the first-run bootstrap is open to the operator's script. */
  count(): Promise<number>;
}
