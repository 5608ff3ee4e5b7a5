import { describe } from 'vitest';
import { candidateSourceContract } from '../contracts/candidate-source.ts';
import type { Stores } from '../contracts/contract.ts';
import { memoryStoreContract } from '../contracts/memory-store.ts';
import { createReferenceWorkingSetStore } from '../reference/working-set-store.ts';
import { DATABASE_URL } from './addresses.ts';
import { neonStores } from './neon-stores.ts';

const options = {
  name: 'neon',
  withStores: (work: (stores: Stores) => Promise<void>) => work({ ...neonStores(), working: createReferenceWorkingSetStore() }),
};

describe.skipIf(DATABASE_URL === null)('record store on Postgres', () => {
  memoryStoreContract(options);
  candidateSourceContract(options);
});
