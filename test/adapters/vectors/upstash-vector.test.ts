import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UpstashVectorClient } from '../../../src/adapters/upstash-vector/client.ts';
import { createUpstashVectorIndex } from '../../../src/adapters/upstash-vector/vector-index.ts';
import { termsOf } from '../../../src/domain/text/terms.ts';
import { idOf, view } from '../../contracts/contract.ts';
import { FACETS, GENERATION, seededVector, unwrap, vectorIndexContract } from '../../contracts/vector-index.ts';
import { createReferenceStores } from '../../reference/stores.ts';
import { RECORDS_ELSEWHERE } from './skips.ts';
import { findOrStartUpstash, type UpstashService } from './vector-services.ts';

const DIMENSIONS = 64;
let service: UpstashService;
beforeAll(async () => {
  service = await findOrStartUpstash(DIMENSIONS);
});
afterAll(() => service.close());

const open = (namespace: string, options: { readonly token?: string; readonly timeout_ms?: number; readonly url?: string } = {}) =>
  createUpstashVectorIndex(new UpstashVectorClient({ url: service.url, token: service.token, ...options }), namespace);
const freshNamespace = () => `test/${randomUUID()}`;

vectorIndexContract({
  name: 'upstash-vector',
  withStores: async (work) => {
    const namespace = freshNamespace();
    const { store } = createReferenceStores({ termsOf });
    const make = () => ({ store, vectors: open(namespace) });
    await work(make(), make);
  },
  skip: [
    ...RECORDS_ELSEWHERE,
    { reason: 'an index has one dimension for all', tests: ['generations are never compared, and may differ in dimensions'] },
  ],
});

const entry = (number: number, ...chunks: Float32Array[]) => ({
  id: idOf(number),
  facets: FACETS,
  chunks: chunks.length > 0 ? chunks : [seededVector(number)],
});
const ask = (number: number, generation = GENERATION) => ({ vector: seededVector(number), generation, limit: 5, filter: {}, view: view() });

describe('upstash vector', () => {
  test('generations are never compared', async () => {
    const index = open(freshNamespace());
    await index.upsert(GENERATION, [entry(1), entry(2)]);
    await index.upsert('test:other@1', [entry(2), entry(3, seededVector(3), seededVector(4))]);
    expect(unwrap(await index.query(ask(1))).map(({ id }) => id)).toEqual([idOf(1)]);
    expect(unwrap(await index.query(ask(3, 'test:other@1'))).map(({ id }) => id)).toEqual([idOf(3), idOf(2)]);
    expect(unwrap(await index.query(ask(1, 'test:unknown@1')))).toEqual([]);
    expect(unwrap(await index.retire(GENERATION)).removed).toBe(2);
    expect(unwrap(await index.present([1, 2, 3].map(idOf)))).toEqual([idOf(1)]);
    expect(unwrap(await index.retire('')).removed).toBe(1);
  });

  test('a long list of memories goes by filter, each counted once', async () => {
    const index = open(freshNamespace());
    const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
    await index.upsert(
      GENERATION,
      numbers.map((number) => entry(number, seededVector(number), seededVector(number + 100))),
    );
    expect(unwrap(await index.remove(numbers.slice(0, 25).map(idOf))).removed).toBe(25);
    expect(unwrap(await index.present(numbers.map(idOf)))).toEqual(numbers.slice(25).map(idOf));
  });

  test('an id that is none of ours breaks out of no filter and no id', async () => {
    const index = open(freshNamespace());
    const odd = `x' OR memory_id != '`;
    await index.upsert(GENERATION, [{ ...entry(1), id: odd }, entry(2)]);
    expect(unwrap(await index.present([odd, idOf(2)]))).toEqual([odd, idOf(2)]);
    expect(unwrap(await index.remove([odd])).removed).toBe(1);
    expect(unwrap(await index.present([odd, idOf(2)]))).toEqual([idOf(2)]);
  });

  test('what is not visible yet is neither found nor a fault, and comes in order', async ({ skip }) => {
    const { stand_in } = service;
    if (stand_in === null) return skip('the real service takes its own time');
    const index = open(freshNamespace());
    stand_in.hold();
    expect(unwrap(await index.upsert(GENERATION, [entry(1)]))).toEqual({ rejected: [] });
    expect(unwrap(await index.query(ask(1)))).toEqual([]);
    stand_in.settle();
    expect(unwrap(await index.query(ask(1))).map(({ id }) => id)).toEqual([idOf(1)]);
  });

  test('a fault names its kind and nothing that was sent', async () => {
    const causes = [];
    for (const options of [{ token: 'wrong' }, { timeout_ms: 0 }, { url: 'http://127.0.0.1:9' }]) {
      const outcome = await open('n', options).query(ask(1));
      causes.push(outcome.ok ? 'ok' : outcome.failure);
    }
    expect(causes).toEqual([
      { store: 'upstash-vector', cause: 'unauthorized', retryable: false },
      { store: 'upstash-vector', cause: 'timeout', retryable: true },
      { store: 'upstash-vector', cause: 'unreachable', retryable: true },
    ]);
  });

  test('no request of all these was malformed', () => {
    expect((service.stand_in?.refusals ?? []).filter((line) => !line.startsWith('401 '))).toEqual([]);
  });
});
