import type { ApiKey } from '../../src/domain/access/api-key.ts';
import { covers } from '../../src/domain/access/grant.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';

/** The port in its plainest form; held to the same contract as the directory. */
export function referenceKeyStore(given: readonly ApiKey[] = []): KeyStore {
  const keys = new Map(given.map((key) => [key.id, key]));
  const entry = ({ namespace, id }: ApiKey) => `${namespace} ${id}`;
  const change = (id: string, fields: Partial<ApiKey>) => {
    const key = keys.get(id);
    if (key !== undefined) keys.set(id, { ...key, ...fields });
    return key !== undefined;
  };
  return {
    find: async (id) => keys.get(id) ?? null,
    insert: async (key) => void keys.set(key.id, key),
    list: async (namespace, { limit, after }) => {
      const listed = [...keys.values()]
        .filter((key) => covers(namespace, key.namespace))
        .sort((one, other) => (entry(one) < entry(other) ? -1 : 1))
        .filter((key) => after === null || entry(key) > after);
      const page = listed.slice(0, limit);
      const last = page.at(-1);
      return { keys: page, next: listed.length > limit && last !== undefined ? entry(last) : null };
    },
    revoke: async (id, at) => change(id, { revoked_at: Math.min(keys.get(id)?.revoked_at ?? at, at) }),
    markUsed: async (id, at) => void change(id, { last_used_at: at }),
  };
}
