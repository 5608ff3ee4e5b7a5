import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { REST_MS } from '../../../src/adapters/models/circuit.ts';
import { noneEmbedder } from '../../../src/adapters/models/none-embedder.ts';
import { createOpenAiEmbedder } from '../../../src/adapters/models/openai-embedder.ts';
import { createWorkersAiEmbedder } from '../../../src/adapters/models/workers-ai-embedder.ts';
import { maintain } from '../../../src/application/maintain.ts';
import { MINUTE_MS } from '../../../src/domain/instant.ts';
import { cosine, embedderContract, vectorOf } from '../../contracts/embedder.ts';
import { createWorld } from '../../support/world.ts';
import { type EmbeddingServer, type Mode, startEmbeddingServer } from './embedding-server.ts';

const TIMEOUT_MS = 400;
let server: EmbeddingServer;
let now = 1_000_000;
const openai = (fields: { api_key?: string; dimensions?: number } = {}) =>
  createOpenAiEmbedder(
    { base_url: server.base_url, api_key: null, model: 'test-model', dimensions: null, timeout_ms: TIMEOUT_MS, ...fields },
    { now: () => now },
  );

beforeAll(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => {
  server.mode = null;
  server.requests.length = 0;
});
afterAll(() => server.close());

embedderContract('openai', () => openai());

const statuses = async (texts: readonly string[]) => (await openai({ dimensions: 24 }).embed(texts)).map(({ status }) => status);
const good = Array.from({ length: 9 }, (_, i) => `The lamp number ${i} is green.`);

describe('an OpenAI-compatible service', () => {
  it('is asked for its dimensions once, and sent the key', async () => {
    const embedder = openai({ api_key: 'sk-local' });
    expect(await embedder.describe()).toMatchObject({ id: 'openai:test-model@24', dimensions: 24 });
    await embedder.embed(good);
    expect(server.requests.map(({ input }) => input.length)).toEqual([1, 9]);
    expect(server.requests.every(({ authorization, model }) => authorization === 'Bearer sk-local' && model === 'test-model')).toBe(true);
    await openai({ dimensions: 24 }).embed(['no key']);
    expect(server.requests.at(-1)?.authorization).toBeUndefined();
  });

  it.each(['shuffled', 'no_index'] satisfies Mode[])('may answer %s', async (mode) => {
    const expected = await openai().embed(good);
    server.mode = mode;
    const given = await openai({ dimensions: 24 }).embed(good);
    expect(given).toEqual(expected);
  });

  it.each([
    ['a vector of another length', 'SHORT'],
    ['a null among the numbers', 'NULL'],
    ['a vector of zeros', 'ZERO'],
    ['a NaN, which is not JSON', 'NOT A NUMBER'],
    ['a crash', 'CRASH'],
    ['no answer', 'HANG'],
  ])('that gives %s for one text loses that text only', async (_, word) => {
    const texts = [...good.slice(0, 4), `${word} here`, ...good.slice(4)];
    const expected = texts.map((text) => (text.includes(word) ? 'failed' : 'embedded'));
    expect(await statuses(texts)).toEqual(expected);
  });

  it('that drops one vector of a batch gives the others to their texts', async () => {
    server.mode = 'wrong_count';
    const embedder = openai({ dimensions: 24 });
    const embeddings = await embedder.embed(good);
    expect(embeddings.map(({ status }) => status)).toEqual([...good.slice(1).map(() => 'embedded'), 'failed']);
    server.mode = null;
    const first = embeddings[0];
    expect(first?.status === 'embedded' && cosine(first.vector, await vectorOf(embedder, good[0] ?? ''))).toBeCloseTo(1, 4);
  });

  it.each(['http_500', 'http_401', 'hang', 'not_json', 'redirect', 'no_index_short', 'twice'] satisfies Mode[])(
    'that is out (%s) fails every text without an exception, in bounded requests',
    async (mode) => {
      server.mode = mode;
      expect(await statuses(good)).toEqual(good.map(() => 'failed'));
      expect(server.requests.length).toBeLessThanOrEqual(24);
      server.mode = null;
      expect(await statuses(good)).toEqual(good.map(() => 'embedded'));
    },
  );

  it('whose dimensions are unknown while it is out is known by its name alone', async () => {
    server.mode = 'http_500';
    const embedder = openai();
    expect(await embedder.describe()).toEqual({ unreachable: 'openai:test-model' });
    expect(await embedder.embed(['one'])).toMatchObject([{ status: 'failed' }]);
    server.mode = null;
    expect(await embedder.describe()).toMatchObject({ dimensions: 24 });
  });

  it('that hangs is left alone after two waits, tried by one caller at a time, and used again when it is back', async () => {
    const embedder = openai({ dimensions: 24 });
    const ask = async () => (await embedder.embed(['one']))[0];
    const failure = (reason: string) => ({ status: 'failed', reason });
    server.mode = 'hang';
    expect([await ask(), await ask(), server.requests.length]).toEqual([failure('timeout'), failure('timeout'), 2]);
    expect([await ask(), await ask(), server.requests.length]).toEqual([failure('unreachable'), failure('unreachable'), 2]);
    now += REST_MS - 1;
    expect([await ask(), server.requests.length]).toEqual([failure('unreachable'), 2]);
    now += 1;
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([failure('timeout'), failure('unreachable'), failure('unreachable')]);
    expect(server.requests.length).toBe(3);
    server.mode = null;
    expect([await ask(), server.requests.length]).toEqual([failure('unreachable'), 3]);
    now += REST_MS;
    expect([(await ask())?.status, (await ask())?.status, server.requests.length]).toEqual(['embedded', 'embedded', 5]);
    // One wait is not two: the count began anew.
    server.mode = 'hang';
    expect(await ask()).toEqual(failure('timeout'));
    server.mode = null;
    expect((await ask())?.status).toBe('embedded');
  });

  it('that answers with errors is asked each time: nobody waits for those', async () => {
    const embedder = openai({ dimensions: 24 });
    server.mode = 'http_401';
    for (let count = 1; count <= 4; count += 1)
      expect([await embedder.embed(['one']), server.requests.length]).toEqual([[{ status: 'failed', reason: 'http_401' }], count]);
  });

  it('never names what was sent when it fails', async () => {
    server.mode = 'http_500';
    expect(JSON.stringify(await openai({ dimensions: 24 }).embed(['the secret plan']))).not.toContain('secret');
  });
});

