/** A credential as it is kept: everything about a key but its secret. Pure; where keys are kept is the key store's affair. */
import { DAY_MS, HOUR_MS, type Instant } from '../instant.ts';
import type { Namespace } from '../memory.ts';
import { type Credential, formatCredential, hashSecret } from './credential.ts';

export const SCOPES = ['memory:read', 'memory:write', 'memory:admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a key gets that asks for nothing else: an agent reads and writes; managing keys and erasing are asked for. */
export const SCOPES_DEFAULT: readonly Scope[] = ['memory:read', 'memory:write'];

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
  /** From when on it is refused; in the future while a rotated key may still be used. */
  readonly revoked_at: Instant | null;
  readonly last_used_at: Instant | null;
}

/** Ten years: a key that is meant to last longer has no expiry. */
export const KEY_LIFETIME_DAYS_MAX = 3_650;
/** A month of overlap is enough for every deployment that has to learn a new key. */
export const KEY_GRACE_HOURS_MAX = 720;
/** Code points: a name for people. */
export const KEY_LABEL_CHARACTERS_MAX = 100;

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: Instant): KeyState {
  if (revoked_at !== null && revoked_at <= now) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}

export interface KeyRequest {
  readonly namespace: Namespace;
  readonly scopes: readonly Scope[];
  readonly label: string | null;
  /** Above 0; null: until it is revoked. */
  readonly expires_in_days: number | null;
}

/** The record to store, and the text that its owner is shown once. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly credential: string;
}

export const draftKey = (request: KeyRequest, { id, secret }: Credential, now: Instant): IssuedKey => ({
  key: {
    id,
    secret_sha256: hashSecret(secret),
    namespace: request.namespace,
    // In the order of SCOPES and each once, whatever the request looked like.
    scopes: SCOPES.filter((scope) => request.scopes.includes(scope)),
    label: request.label,
    created_at: now,
    expires_at: request.expires_in_days === null ? null : now + Math.round(request.expires_in_days * DAY_MS),
    revoked_at: null,
    last_used_at: null,
  },
  credential: formatCredential({ id, secret }),
});

/** What a successor asks for: the same, and without a lifetime of its own as long a life as the old key was given. */
export const successorRequest = (old: ApiKey, expires_in_days: number | undefined): KeyRequest => ({
  namespace: old.namespace,
  scopes: old.scopes,
  label: old.label,
  expires_in_days: expires_in_days ?? (old.expires_at === null ? null : (old.expires_at - old.created_at) / DAY_MS),
});

export const graceEnd = (now: Instant, grace_hours: number): Instant => now + Math.round(grace_hours * HOUR_MS);
