/** Stores that end and come back while the service works: killed processes of Redis and Postgres, and a vector service that is away for an hour. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NeonBridge, startNeonBridge } from '../../../scripts/bridges/neon-bridge.ts';
import { type RedisBridge, startRedisBridge } from '../../../scripts/bridges/redis-bridge.ts';
import { migratePostgres } from '../../../scripts/postgres-migrations.ts';
import { startPostgres } from '../../../scripts/servers/postgres-server.ts';
import { startRedis } from '../../../scripts/servers/redis-server.ts';
import { type OwnServer, ServerMissing } from '../../../scripts/servers/server.ts';
import { hashNamespace } from '../../../src/adapters/remote/namespace-hash.ts';
import { maintain } from '../../../src/application/maintain.ts';
import { MINUTE_MS } from '../../../src/domain/instant.ts';
import { redisDump } from '../redis-dump.ts';
import { createServerlessWorld, openRemoteStores, type RemoteStores, type ServerlessWorld } from '../serverless-world.ts';
import { IS_HERE, installed } from './installed.ts';

/** Instead of five seconds, several times over. */
const REDIS_TIMEOUT_MS = 1_500;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Null where this machine cannot start one: then the test is skipped, and says so. Under CI every server must be there, as in scripts/test-integration.ts. */
async function own(start: () => Promise<OwnServer>): Promise<OwnServer | null> {
  try {
    return await start();
  } catch (thrown) {
    if (thrown instanceof ServerMissing && process.env.CI !== 'true') return null;
    throw thrown;
  }
}

describe.skipIf(!IS_HERE)('Redis is killed and comes back', () => {
  const token = randomUUID();
  let folder = '';
  let server: OwnServer | null = null;
  let bridge: RedisBridge;
  let remote: RemoteStores;

  const open = (options: (folder: string) => readonly string[]) => {
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'hindsight-redis-'));
      server = await own(() => startRedis(options(folder)));
      if (server === null) return;
      bridge = await startRedisBridge({ redis_url: server.url, token });
      const redis = { url: bridge.url, token, timeout_ms: REDIS_TIMEOUT_MS };
      remote = await openRemoteStores('qdrant', (config) => ({ ...config, redis }));
    });
    afterAll(async () => {
      if (server !== null) {
        await remote.close();
        await bridge.close();
        await server.stop();
      }
      rmSync(folder, { recursive: true, force: true });
    });
  };

  const turn = (world: ServerlessWorld, number: number, of: string) =>
    world.must('recordTurn', { session_id: 's', role: 'user', content: `turn ${number} ${of}`, idempotency_key: `${of} ${number}` });

  /** Turns before, while it is away, and after it came back; `forgets`: one of those before is forgotten while it is away. */
  async function throughAnOutage(world: ServerlessWorld, redis: OwnServer) {
    const before = [];
    for (let number = 1; number <= 10; number += 1) before.push(await turn(world, number, 'before'));
    const under_way = Array.from({ length: 10 }, (_, number) => turn(world, number, 'meanwhile'));
    await redis.kill();
    const meanwhile = await Promise.all(under_way);
    const away = await turn(world, 1, 'away');
    const forgotten = await world.must('forget', { memory_id: before[0]?.id ?? '' });
    const unread = await world.fails('readSession', { session_id: 's' });
    await redis.restart();
    for (let tries = 0; !(await world.deps.working.ping()) && tries < 100; tries += 1) await pause(50);
    await world.idle();
    return { before, meanwhile, away, forgotten, unread };
  }

  describe.each([
    { name: 'with its data', keeps: true, options: (kept: string) => ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', kept] },
    { name: 'without them', keeps: false, options: () => ['--appendonly', 'no'] },
  ])('$name', ({ keeps, options }) => {
    open(options);

    it('no turn is lost, replies say what was away, and what was forgotten stays so', async (context) => {
      if (server === null) return context.skip('there is no redis-server on this machine');
      const world = createServerlessWorld(remote.stores);
      const { before, meanwhile, away, forgotten, unread } = await throughAnOutage(world, server);
      expect(before.every(({ degraded }) => degraded === undefined)).toBe(true);
      expect(away).toMatchObject({ status: 'created', turn: 0, degraded: [{ store: 'redis' }] });
      expect(forgotten).toMatchObject({ status: 'pending', degraded: [{ store: 'redis' }] });
      expect(unread).toMatchObject({ kind: 'unavailable', store: 'redis' });
      // A turn that was under way entered the session or says that it did not.
      for (const reply of meanwhile) expect(reply.turn > 0).toBe(reply.degraded === undefined);

      const after = await turn(world, 1, 'after');
      expect(after.degraded).toBeUndefined();
      const session = await world.must('readSession', { session_id: 's' });
      const entered = [...before, ...meanwhile].filter(({ degraded }) => degraded === undefined).length;
      if (keeps) expect(session.turn).toBeGreaterThanOrEqual(entered + 1);
      else expect([session.turn, session.items.map(({ content }) => content)]).toEqual([1, ['turn 1 after']]);
      expect(JSON.stringify(session)).not.toContain('turn 1 before');

      world.pass(2 * MINUTE_MS);
      await maintain(world.deps);
      const { items } = await world.must('list', { limit: 100 });
      expect(new Set(items.map(({ id }) => id))).toEqual(new Set([...before.slice(1), ...meanwhile, away, after].map(({ id }) => id)));
      const dump = await redisDump(server.url);
      expect(dump).toContain('turn 1 after');
      expect(dump).not.toContain('turn 1 before');
      expect(await world.must('stats', {})).toMatchObject({
        pending: 0,
        unembedded: 0,
        stores: [{ ok: true }, { ok: true }, { ok: true }],
      });
    });
  });
});

