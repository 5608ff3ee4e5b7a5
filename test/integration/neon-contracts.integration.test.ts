import { describe } from 'vitest';
import { createNeonKeyStore } from '../../src/adapters/neon/key-store.ts';
import { candidateSourceContract } from '../contracts/candidate-source.ts';
import type { Stores } from '../contracts/contract.ts';
import { keyStoreContract } from '../contracts/key-store.ts';
import { memoryStoreContract } from '../contracts/memory-store.ts';
import { createReferenceWorkingSetStore } from '../reference/working-set-store.ts';
import { DATABASE_URL } from './addresses.ts';
import { neonStores, requiredUrl } from './neon-stores.ts';

const options = {
  name: 'neon',
  withStores: (work: (stores: Stores) => Promise<void>) => work({ ...neonStores(), working: createReferenceWorkingSetStore() }),
};

describe.skipIf(DATABASE_URL === null)('record store on Postgres', () => {
  memoryStoreContract(options);
  candidateSourceContract(options);
  keyStoreContract('neon', () => createNeonKeyStore(requiredUrl()));
});
