import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { hashName, hashNamespace } from '../../src/adapters/remote/namespace-hash.ts';
import { RedisClient } from '../../src/adapters/upstash-redis/client.ts';
import { createRedisRateLimiter } from '../../src/adapters/upstash-redis/rate-limiter.ts';
import { createRedisWorkingSetStore } from '../../src/adapters/upstash-redis/working-set-store.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import { day, idOf } from '../contracts/contract.ts';
import { workingSetStoreContract } from '../contracts/working-set-store.ts';
import { createReferenceStores } from '../reference/stores.ts';
import { REDIS_REST, REDIS_URL } from './addresses.ts';
import { type RedisEntry, redisEntries } from './redis-dump.ts';

const freshNamespace = () => `test/${randomUUID()}`;
const clientOf = (options: { readonly url?: string; readonly token?: string; readonly timeout_ms?: number } = {}): RedisClient => {
  if (REDIS_REST === null) throw new Error('no Redis: start these tests with npm run test:integration');
  return new RedisClient({ ...REDIS_REST, ...options });
};
const header = (id: string) => ({
  id,
  turn: 1,
  order: 1,
  budget_tokens: 500,
  strategy: 'weighted' as const,
  created_at: day(1),
  last_active_at: day(1),
});
const item = (number: number, content = `note ${number}`) => ({
  id: idOf(number),
  content,
  tokens: 7,
  importance: 0.5,
  pinned: false,
  added_turn: 1,
  added_order: number,
  used_order: number,
  retrieved: 0,
});

