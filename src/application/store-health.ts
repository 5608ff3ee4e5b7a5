import type { Dependencies } from './dependencies.ts';

export interface StoreHealth {
  readonly name: string;
  readonly ok: boolean;
}

/** Each store once, even when one engine serves several ports. */
export async function storeHealth(deps: Pick<Dependencies, 'store' | 'vectors' | 'working'>): Promise<readonly StoreHealth[]> {
  const checked = await Promise.all(
    [deps.store, deps.vectors, deps.working].map(async (store) => ({
      name: store.name,
      // A ping that throws is a store that does not answer: exactly what is asked here.
      ok: await store.ping().catch(() => false),
    })),
  );
  const by_name = new Map<string, boolean>();
  for (const { name, ok } of checked) by_name.set(name, ok && (by_name.get(name) ?? true));
  return [...by_name].map(([name, ok]) => ({ name, ok }));
}
