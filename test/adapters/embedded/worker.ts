import { DurableObject } from 'cloudflare:workers';
import { createNamespaceObject } from '../../../src/adapters/embedded/namespace-object.ts';
import { migrateEmbedded } from '../../../src/adapters/embedded/stores.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { commit, insertOf } from '../../contracts/contract.ts';

/** The tables of a namespace and nothing else. */
export class StoreObject extends DurableObject {
  constructor(context: DurableObjectState, env: object) {
    super(context, env);
    context.blockConcurrencyWhile(() => migrateEmbedded(context.storage));
  }
}

/** A namespace with a service of three verbs. */
export const NamespaceObject = createNamespaceObject<object>(
  () => ({ retention_days: 30 }),
  ({ stores, defer }) => {
    let maintained = 0;
    const insert = (command: unknown) => commit(stores.store, insertOf(command as Memory, undefined, false));
    return {
      async execute(verb, caller, command) {
        if (verb === 'write') await insert(command);
        if (verb === 'write later') defer(insert(command));
        const { counts } = await stores.store.counts(Date.now(), null);
        return { ok: true, value: { caller, live: counts.episodic.live, expired: counts.episodic.expired, maintained } };
      },
      async maintain(now) {
        maintained += (await stores.store.expire(now, 10)).length;
        await stores.store.settleRemoved((await stores.store.pending(10, now)).remove);
      },
    };
  },
);

export default { fetch: () => new Response('only for tests', { status: 404 }) };
