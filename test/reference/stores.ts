/** The three store ports in memory: fakes for the verbs' tests that pass the same contracts as the real stores. */
import { DEFAULT_TUNING } from '../../src/domain/tuning.ts';
import type { CandidateSource } from '../../src/ports/candidate-source.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import type { WorkingSetStore } from '../../src/ports/working-set-store.ts';
import { createReferenceCandidateSource } from './candidate-source.ts';
import { createReferenceMemoryStore } from './memory-store.ts';
import { Records } from './records.ts';
import { createReferenceWorkingSetStore } from './working-set-store.ts';

export interface ReferenceOptions {
  /** `termsOf` of domain/text/terms; the contracts pass a simple one. */
  readonly termsOf: (text: string) => readonly string[];
  readonly retention_days?: number;
}

export interface ReferenceStores {
  readonly store: MemoryStore;
  readonly candidates: CandidateSource;
  readonly working: WorkingSetStore;
}

export function createReferenceStores({
  termsOf,
  retention_days = DEFAULT_TUNING.expiry.retention_days,
}: ReferenceOptions): ReferenceStores {
  const records = new Records(termsOf);
  return {
    store: createReferenceMemoryStore(records, retention_days),
    candidates: createReferenceCandidateSource(records),
    working: createReferenceWorkingSetStore(),
  };
}
