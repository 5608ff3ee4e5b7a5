/**
 * Credentials and rate buckets of the whole deployment, one Durable Object per name:
 * `key:<id>` holds one key and its bucket, `index` holds which keys exist, by namespace. So a busy key never queues behind another one.
 */
import { DurableObject } from 'cloudflare:workers';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Namespace } from '../../domain/memory.ts';
import { refill, type TokenBucket, take } from './token-bucket.ts';

const KEY = 'key';
const INDEX_PREFIX = 'index:';
/** Last use is told to the minute: exact stamps would make every read of a key a write. */
const LAST_USE_GRANULARITY_MS = 60_000;

/** A namespace never holds a space (NAMESPACE_PATTERN), so the separator cannot occur inside one. */
const indexEntry = (namespace: Namespace, id: string): string => `${INDEX_PREFIX}${namespace} ${id}`;

export class DirectoryObject extends DurableObject {
  /**
   * In memory only: it lives as long as the object does, which is while requests come and some seconds after. An object that was evicted or
   * restarted starts with a full bucket, which an idle minute would have filled anyway; it favours the caller and costs no write per request.
   */
  #bucket: TokenBucket | null = null;

  readKey(): ApiKey | null {
    return this.ctx.storage.kv.get<ApiKey>(KEY) ?? null;
  }

  insertKey(key: ApiKey): void {
    this.ctx.storage.kv.put(KEY, key);
  }

  revokeKey(at: Instant): boolean {
    const key = this.readKey();
    if (key === null) return false;
    if (key.revoked_at === null || at < key.revoked_at) this.ctx.storage.kv.put(KEY, { ...key, revoked_at: at });
    return true;
  }

  markKeyUsed(at: Instant): void {
    const key = this.readKey();
    if (key === null || (key.last_used_at !== null && at - key.last_used_at < LAST_USE_GRANULARITY_MS)) return;
    this.ctx.storage.kv.put(KEY, { ...key, last_used_at: at });
  }

  takeToken(rate_per_second: number, burst: number, now: Instant): { allowed: true } | { allowed: false; retry_after_seconds: number } {
    const outcome = take(refill(this.#bucket, rate_per_second, burst, now), rate_per_second);
    this.#bucket = outcome.bucket;
    return outcome.allowed ? { allowed: true } : { allowed: false, retry_after_seconds: outcome.retry_after_seconds };
  }

  addToIndex(namespace: Namespace, id: string): void {
    this.ctx.storage.kv.put(indexEntry(namespace, id), true);
  }

  /** Ids of the keys of this namespace, then of everything under it. `next` is an entry of the index, from which a later page goes on. */
  listIndex(namespace: Namespace, limit: number, after: string | null): { ids: string[]; next: string | null } {
    const own = `${INDEX_PREFIX}${namespace} `;
    const below = `${INDEX_PREFIX}${namespace}/`;
    const entries: string[] = [];
    for (const prefix of after?.startsWith(below) === true ? [below] : [own, below]) {
      const position = after?.startsWith(prefix) === true ? { startAfter: after } : {};
      const wanted = limit + 1 - entries.length;
      if (wanted > 0) entries.push(...[...this.ctx.storage.kv.list({ prefix, limit: wanted, ...position })].map(([entry]) => entry));
    }
    const page = entries.slice(0, limit);
    return {
      ids: page.map((entry) => entry.slice(entry.lastIndexOf(' ') + 1)),
      next: entries.length > limit ? (page.at(-1) ?? null) : null,
    };
  }
}
