import type { Instant } from '../../domain/instant.ts';
import type { MemoryId, Namespace } from '../../domain/memory.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import type { WorkingSetStore } from '../../ports/working-set-store.ts';
import { hashName } from '../remote/namespace-hash.ts';
import { type RedisClient, STORE_NAME } from './client.ts';
import { keysOf } from './keys.ts';
import { APPLY, DUE, END, HOLDERS, LIST, LOAD, WITHDRAW } from './scripts.ts';
import { headerFieldOf, itemFieldOf, sessionOf, summaryOf } from './session-fields.ts';

/** Sessions that one request ends: a script holds up the whole server while it runs. */
const SESSIONS_PER_CALL = 100;
/** Longer than the session itself, so that our clock decides and not Redis's. */
const EXPIRY_GRACE_MS = 60_000;
/** By then Redis has dropped the session itself, unless its clock and ours are further apart than that. */
const LONG_OVER_MS = 2 * EXPIRY_GRACE_MS;

/**
 * Working memory of one namespace in Redis. A reading of a session is one request, a change is one; withdrawing is two. Redis that comes back
 * empty means that all sessions ended.
 */
export function createRedisWorkingSetStore(client: RedisClient, namespace: Namespace): WorkingSetStore {
  const keys = keysOf(namespace);
  const { expiries, recency, sizes, index } = keys;

  /** `until` null: whenever they end. */
  const endSessions = (ids: readonly string[], until: Instant | null): Promise<Result<number, StoreFault>> =>
    client.change<number>(END, [expiries, recency, sizes, index, ...ids.map(keys.session)], [until ?? '', ...ids]);

  const endDue = async (until: Instant | null): Promise<Result<number, StoreFault>> => {
    let ended = 0;
    for (;;) {
      const due = await client.read<readonly string[]>(DUE, [expiries], [until ?? '+inf', SESSIONS_PER_CALL]);
      if (!due.ok) return due;
      if (due.value.length === 0) return ok(ended);
      const gone = await endSessions(due.value, until);
      if (!gone.ok) return gone;
      ended += gone.value;
      // All of them were used or ended by somebody else meanwhile.
      if (gone.value === 0) return ok(ended);
    }
  };

  return {
    name: STORE_NAME,

    async load(session_id, now) {
      const fields = await client.read<readonly string[]>(LOAD, [keys.session(session_id)], []);
      return fields.ok ? sessionOf(fields.value, now) : fields;
    },

    async apply(session_id, { header, put, remove, expires_at }, expected) {
      const ttl_ms = Math.max(1, expires_at - header.last_active_at) + EXPIRY_GRACE_MS;
      const applied = await client.change<number>(
        APPLY,
        [keys.session(session_id), expiries, recency, sizes, index],
        [
          ...[expected, header.last_active_at, crypto.randomUUID(), headerFieldOf(header), expires_at, ttl_ms],
          ...[session_id, header.budget_tokens, header.last_active_at - LONG_OVER_MS, put.length],
          ...put.flatMap((item) => [item.id, hashName(item.id), item.tokens, itemFieldOf(item)]),
          ...remove.flatMap((id) => [id, hashName(id)]),
        ],
      );
      return applied.ok ? ok(applied.value === 1 ? 'applied' : 'conflict') : applied;
    },

    async end(session_id) {
      const ended = await endSessions([session_id], null);
      return ended.ok ? ok(ended.value > 0) : ended;
    },

    async list(now, limit) {
      const found = await client.read<readonly string[]>(LIST, [expiries, recency, sizes], [now, limit]);
      if (!found.ok) return found;
      return ok(found.value.flatMap((id, at) => (at % 2 === 0 ? [summaryOf(id, found.value[at + 1] ?? '')] : [])));
    },

    /** A session that takes one in meanwhile does so after the withdrawal: whoever reads it checks it against the record. */
    async withdraw(ids) {
      const distinct: readonly MemoryId[] = [...new Set(ids)];
      if (distinct.length === 0) return ok(0);
      // Hashed, so that all are of one length: an id that came by import is whatever its file says.
      const hashes = distinct.map(hashName);
      const held = await client.read<readonly string[]>(HOLDERS, [index], hashes);
      if (!held.ok) return held;
      let gone = 0;
      for (let from = 0; from < held.value.length; from += SESSIONS_PER_CALL) {
        const sessions = held.value.slice(from, from + SESSIONS_PER_CALL);
        const withdrawn = await client.repeat<number>(
          WITHDRAW,
          [sizes, index, ...sessions.map(keys.session)],
          [crypto.randomUUID(), distinct.length, ...distinct, ...hashes, ...sessions],
        );
        if (!withdrawn.ok) return withdrawn;
        gone += withdrawn.value;
      }
      return ok(gone);
    },

    sweep: (now) => endDue(now),
    /** The shared keys empty with their last session, and Redis drops what is empty: no key of the namespace is left. */
    erase: () => endDue(null),

    async ping() {
      const answer = await client.ping();
      return answer.ok && answer.value === 'PONG';
    },
  };
}
