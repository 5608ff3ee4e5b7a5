/** What each call costs over the real stores is what docs/backends.md says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../src/application/dependencies.ts';
import { afterReply } from '../../src/compose/after-reply.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { createWorld } from '../support/world.ts';
import { DATABASE_URL, REDIS_REST } from './addresses.ts';
import { freshNamespace } from './neon-stores.ts';
import { type Count, type Counter, installCounter } from './round-trips/counter.ts';
import { type DocumentedCost, documentedCosts } from './round-trips/documented.ts';
import { SCENARIOS, type Scenario, VERBS } from './round-trips/scenarios.ts';
import { openRemoteStores, type RemoteStores, type VectorService } from './serverless-world.ts';

type Target = 'postgres' | 'redis' | 'vectors' | 'embedder';
const SERVICES = ['qdrant', 'upstash'] as const satisfies readonly VectorService[];

interface Bench {
  readonly remote: RemoteStores;
  readonly counter: Counter<Target>;
  readonly embedder_url: string;
  close(): Promise<void>;
}

async function openBench(service: VectorService): Promise<Bench> {
  const remote = await openRemoteStores(service);
  const embedder = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => embedder.listen(0, '127.0.0.1', resolve));
  const { port } = embedder.address() as AddressInfo;
  const embedder_url = `http://127.0.0.1:${port}`;
  const { database_url, redis, vectors } = remote.config;
  const counter = installCounter<Target>({
    postgres: database_url.replace(/^postgres(ql)?:/, 'http:'),
    redis: redis.url,
    vectors: vectors.url,
    embedder: embedder_url,
  });
  return {
    remote,
    counter,
    embedder_url,
    async close() {
      counter.restore();
      await remote.close();
      await new Promise((resolve) => embedder.close(resolve));
    },
  };
}

/** A service over a fresh namespace, and the end of what it put off. */
function openWorld({ remote, counter }: Bench, change: (deps: Dependencies) => Dependencies = (deps) => deps) {
  const held: Promise<void>[] = [];
  const world = createWorld((deps) =>
    change({
      ...deps,
      ...remote.stores.of(freshNamespace()),
      defer: counter.defer(afterReply((work) => void held.push(work), deps.observer, 'abcd')),
    }),
  );
  const ended = async () => {
    while (held.length > 0) await held.shift();
  };
  return { world, ended };
}

/** The same vectors, each batch of them behind one request. */
const overNetwork = (inner: Embedder, url: string): Embedder => ({
  ...inner,
  async embed(texts) {
    await (await fetch(url)).text();
    return inner.embed(texts);
  },
});

async function measure(bench: Bench, scenario: Scenario): Promise<Count<Target>> {
  const { world, ended } = openWorld(bench, (deps) =>
    scenario.remote_embedder === true ? { ...deps, embedder: overNetwork(deps.embedder, bench.embedder_url) } : deps,
  );
  // The first call of an isolate asks the vector service for its dimensions, and makes a collection where there is none.
  await world.must('write', { content: 'Something to begin with.' });
  await world.must('search', { query: 'something' });
  const prepared = (await scenario.prepare?.(world)) ?? '';
  await ended();
  return bench.counter.measure(() => scenario.run(world, prepared));
}

const cell = (values: readonly string[]): string => (new Set(values).size === 1 ? (values[0] ?? '') : values.join(' / '));
const costOf = (counts: readonly Count<Target>[]): DocumentedCost => {
  const requests = (target: Target) =>
    cell(counts.map(({ before, after }) => (after[target] === 0 ? `${before[target]}` : `${before[target]} + ${after[target]}`)));
  return {
    waits: cell(counts.map(({ waits }) => `${waits}`)),
    postgres: requests('postgres'),
    redis: requests('redis'),
    vectors: requests('vectors'),
  };
};

describe.skipIf(DATABASE_URL === null || REDIS_REST === null)('round trips', () => {
  const benches: Bench[] = [];
  beforeAll(async () => {
    for (const service of SERVICES) benches.push(await openBench(service));
  });
  afterAll(async () => {
    for (const bench of benches.toReversed()) await bench.close();
  });

  it('every verb has a row', () => {
    expect(new Set(SCENARIOS.map(({ verb }) => verb))).toEqual(new Set(Object.keys(VERBS)));
    expect(SCENARIOS.map(({ call }) => call)).toEqual([...documentedCosts().keys()]);
  });

  it.each(SCENARIOS)('$call', { timeout: 120_000 }, async (scenario) => {
    const counts: Count<Target>[] = [];
    for (const bench of benches) counts.push(await measure(bench, scenario));
    expect(costOf(counts)).toEqual(documentedCosts().get(scenario.call));
  });

  it('no request to a vector service was malformed', () => {
    for (const { remote } of benches) expect(remote.refusals().filter((line) => !/^(404|409) /.test(line))).toEqual([]);
  });

  describe('the counter sees', () => {
    const extra = async (at: 'first' | 'beside' | 'after'): Promise<Count<Target>> => {
      const [bench] = benches;
      if (bench === undefined) throw new Error('no stores');
      const { world, ended } = openWorld(bench);
      const { id } = await world.must('write', { content: 'A note.' });
      await ended();
      const ping = () => world.deps.store.ping();
      return bench.counter.measure(async () => {
        if (at === 'first') await ping();
        if (at === 'after') await world.deps.defer(ping);
        await Promise.all([world.must('get', { id }), at === 'beside' ? ping() : null]);
      });
    };
    it('a call more before, as a wait', async () => {
      expect(await extra('first')).toMatchObject({ waits: 2, before: { postgres: 2 }, after: { postgres: 0 } });
    });
    it('a call more beside, as a request and no wait', async () => {
      expect(await extra('beside')).toMatchObject({ waits: 1, before: { postgres: 2 }, after: { postgres: 0 } });
    });
    it('a call more that is put off, apart', async () => {
      expect(await extra('after')).toMatchObject({ waits: 1, before: { postgres: 1 }, after: { postgres: 1 } });
    });
    it('a call that is neither waited for nor put off, as an error', async () => {
      const [bench] = benches;
      if (bench === undefined) throw new Error('no stores');
      const { world } = openWorld(bench);
      const careless = bench.counter.measure(async () => void world.deps.store.ping());
      await expect(careless).rejects.toThrow('nobody waits for');
    });
  });
});
