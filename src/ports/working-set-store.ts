/**
 * Working memory of one namespace: sessions with their items. Small, short-lived, rebuildable; the record is elsewhere.
 * A change is planned purely (domain/working) from what was loaded, then applied only if nobody else changed the session meanwhile.
 */
import type { Instant } from '../domain/instant.ts';
import type { MemoryId } from '../domain/memory.ts';
import type { Result } from '../domain/result.ts';
import type { Session, SessionHeader, WorkingItem } from '../domain/working/session.ts';
import type { StoreFault } from './store-fault.ts';

/** Opaque: compared at apply. */
export type SessionRevision = string;

/** Of a session that does not exist. */
export const ABSENT_REVISION: SessionRevision = 'absent';

export interface SessionChange {
  readonly header: SessionHeader;
  readonly put: readonly WorkingItem[];
  readonly remove: readonly MemoryId[];
  /** The session ends by itself at this moment unless used again. */
  readonly expires_at: Instant;
}

export interface SessionSummary {
  readonly id: string;
  readonly tokens: number;
  readonly budget_tokens: number;
}

export interface WorkingSetStore {
  readonly name: string;
  /** An idle session is as absent as an unknown one. */
  load(
    session_id: string,
    now: Instant,
  ): Promise<Result<{ readonly session: Session | null; readonly revision: SessionRevision }, StoreFault>>;
  apply(session_id: string, change: SessionChange, expected: SessionRevision): Promise<Result<'applied' | 'conflict', StoreFault>>;
  /** True when there was one. */
  end(session_id: string): Promise<Result<boolean, StoreFault>>;
  list(now: Instant, limit: number): Promise<Result<readonly SessionSummary[], StoreFault>>;
  /** Takes the memories out of every session (forgetting, expiry); how many items went. */
  withdraw(ids: readonly MemoryId[]): Promise<Result<number, StoreFault>>;
  /** Drops sessions whose time is up. */
  sweep(now: Instant): Promise<Result<number, StoreFault>>;
  /** Ends all sessions of the namespace. */
  erase(): Promise<Result<number, StoreFault>>;
  ping(): Promise<boolean>;
}
