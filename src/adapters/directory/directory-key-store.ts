/** Keys in the directory: one object for each key, and an index of which there are. Every failure to reach one is StoreUnavailable. */
import type { KeyStore } from '../../ports/key-store.ts';
import { type Directory, keyObject, reach } from './directory.ts';

export function createDirectoryKeyStore(directory: Directory): KeyStore {
  const index = () => directory.get(directory.idFromName('index'));
  return {
    find: (id) => reach(async () => await keyObject(directory, id).readKey()),
    // The key first: an index entry that points nowhere would list a key that cannot be used.
    insert: (key) =>
      reach(async () => {
        await keyObject(directory, key.id).insertKey(key);
        await index().addToIndex(key.namespace, key.id);
      }),
    list: (namespace, { limit, after }) =>
      reach(async () => {
        const { ids, next } = await index().listIndex(namespace, limit, after);
        const keys = await Promise.all(ids.map(async (id) => await keyObject(directory, id).readKey()));
        return { keys: keys.filter((key) => key !== null), next };
      }),
    revoke: (id, at) => reach(async () => await keyObject(directory, id).revokeKey(at)),
    markUsed: (id, at) => reach(async () => await keyObject(directory, id).markKeyUsed(at)),
  };
}
