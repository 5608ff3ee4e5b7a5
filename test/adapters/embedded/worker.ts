import { DurableObject } from 'cloudflare:workers';
import { migrateEmbedded } from '../../../src/adapters/embedded/stores.ts';

export class StoreObject extends DurableObject {
  constructor(context: DurableObjectState, env: object) {
    super(context, env);
    context.blockConcurrencyWhile(() => migrateEmbedded(context.storage));
  }
}

export default { fetch: () => new Response('only for tests', { status: 404 }) };
