/** For load balancers and people: no credential, no namespace of anybody. */
import type { Hono } from 'hono';
import type { DoorContext, DoorDependencies, DoorEnv } from '../shared/door.ts';
import { callerOf } from '../shared/door.ts';

interface StoreHealth {
  readonly name: string;
  readonly ok: boolean;
}

export function health(app: Hono<DoorEnv>, dependencies: DoorDependencies): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const stores = [...(await recordStores(context, dependencies)), ...(await keyStore(dependencies))];
    const ready = stores.length > 0 && stores.every(({ ok }) => ok);
    context.set('verb', 'ready');
    return context.json({ status: ready ? 'ready' : 'unavailable', stores }, ready ? 200 : 503);
  });
}

/** Asked through the default namespace: stores are reached alike from every one. */
async function recordStores(context: DoorContext, { config, serviceFor }: DoorDependencies): Promise<readonly StoreHealth[]> {
  const namespace = config.default_namespace;
  try {
    const reply = await serviceFor(namespace).execute('ready', callerOf(context, 'rest:GET /readyz', namespace), {});
    return reply.ok ? reply.value.stores : [{ name: reply.failure.kind === 'unavailable' ? reply.failure.store : 'records', ok: false }];
  } catch {
    // Not being able to ask is the answer that a readiness check is for.
    return [{ name: 'records', ok: false }];
  }
}

async function keyStore({ config, keys }: DoorDependencies): Promise<readonly StoreHealth[]> {
  if (config.auth === 'off') return [];
  try {
    await keys.list(config.default_namespace, { limit: 1, after: null });
    return [{ name: 'keys', ok: true }];
  } catch {
    // As above: down is an answer.
    return [{ name: 'keys', ok: false }];
  }
}
