/** The service as it is deployed with HINDSIGHT_STORES=serverless, over HTTP. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/local-worker.ts';
import { queueReindex } from '../../src/adapters/neon/reindex.ts';
import { POSTGRES_URL, REDIS_URL } from './addresses.ts';
import { redisDump } from './redis-dump.ts';
import { documentedCosts } from './round-trips/documented.ts';
import { type ServerlessDeployment, type StoreName, startServerless } from './serverless-deployment.ts';

const START_MS = 120_000;
const LONG_MS = 180_000;
type Body = Record<string, unknown>;

/** Runs within which whatever was put off has come due and been done. */
const SCHEDULED_RUNS_MAX = 4;

describe.skipIf(POSTGRES_URL === null || REDIS_URL === null).each(['qdrant', 'upstash'] as const)(
  'serverless over %s',
  (vector_service) => {
    let deployment: ServerlessDeployment;
    beforeAll(async () => {
      deployment = await startServerless(vector_service);
    }, START_MS);
    afterAll(() => deployment?.stop());

    const call = async (namespace: string, method: string, path: string, body?: Body) => {
      const response = await fetch(`${deployment.worker.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-hindsight-namespace': namespace },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    };
    const contentsOf = ({ body }: { readonly body: Body }) =>
      (body.results as { readonly content: string }[]).map(({ content }) => content);
    const search = (namespace: string, query: string, more: Body = {}) =>
      call(namespace, 'POST', '/v1/memories/search', { query, ...more });
    const runScheduled = async () => {
      const response = await fetch(`${deployment.worker.url}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
      expect(await response.text()).toBe('ok');
    };
    /** All requests of a call, those after its reply included. */
    const documented = (row: string): Record<StoreName, number> => {
      const cost = documentedCosts().get(row);
      const total = (cell = '') => {
        const [qdrant = '', upstash = qdrant] = cell.split(' / ');
        return (vector_service === 'qdrant' ? qdrant : upstash).split(' + ').reduce((sum, part) => sum + Number(part), 0);
      };
      return { postgres: total(cost?.postgres), redis: total(cost?.redis), vectors: total(cost?.vectors) };
    };
    const pause = () => new Promise((resolve) => setTimeout(resolve, 500));
    /** Requests to each store for one call, deferred ones included. */
    const cost = async (work: () => Promise<unknown>): Promise<Record<StoreName, number>> => {
      // Deferred work (counting what was read) goes on after a reply: neither the call before nor this one may leak.
      await pause();
      const before = deployment.requests();
      await work();
      await pause();
      const after = deployment.requests();
      return { postgres: after.postgres - before.postgres, redis: after.redis - before.redis, vectors: after.vectors - before.vectors };
    };

    test('readiness names every store, and which of them is away', async () => {
      const vectors = vector_service === 'qdrant' ? 'qdrant' : 'upstash-vector';
      const ready = await call('n', 'GET', '/readyz');
      expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } });
      expect((ready.body.stores as { name: string }[]).map(({ name }) => name).sort()).toEqual(['neon', vectors, 'redis'].sort());
      deployment.setDown('redis', true);
      const away = await call('n', 'GET', '/readyz');
      deployment.setDown('redis', false);
      expect(away.status).toBe(503);
      expect(away.body.stores).toContainEqual({ name: 'redis', ok: false });
      expect(away.body.stores).toContainEqual({ name: 'neon', ok: true });
    });

    test('a memory is written, found by meaning, superseded, forgotten and counted', async () => {
      const namespace = `e2e/${randomUUID()}`;
      const first = await call(namespace, 'POST', '/v1/memories', {
        content: 'The customer prefers a window seat on every flight.',
        layer: 'semantic',
        key: 'seat',
      });
      expect(first).toMatchObject({ status: 201, body: { status: 'created', index: 'ready' } });
      await call(namespace, 'POST', '/v1/memories', { content: '李明住在杭州，常去西湖跑步。' });
      expect(contentsOf(await search(namespace, 'Where does the customer like to sit on a plane?'))[0]).toMatch(/window seat/);
      expect(contentsOf(await search(namespace, '李明住在哪里？'))[0]).toMatch(/杭州/);
      expect(contentsOf(await search(`e2e/${randomUUID()}`, 'window seat'))).toEqual([]);
      const next = await call(namespace, 'POST', '/v1/memories', {
        content: 'The customer prefers an aisle seat on every flight.',
        layer: 'semantic',
        key: 'seat',
      });
      expect(next.body.superseded_id).toBe(first.body.id);
      expect(contentsOf(await search(namespace, 'which seat does the customer prefer'))).toEqual([
        'The customer prefers an aisle seat on every flight.',
      ]);
      const forgotten = await call(namespace, 'DELETE', `/v1/memories/${String(next.body.id)}`);
      expect(forgotten.body).toMatchObject({ status: 'forgotten' });
      expect(contentsOf(await search(namespace, 'aisle seat')).filter((content) => content.includes('aisle'))).toEqual([]);
      const stats = await call(namespace, 'GET', '/v1/stats');
      expect(stats.body.counts).toMatchObject({ semantic: { forgotten: 1 }, episodic: { live: 1 } });
      const erased = await fetch(`${deployment.worker.url}/v1/namespace?confirm=${encodeURIComponent(namespace)}`, {
        method: 'DELETE',
        headers: { 'x-hindsight-namespace': namespace },
      });
      expect(erased.status).toBeLessThan(500);
    });

    test('turns enter working memory, and a forgotten one leaves it', async () => {
      const namespace = `e2e/${randomUUID()}`;
      for (const content of ['I fly to Oslo on Friday.', 'My passport number ends in seven.'])
        expect((await call(namespace, 'POST', '/v1/sessions/s1/turns', { role: 'user', content })).status).toBe(201);
      const session = await call(namespace, 'GET', '/v1/sessions/s1');
      const items = session.body.items as { readonly id: string; readonly content: string }[];
      expect(items.map(({ content }) => content)).toEqual(['I fly to Oslo on Friday.', 'My passport number ends in seven.']);
      await call(namespace, 'DELETE', `/v1/memories/${items[1]?.id}`);
      const after = await call(namespace, 'GET', '/v1/sessions/s1');
      expect((after.body.items as { content: string }[]).map(({ content }) => content)).toEqual(['I fly to Oslo on Friday.']);
    });

    test('with the vector service away a write is kept, says so, is found by its words, and by meaning after the scheduled repair', async () => {
      const namespace = `e2e/${randomUUID()}`;
      deployment.setDown('vectors', true);
      const written = await call(namespace, 'POST', '/v1/memories', { content: 'The aquarium needs its filter cleaned on Sundays.' });
      expect(written).toMatchObject({ status: 201, body: { status: 'created', index: 'pending' } });
      expect(written.body.degraded).toBeDefined();
      expect(contentsOf(await search(namespace, 'aquarium filter'))).toHaveLength(1);
      expect((await call(namespace, 'GET', '/v1/stats')).body).toMatchObject({ unembedded: 1, pending: 1 });
      deployment.setDown('vectors', false);
      await runScheduled();
      expect((await call(namespace, 'GET', '/v1/stats')).body).toMatchObject({ unembedded: 0, pending: 0 });
      expect(contentsOf(await search(namespace, 'When is the filter of the fish tank cleaned?'))).toHaveLength(1);
    });

    test('after the vector service lost its data, reindex and the repair bring every vector back', async () => {
      const namespace = `e2e/${randomUUID()}`;
      await call(namespace, 'POST', '/v1/memories', { content: 'The greenhouse door sticks when it rains.' });
      await expect.poll(async () => (await call(namespace, 'GET', '/v1/stats')).body).toMatchObject({ unembedded: 0, pending: 0 });
      expect(await queueReindex(deployment.variables.DATABASE_URL ?? '', namespace)).toBe(1);
      expect((await call(namespace, 'GET', '/v1/stats')).body).toMatchObject({ unembedded: 1, pending: 1 });
      const { vectors } = await cost(runScheduled);
      expect(vectors).toBeGreaterThan(0);
      expect((await call(namespace, 'GET', '/v1/stats')).body).toMatchObject({ unembedded: 0, pending: 0 });
    });

    test('with Redis away a write is kept and says so; with Postgres away nothing is', async () => {
      const namespace = `e2e/${randomUUID()}`;
      deployment.setDown('redis', true);
      const written = await call(namespace, 'POST', '/v1/memories', { content: 'The boiler was serviced in March.', session_id: 's' });
      deployment.setDown('redis', false);
      expect(written.status).toBe(201);
      expect(JSON.stringify(written.body.degraded)).toContain('redis');
      deployment.setDown('postgres', true);
      const lost = await call(namespace, 'POST', '/v1/memories', { content: 'This one is refused.' });
      deployment.setDown('postgres', false);
      expect(lost.status).toBe(503);
      expect(contentsOf(await search(namespace, 'boiler serviced'))).toHaveLength(1);
      expect(contentsOf(await search(namespace, 'This one is refused'))).not.toContain('This one is refused.');
    });

    test('a cursor of another namespace is refused, not answered with an empty page', async () => {
      const [own, other] = [`e2e/${randomUUID()}`, `e2e/${randomUUID()}`];
      const memories = [1, 2].flatMap((at) => [{ content: `The jetty light ${at}.` }, { content: `Value ${at}.`, key: `light.${at}` }]);
      for (const namespace of [own, other]) await call(namespace, 'POST', '/v1/memories', { memories });
      const ask = (namespace: string, path: string, cursor?: string) =>
        path === 'search'
          ? search(namespace, 'jetty light', { top_k: 1, ...(cursor === undefined ? {} : { cursor }) })
          : call(namespace, 'GET', `${path}?limit=1${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      for (const path of ['/v1/memories', '/v1/facts', 'search']) {
        const cursor = String((await ask(own, path)).body.next_cursor);
        expect([path, (await ask(own, path, cursor)).status]).toEqual([path, 200]);
        expect([path, await ask(other, path, cursor)]).toMatchObject([
          path,
          { status: 422, body: { error: { code: 'invalid', field: 'cursor' } } },
        ]);
      }
    });

    test('what was forgotten stands in no key or value of Redis, what stays does', async () => {
      const namespace = `e2e/${randomUUID()}`;
      const turn = (content: string) => call(namespace, 'POST', '/v1/sessions/dump/turns', { role: 'user', content });
      const [english, chinese] = [await turn('The quokkazebra parcel waits at gate nine.'), await turn('考拉斑马包裹放在九号门。')];
      await turn('The lighthousekeeper stays where it is.');
      const before = await redisDump(REDIS_URL ?? '');
      for (const mark of ['quokkazebra', '考拉斑马', 'lighthousekeeper']) expect(before).toContain(mark);
      for (const { body } of [english, chinese])
        expect((await call(namespace, 'DELETE', `/v1/memories/${String(body.id)}`)).body.status).toBe('forgotten');
      const after = await redisDump(REDIS_URL ?? '');
      for (const mark of ['quokkazebra', '考拉斑马']) expect(after).not.toContain(mark);
      expect(after).toContain('lighthousekeeper');
    });

    test('scheduled runs come to rest: one soon finds next to nothing due', async () => {
      // The outages above put work off by a minute; on a slow machine that minute may end between two runs.
      const costs: number[] = [];
      for (let run = 0; run < SCHEDULED_RUNS_MAX; run += 1) costs.push((await cost(runScheduled)).postgres);
      expect(Math.min(...costs)).toBeLessThanOrEqual(40);
    });

    test('each call costs the requests that the docs say', async () => {
      const namespace = `e2e/${randomUUID()}`;
      await call(namespace, 'POST', '/v1/memories', { content: 'First of all.' });
      await search(namespace, 'first');
      const write = await cost(() => call(namespace, 'POST', '/v1/memories', { content: 'The second note is about a red bicycle.' }));
      const found = await cost(() => search(namespace, 'bicycle colour'));
      const turn = await cost(() => call(namespace, 'POST', '/v1/sessions/s/turns', { role: 'user', content: 'A turn of its own.' }));
      const session = await cost(() => call(namespace, 'GET', '/v1/sessions/s'));
      expect({ write, found, turn, session }).toEqual({
        write: documented('write'),
        found: documented('search'),
        turn: documented('record a turn'),
        session: documented('read a session'),
      });
    });

    test('no request to the vector service was malformed', () => {
      expect(deployment.refusals().filter((line) => !/^(404|409) /.test(line))).toEqual([]);
    });

    test('the same in plain Node, as the container runs it, passes the smoke test', { timeout: LONG_MS }, async () => {
      const port = await freePort();
      const variables = { ...process.env, ...deployment.variables, PORT: String(port) };
      const server = spawn(process.execPath, ['scripts/serve.ts'], { env: variables, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        await new Promise<void>((resolve) => server.stdout.on('data', (chunk) => String(chunk).includes('is ready') && resolve()));
        const smoke = spawn(process.execPath, ['scripts/smoke.ts', `http://127.0.0.1:${port}`, '--namespace', `smoke/${randomUUID()}`]);
        let output = '';
        for (const stream of [smoke.stdout, smoke.stderr])
          stream.on('data', (chunk) => {
            output += String(chunk);
          });
        const code = await new Promise((resolve) => smoke.once('exit', resolve));
        expect(code, output).toBe(0);
        expect(output).toMatch(/✓ it is forgotten: forgotten\n✓ it is found no more/);
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGTERM');
        expect(await ended).toBe(0);
      } finally {
        server.kill('SIGKILL');
      }
    });

    // Once: it has namespaces of its own, and both share one database.
    test.skipIf(vector_service === 'upstash')('the demo passes', { timeout: LONG_MS }, async () => {
      const child = spawn(process.execPath, ['scripts/demo.ts'], { env: { ...process.env, HINDSIGHT_ENV_FILE: deployment.env_file } });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const code = await new Promise((resolve) => child.once('exit', resolve));
      expect(code, `${deployment.refusals().join('\n')}\n${output.slice(-3_000)}`).toBe(0);
    });
  },
);
