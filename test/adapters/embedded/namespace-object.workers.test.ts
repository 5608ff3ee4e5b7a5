import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { NamespaceRpc } from '../../../src/adapters/embedded/namespace-object.ts';
import { memoryOf } from '../../contracts/contract.ts';
import { bindings } from './with-stores.ts';

const CALLER = { namespace: 'n', via: 'test' };
const stubOf = (name: string) => bindings.NAMESPACES.get(bindings.NAMESPACES.idFromName(name));
const execute = (stub: DurableObjectStub, verb: string, command: unknown) =>
  (stub as unknown as NamespaceRpc).execute(verb, CALLER, command);
const alarmOf = (stub: DurableObjectStub) => runInDurableObject(stub, (_instance, state) => state.storage.getAlarm());
const reply = (fields: object) => ({ ok: true, value: { caller: CALLER, live: 0, expired: 0, maintained: 0, ...fields } });

test('a fresh namespace has its tables, answers in plain data, and sets no alarm', async () => {
  const stub = stubOf('fresh');
  expect(await execute(stub, 'read', {})).toEqual(reply({}));
  expect(await alarmOf(stub)).toBeNull();
});

test('data survives the object being put to sleep, and migrations run once more without harm', async () => {
  const stub = stubOf('sleeper');
  await execute(stub, 'write', memoryOf(1, 'kept'));
  await evictDurableObject(stub);
  expect(await execute(stub, 'read', {})).toEqual(reply({ live: 1 }));
  expect(await execute(stubOf('stranger'), 'read', {})).toEqual(reply({ live: 0 }));
});

test('the alarm is set for the next expiry, sweeps it, and is set for what comes after', async () => {
  const stub = stubOf('alarms');
  const now = Date.now();
  const soon = now + 60_000;
  await execute(stub, 'write', memoryOf(1, 'later', { expires_at: now + 3_600_000 }));
  await execute(stub, 'write', memoryOf(2, 'soon', { expires_at: soon }));
  expect(await alarmOf(stub)).toBe(soon);
  await execute(stub, 'write', memoryOf(3, 'past', { expires_at: now - 1_000 }));
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await execute(stub, 'read', {})).toEqual(reply({ live: 2, expired: 1, maintained: 1 }));
  expect(await alarmOf(stub)).toBe(soon);
});

test('deferred work sets the alarm too', async () => {
  const stub = stubOf('deferred');
  const soon = Date.now() + 60_000;
  await execute(stub, 'write later', memoryOf(1, 'soon', { expires_at: soon }));
  await expect.poll(() => alarmOf(stub)).toBe(soon);
});

test('nothing but execute and the alarm can be reached: state is in hash-private fields', async () => {
  await runInDurableObject(stubOf('closed'), (instance) => {
    expect(Object.getOwnPropertyNames(Object.getPrototypeOf(instance)).sort()).toEqual(['alarm', 'constructor', 'execute']);
    expect(Object.getOwnPropertyNames(instance).filter((name) => name !== 'ctx' && name !== 'env')).toEqual([]);
  });
});
