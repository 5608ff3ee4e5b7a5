/**
 * Where OAuth keeps clients, grants, tokens (as hashes) and pages in flight: a small key-value store with expiry, in the form that
 * the OAuth library asks for. Values are text, written by the library and read by nobody else.
 */
export interface GrantEntry {
  readonly name: string;
  readonly metadata?: unknown;
}

export interface GrantPage {
  readonly keys: readonly GrantEntry[];
  readonly list_complete: boolean;
  /** Absent on the last page. */
  readonly cursor?: string;
}

export interface GrantPut {
  /** Seconds from now. */
  readonly expirationTtl?: number;
  /** Seconds since the Unix epoch. */
  readonly expiration?: number;
  readonly metadata?: unknown;
}

export interface GrantStore {
  get(name: string): Promise<string | null>;
  put(name: string, value: string, options?: GrantPut): Promise<void>;
  delete(name: string): Promise<void>;
  /** By name, ascending. */
  list(options: { readonly prefix: string; readonly limit?: number; readonly cursor?: string }): Promise<GrantPage>;
}
