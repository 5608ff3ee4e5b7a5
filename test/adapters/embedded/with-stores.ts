/// <reference types="@cloudflare/vitest-plugin/types" />
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createEmbeddedStores } from '../../../src/adapters/embedded/stores.ts';
import type { Stores } from '../../contracts/contract.ts';

interface StoreEnv {
  readonly STORES: DurableObjectNamespace;
  readonly NAMESPACES: DurableObjectNamespace;
}

export const bindings = env as unknown as StoreEnv;

/** Inside the object of a fresh namespace; storage is isolated by file only. */
export async function withEmbeddedStores(work: (stores: Stores, storage: DurableObjectStorage) => Promise<void>): Promise<void> {
  const stub = bindings.STORES.get(bindings.STORES.newUniqueId());
  await runInDurableObject(stub, (_instance, state) => work(createEmbeddedStores(state.storage, { retention_days: 30 }), state.storage));
}
