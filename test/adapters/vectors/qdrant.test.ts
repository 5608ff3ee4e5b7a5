import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QdrantClient } from '../../../src/adapters/qdrant/client.ts';
import { QdrantCollections } from '../../../src/adapters/qdrant/collections.ts';
import { createQdrantVectorIndex } from '../../../src/adapters/qdrant/vector-index.ts';
import { termsOf } from '../../../src/domain/text/terms.ts';
import { idOf, view } from '../../contracts/contract.ts';
import { FACETS, GENERATION, seededVector, unwrap, vectorIndexContract } from '../../contracts/vector-index.ts';
import { createReferenceStores } from '../../reference/stores.ts';
import { RECORDS_ELSEWHERE } from './skips.ts';
import { findOrStartQdrant, type QdrantService } from './vector-services.ts';

let service: QdrantService;
beforeAll(async () => {
  service = await findOrStartQdrant();
});
afterAll(() => service.close());

const open = (namespace: string, options: { readonly api_key?: string; readonly timeout_ms?: number; readonly url?: string } = {}) => {
  const client = new QdrantClient({ url: service.url, api_key: service.api_key, ...options });
  return createQdrantVectorIndex(client, new QdrantCollections(client), namespace);
};

vectorIndexContract({
  name: 'qdrant',
  withStores: async (work) => {
    const namespace = `test/${randomUUID()}`;
    const { store } = createReferenceStores({ termsOf });
    const make = () => ({ store, vectors: open(namespace) });
    await work(make(), make);
  },
  skip: RECORDS_ELSEWHERE,
});

const entry = (number: number) => ({ id: idOf(number), facets: FACETS, chunks: [seededVector(number)] });
const ask = (number: number) => ({ vector: seededVector(number), generation: GENERATION, limit: 5, filter: {}, view: view() });

describe('qdrant', () => {
  test('namespaces share a collection and see nothing of each other, whatever the call', async () => {
    const [left, right] = ['a', 'b'].map((name) => open(`${name}/${randomUUID()}`)) as [ReturnType<typeof open>, ReturnType<typeof open>];
    await left.upsert(GENERATION, [entry(1), entry(2)]);
    await right.upsert(GENERATION, [entry(1)]);
    expect(unwrap(await left.query(ask(1))).map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(unwrap(await right.query(ask(1))).map(({ id }) => id)).toEqual([idOf(1)]);
    expect(unwrap(await right.present([idOf(1), idOf(2)]))).toEqual([idOf(1)]);
    expect(unwrap(await right.remove([idOf(1), idOf(2)])).removed).toBe(1);
    expect(unwrap(await right.retire(''))).toEqual({ removed: 0 });
    expect(unwrap(await left.present([idOf(1), idOf(2)]))).toEqual([idOf(1), idOf(2)]);
  });

  test('two that make the same collection at once both succeed', async () => {
    const generation = `test:${randomUUID()}`;
    const indexes = [1, 2, 3].map((number) => open(`n${number}/${randomUUID()}`));
    const outcomes = await Promise.all(indexes.map((index, at) => index.upsert(generation, [entry(at + 1)])));
    expect(outcomes.map(unwrap)).toEqual([{ rejected: [] }, { rejected: [] }, { rejected: [] }]);
  });

  test('a fault names its kind and nothing that was sent', async () => {
    const causes = [];
    for (const options of [{ api_key: 'wrong' }, { timeout_ms: 0 }, { url: 'http://127.0.0.1:9' }]) {
      const outcome = await open('n', options).query(ask(1));
      causes.push(outcome.ok ? 'ok' : outcome.failure);
      expect(await open('n', options).ping()).toBe(false);
    }
    expect(causes).toEqual([
      { store: 'qdrant', cause: 'http_403', retryable: false },
      { store: 'qdrant', cause: 'timeout', retryable: true },
      { store: 'qdrant', cause: 'unreachable', retryable: true },
    ]);
  });

  test('no request of all these was malformed', () => {
    expect(service.refusals().filter((line) => !line.startsWith('404 ') && !line.startsWith('403 ') && !line.startsWith('409 '))).toEqual(
      [],
    );
  });
});
