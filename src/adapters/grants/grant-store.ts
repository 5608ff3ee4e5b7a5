/**
 * The OAuth store over Durable Objects: no KV namespace to create, and what was written is read at once, which KV does not promise (a token
 * that was just issued, or just revoked). Grants and tokens of one user share an object; clients and pages in flight share another.
 */
import { SECOND_MS } from '../../domain/instant.ts';
import type { GrantPut, GrantStore } from '../../ports/grant-store.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { GrantObject } from './grant-object.ts';

export type Grants = DurableObjectNamespace<GrantObject>;

const STORE = 'grants';
const PAGE_ENTRIES = 1_000;
/** `grant:{user}:{grant}`, `token:{user}:{grant}:{token}`. */
const OF_A_USER = /^(?:grant|token):([^:]+):/;

const shardOf = (name: string): string => {
  const user = OF_A_USER.exec(name)?.[1];
  return user === undefined ? 'shared' : `user:${user}`;
};

const expiryOf = ({ expirationTtl, expiration }: GrantPut, now: number): number | null => {
  if (expirationTtl !== undefined) return now + expirationTtl * SECOND_MS;
  return expiration === undefined ? null : expiration * SECOND_MS;
};

async function reach<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw new StoreUnavailable(STORE, error instanceof Error ? error.message : 'unknown');
  }
}

export function createGrantStore(grants: Grants): GrantStore {
  const shard = (name: string) => grants.get(grants.idFromName(shardOf(name)));
  return {
    get: (name) => reach(async () => await shard(name).read(name, Date.now())),
    put: (name, value, options = {}) =>
      reach(async () => {
        const metadata = options.metadata === undefined ? null : JSON.stringify(options.metadata);
        await shard(name).write(name, value, metadata, expiryOf(options, Date.now()));
      }),
    delete: (name) => reach(async () => await shard(name).remove(name)),
    list: ({ prefix, limit = PAGE_ENTRIES, cursor = '' }) =>
      reach(async () => {
        const rows = await shard(prefix).page(prefix, cursor, limit, Date.now());
        const keys = rows
          .slice(0, limit)
          .map(({ name, metadata }) => ({ name, ...(metadata === null ? {} : { metadata: JSON.parse(metadata) as unknown }) }));
        const last = keys.at(-1);
        return rows.length > limit && last !== undefined
          ? { keys, list_complete: false, cursor: last.name }
          : { keys, list_complete: true };
      }),
  };
}
