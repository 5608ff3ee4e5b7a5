import { termsOf } from '../../src/domain/text/terms.ts';
import { candidateSourceContract } from '../contracts/candidate-source.ts';
import { memoryStoreContract } from '../contracts/memory-store.ts';
import { workingSetStoreContract } from '../contracts/working-set-store.ts';
import { createReferenceStores } from './stores.ts';

const options = {
  name: 'reference',
  withStores: (work: (stores: ReturnType<typeof createReferenceStores>) => Promise<void>) => work(createReferenceStores({ termsOf })),
};

memoryStoreContract(options);
candidateSourceContract(options);
workingSetStoreContract(options);