describe.skipIf(!IS_HERE)('Postgres is killed and comes back', () => {
  const BATCHES = 12;
  const ITEMS = 20;
  let server: OwnServer | null = null;
  let bridge: NeonBridge;
  let remote: RemoteStores;
  beforeAll(async () => {
    server = await own(() => startPostgres(['-c', 'synchronous_commit=on']));
    if (server === null) return;
    const url = new URL(server.url);
    bridge = await startNeonBridge({ postgres: { host: url.hostname, port: Number(url.port) } });
    url.host = `127.0.0.1:${bridge.port}`;
    await migratePostgres(url.href);
    remote = await openRemoteStores('qdrant', (config) => ({ ...config, database_url: url.href }));
  }, 120_000);
  afterAll(async () => {
    if (server === null) return;
    await remote.close();
    await bridge.close();
    await server.stop();
  });

  const batch = (world: ServerlessWorld, number: number) =>
    world.execute('writeMany', {
      memories: Array.from({ length: ITEMS }, (_, item) => ({
        command: { content: `batch ${number} item ${item}`, idempotency_key: `${number} ${item}` },
      })),
    });
  const acknowledged = (outcome: Awaited<ReturnType<typeof batch>>): boolean =>
    outcome.ok && outcome.value.results.every((result) => result.ok);
  const countedByBatch = async (world: ServerlessWorld): Promise<readonly number[]> => {
    const { items } = await world.deps.store.dump({ limit: BATCHES * ITEMS * 2, after: null });
    const held = items.flatMap((item) => ('memory' in item ? [item.memory.content] : []));
    return Array.from({ length: BATCHES }, (_, number) => held.filter((content) => content.startsWith(`batch ${number} `)).length);
  };

  it('each batch under way is there as a whole or not at all, and its retry makes it there once', async (context) => {
    if (server === null) return context.skip('there is no Postgres of npm for this machine');
    const world = createServerlessWorld(remote.stores);
    let answered = 0;
    const under_way = Array.from({ length: BATCHES }, (_, number) =>
      batch(world, number).then((outcome) => {
        if (acknowledged(outcome)) answered += 1;
        return outcome;
      }),
    );
    // In the middle: some are done, some are not.
    while (answered === 0) await pause(1);
    await server.kill();
    const outcomes = await Promise.all(under_way);
    const failed = await world.fails('list', {});
    expect(failed).toMatchObject({ kind: 'unavailable', store: 'neon' });
    await server.restart();
    for (let tries = 0; !(await world.deps.store.ping().catch(() => false)) && tries < 100; tries += 1) await pause(50);
    await world.idle();

    const counts = await countedByBatch(world);
    for (const [number, count] of counts.entries()) {
      const outcome = outcomes[number];
      expect([0, ITEMS], `batch ${number}`).toContain(count);
      if (outcome !== undefined && acknowledged(outcome)) expect(count, `batch ${number} was acknowledged`).toBe(ITEMS);
    }
    expect(outcomes.filter((outcome) => !acknowledged(outcome)).length, 'it was killed in the middle').toBeGreaterThan(0);
    for (let number = 0; number < BATCHES; number += 1) expect(acknowledged(await batch(world, number))).toBe(true);
    expect(await countedByBatch(world)).toEqual(Array.from({ length: BATCHES }, () => ITEMS));
    world.pass(2 * MINUTE_MS);
    await maintain(world.deps);
    expect(await world.must('stats', {})).toMatchObject({ counts: { episodic: { live: BATCHES * ITEMS } }, pending: 0, unembedded: 0 });
    expect(remote.stored(hashNamespace(world.namespace))).toHaveLength(BATCHES * ITEMS);
  }, 120_000);
});

