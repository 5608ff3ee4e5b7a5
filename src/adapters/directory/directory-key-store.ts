import type { KeyStore } from '../../ports/key-store.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { DirectoryObject } from './directory-object.ts';

export type Directory = DurableObjectNamespace<DirectoryObject>;

const STORE = 'directory';

async function reach<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw new StoreUnavailable(STORE, error instanceof Error ? error.message : 'unknown');
  }
}

export function createDirectoryKeyStore(directory: Directory): KeyStore {
  const keyObject = (id: string) => directory.get(directory.idFromName(`key:${id}`));
  const index = () => directory.get(directory.idFromName('index'));
  return {
    find: (id) => reach(async () => await keyObject(id).readKey()),
    // The key first: an index entry that points nowhere would list a key that cannot be used.
    insert: (key) =>
      reach(async () => {
        await keyObject(key.id).insertKey(key);
        await index().addToIndex(key.namespace, key.id);
      }),
    list: (namespace) =>
      reach(async () => {
        const ids = await index().listIndex(namespace);
        const keys = await Promise.all(ids.map(async (id) => await keyObject(id).readKey()));
        return keys.filter((key) => key !== null).sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
      }),
    revoke: (id, at) => reach(async () => await keyObject(id).revokeKey(at)),
    markUsed: (id, at) => reach(async () => await keyObject(id).markKeyUsed(at)),
    count: () => reach(async () => await index().countIndex()),
  };
}
