import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { DirectoryObject } from './directory-object.ts';

export type Directory = DurableObjectNamespace<DirectoryObject>;

const STORE = 'directory';

/** The object of one credential: its record, when there is one, and its rate bucket. */
export const keyObject = (directory: Directory, id: string) => directory.get(directory.idFromName(`key:${id}`));

export async function reach<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw new StoreUnavailable(STORE, error instanceof Error ? error.message : 'unknown');
  }
}
