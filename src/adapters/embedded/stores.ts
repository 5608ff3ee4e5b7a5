import { drizzle } from 'drizzle-orm/durable-sqlite';
import { migrate } from 'drizzle-orm/durable-sqlite/migrator';
import migrations from '../../../drizzle/embedded/migrations.js';
import type { CandidateSource } from '../../ports/candidate-source.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { WorkingSetStore } from '../../ports/working-set-store.ts';
import { createEmbeddedCandidateSource } from './candidate-source.ts';
import { Database } from './database.ts';
import { createEmbeddedMemoryStore } from './memory-store.ts';
import { adoptReplies } from './replies.ts';
import { createEmbeddedWorkingSetStore } from './working-set-store.ts';

export interface EmbeddedStores {
  readonly store: MemoryStore;
  readonly candidates: CandidateSource;
  readonly working: WorkingSetStore;
}

export interface EmbeddedOptions {
  /** How long an expired memory stays readable for `as_of`; `tuning.expiry.retention_days`. */
  readonly retention_days: number;
}

/** Brings the tables up to date; to be awaited once per wake, before anything else touches them. */
export async function migrateEmbedded(storage: DurableObjectStorage): Promise<void> {
  await migrate(drizzle(storage), migrations);
  adoptReplies(new Database(storage));
}

/** The three store ports of one namespace, over one object's SQLite. */
export function createEmbeddedStores(storage: DurableObjectStorage, { retention_days }: EmbeddedOptions): EmbeddedStores {
  const database = new Database(storage);
  return {
    store: createEmbeddedMemoryStore(database, retention_days),
    candidates: createEmbeddedCandidateSource(database),
    working: createEmbeddedWorkingSetStore(database),
  };
}
