import { candidateSourceContract } from '../../contracts/candidate-source.ts';
import { memoryStoreContract } from '../../contracts/memory-store.ts';
import { workingSetStoreContract } from '../../contracts/working-set-store.ts';
import { withEmbeddedStores } from './with-stores.ts';

const options = { name: 'embedded', withStores: withEmbeddedStores };

memoryStoreContract(options);
candidateSourceContract(options);
workingSetStoreContract(options);
