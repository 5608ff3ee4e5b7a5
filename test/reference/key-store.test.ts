import { keyStoreContract } from '../contracts/key-store.ts';
import { referenceKeyStore } from './key-store.ts';

keyStoreContract('reference', referenceKeyStore);