describe.skipIf(!IS_HERE).each(['qdrant', 'upstash'] as const)('the vector service is away for an hour: %s', (service) => {
  const remote = installed(service);
  const NAMES = { qdrant: 'qdrant', upstash: 'upstash-vector' } as const;

  it('writing goes on, search goes by words and says so, and after the hour everything is found by meaning', async () => {
    const { stores, lines, stored } = remote();
    const world = createServerlessWorld(stores);
    const early = await world.must('write', { content: 'a red brick house by the canal' });
    await world.must('write', { content: 'the harbour froze over' });
    await world.idle();
    // On a slow machine a first vector may have to wait for the repair.
    const { pending, unembedded } = await world.must('stats', {});
    const line = lines.open();
    const vectorRequests = () => line.calls.filter((store) => store === 'vectors').length;
    const set = () => line.set((store) => (store === 'vectors' ? 'refused' : null));
    await line.run(async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        set();
        const reply = await world.must('write', { content: `note ${minute} from the quay` });
        expect(reply).toMatchObject({ status: 'created', index: 'pending' });
        expect(reply.degraded?.map((one) => one.store)).toContain(NAMES[service]);
        if (minute === 30) {
          const forgotten = await world.must('forget', { memory_id: early.id });
          expect(forgotten).toMatchObject({ status: 'pending', degraded: [{ store: NAMES[service] }] });
        }
        world.pass(MINUTE_MS / 2);
        await world.idle();
        // What was written half a minute ago is due at once; what was tried and failed waits for its minute.
        await maintain(world.deps);
        set();
        await maintain(world.deps);
        const again = vectorRequests();
        expect(again, 'a repair that comes too early leaves the service alone').toBeLessThanOrEqual(1);
        world.pass(MINUTE_MS / 2);
      }
      const search = await world.must('search', { query: 'note 17 from the quay' });
      expect(search.degraded).toMatchObject([{ store: NAMES[service] }]);
      expect(search.results[0]?.content).toBe('note 17 from the quay');
      expect((await world.must('search', { query: 'red brick house by the canal' })).results.map(({ id }) => id)).not.toContain(early.id);
      expect(await world.must('stats', {})).toMatchObject({ pending: pending + 61, unembedded: unembedded + 60 });
      line.set(() => null);
      world.pass(MINUTE_MS);
      await maintain(world.deps);
    });
    await world.idle();
    expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
    const { items } = await world.must('list', { limit: 100 });
    expect(items).toHaveLength(61);
    expect(new Set(stored(hashNamespace(world.namespace)))).toEqual(new Set(items.map(({ id }) => id)));
    expect((await world.must('search', { query: 'note 17 from the quay' })).degraded).toEqual([]);
  });
});