describe('a service over an embedder that hangs', () => {
  it('goes by words at once and says so, keeps what is written, and is whole again after the repair', async () => {
    const world = createWorld((deps) => ({
      ...deps,
      embedder: createOpenAiEmbedder(
        { base_url: server.base_url, api_key: null, model: 'test-model', dimensions: 24, timeout_ms: TIMEOUT_MS },
        deps.clock,
      ),
    }));
    server.mode = 'hang';
    for (const content of ['The gate is B7.', 'The train leaves at nine.'])
      expect(await world.must('write', { content })).toMatchObject({ status: 'created', index: 'pending' });
    const waited = server.requests.length;
    expect(await world.must('write', { content: 'A lamp is green.' })).toMatchObject({ status: 'created', index: 'pending' });
    const search = await world.must('search', { query: 'gate B7' });
    expect(search.results[0]?.content).toBe('The gate is B7.');
    expect(search.degraded).toMatchObject([{ store: 'openai:test-model@24' }]);
    expect(server.requests.length).toBe(waited);

    server.mode = null;
    world.pass(MINUTE_MS);
    await maintain(world.deps);
    expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
    expect((await world.must('search', { query: 'gate B7' })).degraded).toEqual([]);
  });
});

describe('the Workers AI binding', () => {
  const vector = (text: string) =>
    Array.from({ length: 1_024 }, (_, i) => Math.sin(i * (1 + (text.length % 7)) + (text.charCodeAt(4) || 0)));
  const binding = {
    run: vi.fn(async (_model: string, { text }: { readonly text: readonly string[] }): Promise<unknown> => ({ data: text.map(vector) })),
  };
  embedderContract('workers-ai', () => createWorkersAiEmbedder(binding, '@cf/baai/bge-m3', { now: () => now }, TIMEOUT_MS));

  it('is asked for vectors only, when the model is known', async () => {
    binding.run.mockClear();
    const embedder = createWorkersAiEmbedder(binding, '@cf/baai/bge-m3', { now: () => now });
    expect(await embedder.describe()).toMatchObject({ id: 'workers-ai:@cf/baai/bge-m3@1024', dimensions: 1_024 });
    expect(binding.run).not.toHaveBeenCalled();
  });

  it.each([
    ['throws', () => Promise.reject(new Error('quota: the secret plan'))],
    ['hangs', () => new Promise<never>(() => {})],
    ['answers otherwise', () => Promise.resolve({ data: [[1, 2]] })],
  ])('that %s fails the texts', async (_, run) => {
    const embeddings = await createWorkersAiEmbedder({ run }, '@cf/baai/bge-m3', { now: () => now }, 20).embed(['one', 'two']);
    expect(embeddings.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(JSON.stringify(embeddings)).not.toContain('secret');
  });
});

describe('no embedder', () => {
  it('says that there is none, and keeps texts whole', async () => {
    expect(await noneEmbedder.describe()).toBeNull();
    expect(await noneEmbedder.embed(['one', 'two'])).toMatchObject([{ status: 'unsupported' }, { status: 'unsupported' }]);
    expect(noneEmbedder.chunk('a. b. c.')).toEqual(['a. b. c.']);
  });
});
