import type { Namespace } from '../../domain/memory.ts';
import type { CandidateSource } from '../../ports/candidate-source.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { createNeonCandidateSource } from './candidate-source.ts';
import { Database } from './database.ts';
import { createNeonMemoryStore } from './memory-store.ts';

export interface NeonStores {
  readonly store: MemoryStore;
  readonly candidates: CandidateSource;
}

export interface NeonOptions {
  /** `postgres://user:password@host/database`; a loopback or single-word host is a bridge, see database.ts. */
  readonly database_url: string;
  /** How long an expired memory stays readable for `as_of`; `tuning.expiry.retention_days`. */
  readonly retention_days: number;
}

/** The record store and the candidates of one namespace. Cheap: no connection is opened before, between or after calls. */
export function createNeonStores({ database_url, retention_days }: NeonOptions, namespace: Namespace): NeonStores {
  const database = new Database(database_url, namespace);
  return { store: createNeonMemoryStore(database, retention_days), candidates: createNeonCandidateSource(database) };
}