describe.skipIf(REDIS_REST === null)('working memory in Redis', () => {
  workingSetStoreContract({
    name: 'upstash-redis',
    withStores: (work) =>
      work({ ...createReferenceStores({ termsOf }), working: createRedisWorkingSetStore(clientOf(), freshNamespace()) }),
  });

  test('namespaces whose names could run into each other share nothing', async () => {
    const [left, right] = ['a', 'a:session'].map((name) => createRedisWorkingSetStore(clientOf(), `${name}/${randomUUID()}`));
    await left?.apply('s:s', { header: header('s:s'), put: [item(1)], remove: [], expires_at: day(5) }, 'absent');
    await right?.apply('s', { header: header('s'), put: [item(1)], remove: [], expires_at: day(5) }, 'absent');
    expect(await left?.withdraw([idOf(1)])).toEqual({ ok: true, value: 1 });
    expect(await right?.load('s', day(2))).toMatchObject({ value: { session: { items: [{ id: idOf(1) }] } } });
    expect(await left?.erase()).toEqual({ ok: true, value: 1 });
    expect(await right?.list(day(2), 10)).toEqual({ ok: true, value: [{ id: 's', tokens: 7, budget_tokens: 500 }] });
  });

  /** What Redis holds of one namespace, the session hashes apart. */
  const keysOf = async (namespace: string): Promise<{ readonly all: readonly RedisEntry[]; readonly shared: string }> => {
    const all = await redisEntries(REDIS_URL ?? '', `hindsight:{${hashNamespace(namespace)}}:*`);
    return { all, shared: JSON.stringify(all.filter(({ key }) => !key.includes(':session:'))) };
  };
  const sessionChange = (id: string, put: readonly number[], expires_at: number, last_active_at = day(1)) => ({
    header: { ...header(id), last_active_at },
    put: put.map((number) => item(number)),
    remove: [],
    expires_at,
  });

  test('a memory is withdrawn however long ago it entered: nothing shared ends before the longest session', async () => {
    const namespace = freshNamespace();
    const working = createRedisWorkingSetStore(clientOf(), namespace);
    await working.apply('s', sessionChange('s', [1], day(2)), 'absent');
    const { value } = (await working.load('s', day(1))) as { value: { revision: string } };
    await working.apply('s', sessionChange('s', [2], day(40), day(1)), value.revision);
    await working.apply('short', sessionChange('short', [1], day(2)), 'absent');
    const { all } = await keysOf(namespace);
    const ttlOf = (part: string) => all.filter(({ key }) => key.includes(part)).map(({ ttl_ms }) => ttl_ms);
    const [longest = 0] = ttlOf(`:session:${hashName('s')}`);
    expect(longest).toBeGreaterThan(day(38) - day(0));
    for (const { key, ttl_ms } of all.filter(({ key: name }) => !name.includes(':session:')))
      expect([key, ttl_ms >= longest - 1_000]).toEqual([key, true]);
    expect(await working.withdraw([idOf(1)])).toEqual({ ok: true, value: 2 });
  });

  test('a session that ends, by call or by time, leaves nothing; an erased namespace has no key', async () => {
    const namespace = freshNamespace();
    const working = createRedisWorkingSetStore(clientOf(), namespace);
    for (const id of ['ended', 'swept', '会话'])
      await working.apply(id, sessionChange(id, [1, 2], id === 'swept' ? day(3) : day(9)), 'absent');
    expect((await keysOf(namespace)).shared).toMatch(/ended.*swept.*会话/s);
    expect(await working.withdraw([idOf(2)])).toEqual({ ok: true, value: 3 });
    expect((await keysOf(namespace)).shared).not.toContain(hashName(idOf(2)));
    await working.end('ended');
    await working.sweep(day(4));
    const left = await keysOf(namespace);
    expect(left.shared).not.toMatch(/ended|swept/);
    expect(left.shared).toContain('会话');
    expect(left.shared).toContain(hashName(idOf(1)));
    // Empty because its memories left, not because it ended.
    await working.withdraw([idOf(1)]);
    expect(await working.erase()).toEqual({ ok: true, value: 1 });
    expect((await keysOf(namespace)).all).toEqual([]);
  });

  test('what sessions that Redis has dropped left behind goes with the next change, and is no obstacle to an erasure', async () => {
    const namespace = freshNamespace();
    const working = createRedisWorkingSetStore(clientOf(), namespace);
    const [old, idle] = ['long over', 'over just now'];
    await working.apply(old, sessionChange(old, [1], day(2)), 'absent');
    await working.apply(idle, sessionChange(idle, [1], day(5)), 'absent');
    await dropped(namespace, old);
    await working.apply('next', sessionChange('next', [3], day(9), day(5)), 'absent');
    const { shared } = await keysOf(namespace);
    expect(shared).not.toContain(old);
    expect(shared).toContain(idle);
    await dropped(namespace, idle);
    expect(await working.withdraw([idOf(1)])).toEqual({ ok: true, value: 0 });
    expect(await working.erase()).toEqual({ ok: true, value: 2 });
    expect((await keysOf(namespace)).all).toEqual([]);
  });

  /** As Redis does when a session's time is up. */
  const dropped = async (namespace: string, session_id: string): Promise<void> => {
    const redis = new Redis(REDIS_URL ?? '');
    expect(await redis.del(`hindsight:{${hashNamespace(namespace)}}:session:${hashName(session_id)}`)).toBe(1);
    redis.disconnect();
  };

  test('a connection that breaks leaves no forgotten memory behind: a withdrawal is sent again', async () => {
    const target = new URL(REDIS_REST?.url ?? '');
    let broken = 0;
    // Breaks the connection under every other request, the first one too.
    const server = createServer((incoming, response) => {
      broken += 1;
      if (broken % 2 === 1) return void incoming.socket.destroy();
      const onward = request({
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      });
      onward.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const namespace = freshNamespace();
    const working = createRedisWorkingSetStore(clientOf(), namespace);
    const breaking = createRedisWorkingSetStore(clientOf({ url: `http://127.0.0.1:${port}` }), namespace);
    await working.apply('s', sessionChange('s', [1, 2], day(5)), 'absent');
    expect(await breaking.withdraw([idOf(1)])).toEqual({ ok: true, value: 1 });
    expect(broken).toBe(4);
    expect(await working.load('s', day(2))).toMatchObject({ value: { session: { items: [{ id: idOf(2) }] } } });
    // A turn is not sent twice: nobody could tell whether the first one counted.
    expect(await breaking.apply('t', sessionChange('t', [3], day(5)), 'absent')).toMatchObject({
      ok: false,
      failure: { cause: 'unreachable' },
    });
    server.closeAllConnections();
    server.close();
  });

  test('text of any kind and a large session come back as they were', async () => {
    const working = createRedisWorkingSetStore(clientOf(), freshNamespace());
    const texts = ['"1"', '1', 'null', '00012345678901234567890', '李明住在杭州 🐟', 'a:b:c', '\u0000\n', 'x'.repeat(20_000)];
    const put = Array.from({ length: 400 }, (_, at) => item(at + 1, texts[at % texts.length]?.slice(0, at < 8 ? 20_000 : 100) ?? ''));
    expect(await working.apply('s', { header: header('s'), put, remove: [], expires_at: day(5) }, 'absent')).toEqual({
      ok: true,
      value: 'applied',
    });
    const loaded = await working.load('s', day(2));
    expect(loaded.ok && loaded.value.session?.items.map(({ content }) => content)).toEqual(put.map(({ content }) => content));
    expect(await working.withdraw(put.map(({ id }) => id))).toEqual({ ok: true, value: 400 });
    expect(await working.list(day(2), 10)).toEqual({ ok: true, value: [{ id: 's', tokens: 0, budget_tokens: 500 }] });
  });

  test('of thirty parallel changes exactly one is applied, and of parallel withdrawals each item goes once', async () => {
    const working = createRedisWorkingSetStore(clientOf(), freshNamespace());
    const apply = (number: number) =>
      working.apply('s', { header: header('s'), put: [item(number)], remove: [], expires_at: day(5) }, 'absent');
    const applied = await Promise.all(Array.from({ length: 30 }, (_, at) => apply(at + 1)));
    expect(applied.filter((outcome) => outcome.ok && outcome.value === 'applied')).toHaveLength(1);
    const everything = Array.from({ length: 30 }, (_, at) => idOf(at + 1));
    const gone = await Promise.all([1, 2, 3, 4].map(() => working.withdraw(everything)));
    expect(gone.map((outcome) => (outcome.ok ? outcome.value : Number.NaN)).sort()).toEqual([0, 0, 0, 1]);
  });

  test('a fault names its kind and nothing that was sent', async () => {
    const change = { header: header('private-session'), put: [item(1, 'my secret words')], remove: [], expires_at: day(5) };
    const faults = [
      await createRedisWorkingSetStore(clientOf({ token: 'wrong' }), freshNamespace()).apply('private-session', change, 'absent'),
      await createRedisWorkingSetStore(clientOf({ timeout_ms: 0 }), freshNamespace()).apply('private-session', change, 'absent'),
      await createRedisWorkingSetStore(new RedisClient({ url: 'http://127.0.0.1:9', token: 't' }), 'n').load('private-session', day(1)),
    ];
    expect(faults.map((fault) => (fault.ok ? 'ok' : fault.failure))).toEqual([
      { store: 'redis', cause: 'refused with WRONGPASS', retryable: false },
      { store: 'redis', cause: 'timeout', retryable: true },
      { store: 'redis', cause: 'unreachable', retryable: true },
    ]);
    expect(JSON.stringify(faults)).not.toMatch(/secret|private/);
  });

  test('one bucket a subject: a burst passes, then one a period', async () => {
    const limiter = createRedisRateLimiter(clientOf(), { rate_per_second: 0.5, burst: 3 });
    const [subject, other] = [randomUUID(), randomUUID()];
    const taken = await Promise.all(Array.from({ length: 5 }, () => limiter.take(subject, day(1))));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(await limiter.take(subject, day(1))).toEqual({ allowed: false, retry_after_seconds: 2 });
    expect(await limiter.take(other, day(1))).toEqual({ allowed: true });
    expect(await limiter.take(subject, day(1) + 1_000)).toEqual({ allowed: false, retry_after_seconds: 1 });
    expect(await limiter.take(subject, day(1) + 2_000)).toEqual({ allowed: true });
    // A clock that runs backwards adds nothing.
    expect(await limiter.take(subject, day(1) - 60_000)).toMatchObject({ allowed: false });
  });
});
