/// <reference types="@cloudflare/vitest-plugin/types" />
import { drizzle } from 'drizzle-orm/durable-sqlite';
import { migrate } from 'drizzle-orm/durable-sqlite/migrator';
import { expect, test } from 'vitest';
import migrations from '../../../drizzle/embedded/migrations.js';
import { createEmbeddedStores, migrateEmbedded } from '../../../src/adapters/embedded/stores.ts';
import { sha256Hex } from '../../../src/domain/text/hash.ts';
import type { Change, MemoryStore } from '../../../src/ports/memory-store.ts';
import { commit, day, idOf, insertOf, memoryOf, tombstoneOf } from '../../contracts/contract.ts';
import { withEmbeddedStores } from './with-stores.ts';

const KEY = 'order of Zoë Quartzlemming';
const remember = (reply: string): Change => ({
  type: 'remember_reply',
  idempotency_key: KEY,
  fingerprint: 'f',
  reply,
  expires_at: day(9),
});
const replyOf = async (store: MemoryStore, key: string, now = day(8)) =>
  (await store.lookUp({ identities: [], content_hashes: [], keys: [], idempotency_keys: [key], ids: [] }, now)).replies.get(key)?.reply;
/** Every value of every row of the two tables. */
const kept = (storage: DurableObjectStorage): string =>
  JSON.stringify(['replies', 'reply_memories'].map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray()));

test('a reply is kept under the hash of its key, whose words stand nowhere', async () => {
  await withEmbeddedStores(async ({ store }, storage) => {
    await commit(store, insertOf(memoryOf(1, 'an apple')), remember(`{"id":"${idOf(1)}"}`));
    expect(await replyOf(store, KEY)).toBe(`{"id":"${idOf(1)}"}`);
    expect(kept(storage)).toContain(sha256Hex(KEY));
    expect(kept(storage)).not.toContain('Quartzlemming');
    // The hash is no key.
    expect(await replyOf(store, sha256Hex(KEY))).toBeUndefined();
  });
});

test('replies that were kept under their words are still given after the update, and withdrawn and purged as others are', async () => {
  await withEmbeddedStores(async (_stores, storage) => {
    await storage.deleteAll();
    const entries = migrations.journal.entries.filter(({ idx }) => idx <= 4);
    await migrate(drizzle(storage), { ...migrations, journal: { ...migrations.journal, entries } });
    const hashLike = sha256Hex('a client that hashes its keys itself');
    for (const [seq, key, reply] of [
      [11, KEY, '{"content":"an apple"}'],
      [12, hashLike, '{"id":"x"}'],
    ] as const) {
      storage.sql.exec(`INSERT INTO texts VALUES (?, ?, '', '')`, seq, reply);
      storage.sql.exec('INSERT INTO replies VALUES (?, ?, ?, ?)', key, 'f', seq, day(9));
    }
    storage.sql.exec('INSERT INTO reply_memories VALUES (?, ?)', idOf(1), KEY);

    for (let wake = 1; wake <= 2; wake += 1) {
      await migrateEmbedded(storage);
      expect(kept(storage)).not.toContain('Quartzlemming');
      expect(storage.sql.exec(`SELECT name FROM sqlite_master WHERE name LIKE '%_by_key'`).toArray()).toEqual([]);
    }
    const { store } = createEmbeddedStores(storage, { retention_days: 30 });
    expect(await replyOf(store, KEY)).toBe('{"content":"an apple"}');
    expect(await replyOf(store, hashLike)).toBe('{"id":"x"}');
    const memory = memoryOf(1, 'an apple');
    await commit(store, insertOf(memory));
    await commit(store, { type: 'forget', tombstone: tombstoneOf(memory, day(3)) });
    expect([await replyOf(store, KEY), await replyOf(store, hashLike)]).toEqual([undefined, '{"id":"x"}']);
    await store.purge(day(10), day(0), 10);
    expect(await replyOf(store, hashLike, day(1))).toBeUndefined();
    expect(kept(storage)).toBe('[[],[]]');
  });
});
