/// <reference types="@cloudflare/vitest-plugin/types" />
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createGrantStore, type Grants } from '../../../src/adapters/grants/grant-store.ts';

const { GRANTS } = env as unknown as { readonly GRANTS: Grants };
const store = createGrantStore(GRANTS);
const names = async (prefix: string, limit?: number, cursor?: string) =>
  store.list({ prefix, ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) });

it('keeps text by name, reads what was just written, and forgets what was deleted', async () => {
  expect(await store.get('client:a')).toBeNull();
  await store.put('client:a', '{"name":"客户端"}');
  expect(await store.get('client:a')).toBe('{"name":"客户端"}');
  await store.put('client:a', 'second');
  expect(await store.get('client:a')).toBe('second');
  await store.delete('client:a');
  await store.delete('client:never');
  expect(await store.get('client:a')).toBeNull();
});

it('lists by literal prefix, in order, by pages, with metadata; users apart', async () => {
  for (const part of ['c', 'a', 'b', '%', '_']) await store.put(`token:u1:g:${part}`, part, { metadata: { part } });
  await store.put('token:u1:h:x', 'x');
  await store.put('token:u10:g:x', 'x');
  const all = await names('token:u1:g:');
  expect(all.keys.map(({ name }) => name.slice(-1))).toEqual(['%', '_', 'a', 'b', 'c']);
  expect([all.list_complete, all.keys[2]?.metadata]).toEqual([true, { part: 'a' }]);
  const first = await names('token:u1:g:', 2);
  expect([first.keys.length, first.list_complete]).toEqual([2, false]);
  const rest = await names('token:u1:g:', 5, first.cursor);
  expect(rest.keys.map(({ name }) => name.slice(-1))).toEqual(['a', 'b', 'c']);
  expect((await names('token:u10:')).keys).toEqual([{ name: 'token:u10:g:x' }]);
  expect((await names('token:u1:_')).keys).toEqual([]);
});

it('what expired is neither read nor listed, and the sweep takes it away and leaves the rest', async () => {
  await store.put('grant:u2:kept', 'kept');
  await store.put('grant:u2:later', 'later', { expirationTtl: 7_200 });
  await store.put('grant:u2:gone', 'gone', { expiration: Math.floor(Date.now() / 1_000) - 1 });
  expect(await store.get('grant:u2:gone')).toBeNull();
  expect(await store.get('grant:u2:later')).toBe('later');
  expect((await names('grant:u2:')).keys.map(({ name }) => name)).toEqual(['grant:u2:kept', 'grant:u2:later']);
  const stub = GRANTS.get(GRANTS.idFromName('user:u2'));
  const rows = () =>
    runInDurableObject(stub, (_instance, state) =>
      state.storage.sql.exec<{ name: string }>('SELECT name FROM grants ORDER BY name').toArray(),
    );
  expect((await rows()).map(({ name }) => name)).toEqual(['grant:u2:gone', 'grant:u2:kept', 'grant:u2:later']);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect((await rows()).map(({ name }) => name)).toEqual(['grant:u2:kept', 'grant:u2:later']);
  // Something is still to expire, so the next sweep is set.
  expect(await runInDurableObject(stub, (_instance, state) => state.storage.getAlarm())).not.toBeNull();
});
