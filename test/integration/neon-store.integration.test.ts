import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NeonBridge, startNeonBridge } from '../../scripts/bridges/neon-bridge.ts';
import { createNeonClient } from '../../src/adapters/neon/client.ts';
import { Postgres } from '../../src/adapters/neon/database.ts';
import { dueNamespaces } from '../../src/adapters/neon/due-namespaces.ts';
import { failureOf } from '../../src/adapters/neon/failures.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import type { MemoryFilter } from '../../src/domain/view.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { commit, day, guardOf, idOf, insertOf, memoryOf, NO_LOOKUP, revisionOf, tombstoneOf, view } from '../contracts/contract.ts';
import { createReferenceStores } from '../reference/stores.ts';
import { DATABASE_URL, POSTGRES_URL } from './addresses.ts';
import { freshNamespace, neonStores } from './neon-stores.ts';

const BULK_MEMORIES = 6_000;
const BULK_MS = 60_000;
/** Looking every match up in turn takes forty times as long; what a busy machine adds by chance stays below this. */
const NOISE_FACTOR = 2;
const GATHER = { ids: [], filter: {}, view: view(), lexical_limit: 50, neighbour_radius: 2, neighbour_of: 5 } as const;

describe.skipIf(DATABASE_URL === null || POSTGRES_URL === null)('Postgres as a record store', () => {
  let bridge: NeonBridge;
  let url: string;

  beforeAll(async () => {
    const own = new URL(POSTGRES_URL ?? '');
    bridge = await startNeonBridge({ postgres: { host: own.hostname, port: Number(own.port) } });
    own.port = String(bridge.port);
    url = own.href;
  });
  afterAll(() => bridge.close());

  it('every method is one request', async () => {
    const { store, candidates } = neonStores(freshNamespace(), url);
    const [first, second] = [memoryOf(1, 'apple one', { key: 'k', session_id: 's' }), memoryOf(2, 'apple two', { tags: ['t'] })];
    const { change, next } = revisionOf(first, day(3), { content: 'apple three' });
    const reply = { type: 'remember_reply', idempotency_key: 'i', fingerprint: 'f', reply: '{}', expires_at: day(200) } as const;
    const lookup = { identities: ['x'], content_hashes: ['x'], keys: ['k', 'l'], idempotency_keys: ['i'], ids: [first.id, second.id] };
    const page = { limit: 10, after: null };
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      commit: () => store.commit([insertOf(first), insertOf(second), change, reply, { type: 'seen', id: second.id, seen_count: 2 }], '0'),
      lookUp: () => store.lookUp(lookup, day(100)),
      gather: () => candidates.gather({ ...GATHER, terms: ['appl', 'two'], ids: [first.id, second.id] }),
      get: () => store.get([first.id]),
      versions: () => store.versions(first.id),
      list: () => store.list({ filter: { tags: ['t'] }, states: ['live'], now: day(100), ...page }),
      facts: () => store.facts(view(), page),
      chain: () => store.chain('k'),
      summariesOf: () => store.summariesOf([first.id]),
      dump: () => store.dump(page),
      counts: () => store.counts(day(100), 'g'),
      touch: () => store.touch([first.id], day(100)),
      pending: () => store.pending(10, day(100)),
      settle: () => store.settle([first.id], 'g'),
      settleRemoved: () => store.settleRemoved([first.id]),
      defer: () => store.defer([second.id], day(101)),
      enqueueStale: () => store.enqueueStale('h'),
      expire: () => store.expire(day(100), 10),
      purge: () => store.purge(day(100), day(50), 10),
      nextDue: () => store.nextDue(day(100)),
      forget: () => store.commit([{ type: 'forget', tombstone: tombstoneOf(next, day(9)) }], '1'),
      erase: () => store.erase(),
      ping: () => store.ping(),
    };
    const counted: Record<string, number> = {};
    for (const [name, call] of Object.entries(calls)) {
      const before = bridge.requests();
      await call();
      counted[name] = bridge.requests() - before;
    }
    expect(counted).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, 1])));
  });

  it('a reading is one snapshot that can change nothing', async () => {
    const [[settings] = []] = await new Postgres(url).read(
      sql`SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS read_only`,
    );
    expect(settings).toEqual({ isolation: 'repeatable read', read_only: 'on' });
    const [[writing] = []] = await new Postgres(url).change([sql`SELECT current_setting('transaction_read_only') AS read_only`]);
    expect(writing).toEqual({ read_only: 'off' });
  });

  it('ranks words as FTS5 does, in English and Chinese, and counts them alike', async () => {
    const corpus = [
      ...[
        'He prefers a window seat on long flights',
        'The window of the kitchen is broken',
        'A long flight needs a good book and a window',
      ],
      ...['他喜欢靠窗座位，不要过道', '厨房的窗户坏了', '长途航班上他总是要靠窗的座位和一杯热茶', '热茶和绿茶都可以', '他不喝咖啡'],
    ];
    const filler = Array.from({ length: 120 }, (_, at) => `${corpus[at % corpus.length]} ${'note '.repeat(at % 4)}${at} 编号${at % 9}`);
    const memories = [...corpus, ...filler].map((content, at) =>
      memoryOf(at + 1, content, {
        occurred_at: day(1),
        created_at: day(1),
        session_id: `s${at % 5}`,
        tags: at % 7 === 0 ? ['seventh'] : [],
      }),
    );
    const reference = createReferenceStores({ termsOf });
    const { store, candidates } = neonStores(freshNamespace(), url);
    for (const target of [reference.store, store]) await commit(target, ...memories.map((memory) => insertOf(memory)));
    const queries = ['window seat', 'long flight book note', '靠窗座位', '热茶', '他 note 编号 window', 'zebra'];
    // A narrow filter takes a way of its own through the statement.
    const filters = [{}, { session_id: 's1' }, { tags: ['seventh'] }, { ids: memories.slice(20, 40).map(({ id }) => id) }];
    for (const [query, filter] of queries.flatMap((one) => filters.map((filter) => [one, filter] as const))) {
      const request = { ...GATHER, filter, terms: [...new Set(termsOf(query))] };
      const [found, expected] = [await candidates.gather(request), await reference.candidates.gather(request)];
      expect(
        found.candidates.map(({ memory }) => memory.id),
        `${query} ${JSON.stringify(filter)}`,
      ).toEqual(expected.candidates.map(({ memory }) => memory.id));
      expect([found.document_frequency, found.documents]).toEqual([expected.document_frequency, expected.documents]);
      expect(found.mean_terms).toBeCloseTo(expected.mean_terms, 9);
    }
  });

  it('straight after a bulk load, before Postgres knows the tables, a filtered search takes about as long as one over everything', {
    timeout: BULK_MS,
  }, async () => {
    const { store, candidates } = neonStores(freshNamespace(), url);
    const word = (at: number): string => `word${(at * 7_919) % 61}`;
    for (let from = 0; from < BULK_MEMORIES; from += 500)
      await commit(
        store,
        ...Array.from({ length: 500 }, (_, at) => {
          const content = Array.from({ length: 20 }, (__, place) => word((from + at) * 20 + place * (1 + (at % 5)))).join(' ');
          const moment = day(1) + from + at;
          return insertOf(memoryOf(from + at + 1, content, { session_id: `s${at % 250}`, occurred_at: moment, created_at: moment }));
        }),
      );
    const client = new pg.Client({ connectionString: POSTGRES_URL ?? '' });
    await client.connect();
    // As a table is that nobody has looked at yet.
    const unknown = () =>
      client.query(`DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'hindsight'::regnamespace)`);
    const fastest = async (filter: MemoryFilter): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 5; run += 1) {
        await unknown();
        const started = performance.now();
        const { candidates: found } = await candidates.gather({
          ...GATHER,
          filter,
          terms: ['word1', 'word2', 'word3'],
          lexical_limit: 100,
        });
        times.push(performance.now() - started);
        expect(found.length).toBeGreaterThan(5);
      }
      return Math.min(...times);
    };
    const everything = await fastest({});
    const session = await fastest({ session_id: 's7' });
    const range = await fastest({ since: day(1) + 1_000, until: day(1) + 1_400 });
    await client.end();
    const longest = everything * NOISE_FACTOR;
    expect({ session: session < longest, range: range < longest }, JSON.stringify({ everything, session, range })).toEqual({
      session: true,
      range: true,
    });
  });

  it('parallel changes of every kind in one namespace neither block each other for good nor lose anything', async () => {
    const { store } = neonStores(freshNamespace(), url);
    const memories = Array.from({ length: 30 }, (_, at) => memoryOf(at + 1, `note ${at}`));
    await commit(store, ...memories.map((memory) => insertOf(memory)));
    const ids = memories.map(({ id }) => id);
    const reversed = ids.toReversed();
    const guard = await guardOf(store);
    const seen = (order: readonly string[]) => order.map((id) => ({ type: 'seen', id, seen_count: 2 }) as const);
    const work = Array.from({ length: 8 }, (_, at) => [
      store.touch(at % 2 === 0 ? ids : reversed, day(100)),
      store.settle(at % 2 === 0 ? reversed : ids, 'g'),
      store.defer(ids, day(200)),
      store.commit(seen(at % 2 === 0 ? ids : reversed), guard),
    ]).flat();
    const outcomes = await Promise.all(work);
    expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(7);
    expect([...(await store.get(ids)).values()].map(({ access_count, seen_count }) => [access_count, seen_count])).toEqual(
      ids.map(() => [8, 2]),
    );
    expect((await store.counts(day(100), 'g')).unembedded).toBe(0);
  });

  it('a server process that dies in the middle of a commit leaves nothing of it, and the store goes on', async () => {
    const namespace = freshNamespace();
    const { store } = neonStores(namespace, url);
    await commit(store, insertOf(memoryOf(1, 'before')));
    const guard = await guardOf(store);
    const client = new pg.Client({ connectionString: POSTGRES_URL ?? '' });
    await client.connect();
    // The commit waits for its namespace, which is held here, and is ended while it waits.
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM hindsight.namespaces WHERE namespace = $1 FOR UPDATE', [namespace]);
    const outcome = store.commit([insertOf(memoryOf(2, 'never'))], guard).catch((error: unknown) => error);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
    while ((await client.query(end)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await client.query('COMMIT');
    await client.end();
    expect(String(await outcome)).toMatch(
      /^StoreUnavailable: neon is unavailable: (it answered SQLSTATE 57P01|its gateway answered HTTP 500)$/,
    );
    expect([...(await store.get([idOf(1), idOf(2)])).keys()]).toEqual([idOf(1)]);
    expect(await store.commit([insertOf(memoryOf(3, 'after'))], guard)).toBe('committed');
  });

  it('a commit that waits for a lock for too long is unavailable, not lost', async () => {
    const namespace = freshNamespace();
    const { store } = neonStores(namespace, url);
    await commit(store, insertOf(memoryOf(1, 'before')));
    const guard = await guardOf(store);
    const client = new pg.Client({ connectionString: POSTGRES_URL ?? '' });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM hindsight.namespaces WHERE namespace = $1 FOR UPDATE', [namespace]);
    const outcome = await store.commit([insertOf(memoryOf(2, 'waits'))], guard).catch((error: unknown) => error);
    await client.query('COMMIT');
    await client.end();
    expect(outcome).toEqual(new StoreUnavailable('neon', 'it answered SQLSTATE 55P03'));
    expect(await store.commit([insertOf(memoryOf(2, 'waits'))], guard)).toBe('committed');
  });

  it('namespaces share a database and nothing else', async () => {
    const [mine, other] = [neonStores(freshNamespace(), url), neonStores(freshNamespace(), url)];
    const memory = memoryOf(1, 'apple of mine', { key: 'k', tags: ['t'], session_id: 's' });
    await commit(mine.store, insertOf(memory));
    await commit(other.store, insertOf({ ...memory, content: 'apple of another' }));
    const lookup = { ...NO_LOOKUP, ids: [memory.id], keys: ['k'] };
    expect((await mine.store.lookUp(lookup, day(100))).by_id.get(memory.id)?.content).toBe('apple of mine');
    const { candidates, documents } = await mine.candidates.gather({ ...GATHER, terms: termsOf('apple'), ids: [memory.id] });
    expect([candidates.map(({ content }) => content), documents]).toEqual([['apple of mine'], 1]);
    expect(await other.store.erase()).toEqual({ memories: 1, tombstones: 0 });
    expect((await mine.store.get([memory.id])).size).toBe(1);
    expect((await mine.store.counts(day(100), null)).counts.semantic.live).toBe(1);
  });

  it('names the namespaces that have something to do, and no others', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `due-${letter}/${crypto.randomUUID()}`);
    const [expiring, swept, queued, replied, idle] = names.map((name) => neonStores(name, url).store);
    if (!expiring || !swept || !queued || !replied || !idle) throw new Error('five stores');
    const brief = insertOf(memoryOf(1, 'a', { expires_at: day(10) }), undefined, false);
    await commit(expiring, brief);
    await commit(swept, brief);
    await swept.expire(day(11), 10);
    await swept.settleRemoved([idOf(1)]);
    await commit(queued, insertOf(memoryOf(1, 'a')));
    await commit(replied, { type: 'remember_reply', idempotency_key: 'k', fingerprint: 'f', reply: 'r', expires_at: day(20) });
    await commit(idle, insertOf(memoryOf(1, 'a'), undefined, false));
    const due = async (now: number, swept_before: number) =>
      (await dueNamespaces(url, { now, swept_before, limit: 100, after: 'due-' }))
        .filter((name) => names.includes(name))
        .map((name) => name[4]);
    expect(await due(day(9), day(0))).toEqual(['c']);
    expect(await due(day(10), day(0))).toEqual(['a', 'c']);
    expect(await due(day(20), day(11))).toEqual(['a', 'b', 'c', 'd']);
    expect(await dueNamespaces(url, { now: day(20), swept_before: day(11), limit: 2, after: names[0] ?? '' })).toEqual([
      names[1],
      names[2],
    ]);
  });

  it('a position that no page handed out shows nothing, and breaks nothing', async () => {
    const { store } = neonStores(freshNamespace(), url);
    await commit(store, insertOf(memoryOf(1, 'a', { key: 'k' })));
    for (const position of ['x', btoa('["a","b"]'), btoa('[1.5,"b"]'), btoa(`["k","1 OR 1=1",1,"x"]`), btoa('[9,1,"x"]')]) {
      const page = { limit: 5, after: position };
      expect(await store.list({ filter: {}, states: ['live'], now: day(100), ...page })).toEqual({ items: [], next: null });
      expect((await store.facts(view(), page)).items).toEqual([]);
      expect((await store.dump(page)).items).toEqual([]);
    }
  });

  it('what it refuses says nothing of what was sent', async () => {
    const { store } = neonStores(freshNamespace(), url);
    await commit(store, insertOf(memoryOf(1, 'secret zanzibar')));
    const guard = await guardOf(store);
    for (const change of [insertOf(memoryOf(1, 'secret zanzibar')), { type: 'seen', id: 'zanzibar', seen_count: 1 } as const]) {
      const refused = await store.commit([change], guard).catch((error: unknown) => error);
      if (!(refused instanceof Error)) throw new Error('it was not refused');
      expect(`${refused.message} ${refused.stack} ${String(refused.cause)}`).not.toMatch(/zanzibar|INSERT|UPDATE/);
    }
    expect((await store.get([idOf(1)])).size).toBe(1);
  });

  it('no server, no answer, no tables, no such database: unavailable, with a cause and without the password', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const slow = await createNeonClient(`postgres://u:hunter2@127.0.0.1:${port}/d`, { timeout_ms: 200 })`SELECT 1`.catch(
      (error: unknown) => error,
    );
    silent.closeAllConnections();
    silent.close();
    expect(failureOf(slow, 200)).toEqual(new StoreUnavailable('neon', 'no answer in 200 ms'));
    const causes = await Promise.all(
      ['postgres://u:hunter2@127.0.0.1:1/d', url.replace(/[^/]*$/, 'nowhere'), url.replace(/[^/]*$/, 'template1')].map((address_of) =>
        neonStores('n', address_of)
          .store.ping()
          .catch((error: unknown) => error),
      ),
    );
    expect(causes.map(String)).toEqual([
      'StoreUnavailable: neon is unavailable: it cannot be reached',
      'StoreUnavailable: neon is unavailable: it refuses the credentials of DATABASE_URL (3D000)',
      'StoreUnavailable: neon is unavailable: its tables are missing or old (42P01); run npm run db:migrate',
    ]);
  });
});
