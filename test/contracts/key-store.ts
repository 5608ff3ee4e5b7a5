/** What every key store does. `makeStore` gives an empty one, or one of its own corner: ids and namespaces are fresh in each test. */
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../src/domain/access/api-key.ts';
import { MINUTE_MS } from '../../src/domain/instant.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';
import { day } from './contract.ts';

const DAY_ZERO = day(0);

let made = 0;

/** Ids count up, as those of the service do. */
const keyOf = (namespace: string, fields: Partial<ApiKey> = {}): ApiKey => {
  made += 1;
  return {
    id: `${made.toString(16).padStart(8, '0')}`,
    secret_sha256: 'a'.repeat(64),
    namespace,
    scopes: ['memory:read', 'memory:write'],
    label: '订票 agent',
    created_at: DAY_ZERO,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    ...fields,
  };
};

async function listAll(store: KeyStore, namespace: string, limit: number): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  let after: string | null = null;
  do {
    const page: { readonly keys: readonly ApiKey[]; readonly next: string | null } = await store.list(namespace, { limit, after });
    expect(page.keys.length).toBeLessThanOrEqual(limit);
    keys.push(...page.keys);
    after = page.next;
  } while (after !== null);
  return keys;
}

export function keyStoreContract(name: string, makeStore: () => KeyStore): void {
  describe(`key store: ${name}`, () => {
    /** A namespace that no other test has. */
    const fresh = () => `tenant-${crypto.randomUUID()}`;

    it('finds what was inserted, field by field, and nothing by another id', async () => {
      const store = makeStore();
      const key = keyOf(fresh(), { expires_at: DAY_ZERO + 5, scopes: ['memory:admin'], label: null });
      await store.insert(key);
      expect(await store.find(key.id)).toEqual(key);
      for (const id of [`${key.id}0`, key.id.slice(1), '', 'constructor', '../index', 'index']) expect(await store.find(id)).toBeNull();
    });

    it('lists a namespace and everything under it, and neither a neighbour with the same beginning nor its parent', async () => {
      const store = makeStore();
      const acme = fresh();
      const [own, under, deep, neighbour, dotted, cased] = [
        keyOf(acme),
        keyOf(`${acme}/support`),
        keyOf(`${acme}/support/tier-1`),
        keyOf(`${acme}-labs`),
        keyOf(`${acme}.eu`),
        keyOf(acme.toUpperCase()),
      ];
      for (const key of [deep, neighbour, under, cased, dotted, own]) await store.insert(key);
      expect(await listAll(store, acme, 10)).toEqual([own, under, deep]);
      expect(await listAll(store, `${acme}/support`, 10)).toEqual([under, deep]);
      expect(await listAll(store, `${acme}-labs`, 10)).toEqual([neighbour]);
      expect(await listAll(store, `${acme}/sup`, 10)).toEqual([]);
    });

    it.each([1, 2, 3, 4, 5, 6, 7, 8])('pages of %i neither repeat nor skip, and the order is by namespace and id', async (limit) => {
      const store = makeStore();
      const acme = fresh();
      const keys = [keyOf(acme), keyOf(acme), keyOf(acme), keyOf(`${acme}/a`), keyOf(`${acme}/a`), keyOf(`${acme}/b`), keyOf(`${acme}/b`)];
      for (const key of [...keys].reverse()) await store.insert(key);
      expect((await listAll(store, acme, limit)).map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
    });

    it('a position of another namespace shows nothing of it', async () => {
      const store = makeStore();
      const [mine, foreign] = [fresh(), fresh()];
      for (const namespace of [mine, mine, foreign, foreign]) await store.insert(keyOf(namespace));
      const { next } = await store.list(foreign, { limit: 1, after: null });
      expect(next).not.toBeNull();
      const { keys } = await store.list(mine, { limit: 10, after: next });
      expect(keys.every(({ namespace }) => namespace === mine)).toBe(true);
    });

    it('revokes once: the earliest time stands, and an unknown id is told', async () => {
      const store = makeStore();
      const key = keyOf(fresh());
      await store.insert(key);
      expect(await store.revoke(key.id, DAY_ZERO + 500)).toBe(true);
      expect(await store.revoke(key.id, DAY_ZERO + 900)).toBe(true);
      expect(await store.find(key.id)).toEqual({ ...key, revoked_at: DAY_ZERO + 500 });
      expect(await store.revoke(key.id, DAY_ZERO + 100)).toBe(true);
      expect((await store.find(key.id))?.revoked_at).toBe(DAY_ZERO + 100);
      expect(await store.revoke('unknown', DAY_ZERO)).toBe(false);
      expect(await store.find('unknown')).toBeNull();
    });

    it('keeps the last use at least to the minute, and nothing else changes with it', async () => {
      const store = makeStore();
      const key = keyOf(fresh());
      await store.insert(key);
      await store.markUsed(key.id, DAY_ZERO);
      await store.markUsed(key.id, DAY_ZERO + 10 * MINUTE_MS);
      const found = await store.find(key.id);
      expect(found).toEqual({ ...key, last_used_at: DAY_ZERO + 10 * MINUTE_MS });
      await store.markUsed('unknown', DAY_ZERO);
      expect(await store.find('unknown')).toBeNull();
    });

    it('a revoked key stays listed', async () => {
      const store = makeStore();
      const key = keyOf(fresh());
      await store.insert(key);
      await store.revoke(key.id, DAY_ZERO + 1);
      expect((await listAll(store, key.namespace, 10)).map(({ id, revoked_at }) => [id, revoked_at])).toEqual([[key.id, DAY_ZERO + 1]]);
    });
  });
}
