/// <reference types="@cloudflare/vitest-plugin/types" />
import { env } from 'cloudflare:workers';
import { describe } from 'vitest';
import { createNeonStores } from '../../src/adapters/neon/stores.ts';
import { candidateSourceContract } from '../contracts/candidate-source.ts';
import type { Stores } from '../contracts/contract.ts';
import { memoryStoreContract } from '../contracts/memory-store.ts';
import { createReferenceWorkingSetStore } from '../reference/working-set-store.ts';

const { DATABASE_URL: database_url } = env as unknown as { readonly DATABASE_URL: string };

const options = {
  name: 'neon in workerd',
  withStores: (work: (stores: Stores) => Promise<void>) =>
    work({
      ...createNeonStores({ database_url, retention_days: 30 }, `test/${crypto.randomUUID()}`),
      working: createReferenceWorkingSetStore(),
    }),
};

describe.skipIf(database_url === '')('record store on Postgres, from workerd', () => {
  memoryStoreContract(options);
  candidateSourceContract(options);
});
