/** Export and import over HTTP on the running Worker: lossless, repeatable, bounded, and no way back for what was forgotten. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NamespaceClient, type RunningService, START_MS, startService } from '../support/running-service.ts';

const CASE_MS = 120_000;
let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, START_MS);
afterAll(() => service.worker.stop());

/** A bit of everything that a namespace can hold. */
async function live(client: NamespaceClient): Promise<void> {
  const write = async (fields: object): Promise<string> => (await client.must('POST', '/v1/memories', fields)).body.id;
  const tea = await write({
    content: '我喜欢绿茶\u2028加一点糖',
    tags: ['茶', 'a,b'],
    metadata: { 甲: [1, { b: null }] },
    session_id: 's',
    origin: 'user',
  });
  await client.must('PATCH', `/v1/memories/${tea}`, { content: '我喜欢红茶', importance: 0.25, reason: '改口' });
  await client.must('PATCH', `/v1/memories/${tea}`, { tags: ['茶'], ttl_days: 12.5, metadata: null });
  for (const content of ['Basic', 'Pro', 'Team', 'Basic']) {
    const id = await write({ content, key: 'plan', volatility: 'permanent' });
    if (content === 'Team') await client.must('DELETE', `/v1/memories/${id}`);
  }
  await write({ content: 'late news', key: 'plan', occurred_at: '2026-01-01T08:00:00+08:00' });
  await write({ content: 'long gone', created_at: '2020-01-01', expires_at: '2020-02-01' });
  await write({ content: 'the same', session_id: 's' });
  await write({ content: 'the same', session_id: 's' });
  const sources = [
    await write({ content: 'The user decided to take the train at 9:15 to Hamburg.', origin: 'user' }),
    await write({ content: 'The user decided to sit at the window.', origin: 'user' }),
  ];
  const { body: summary } = await client.must('POST', '/v1/memories/summarize', { memory_ids: sources, session_id: 's' });
  await client.must('POST', '/v1/memories/summarize', { memory_ids: [summary.id, tea] });
  await client.must('DELETE', `/v1/memories/${sources[1]}`);
  const { body: turn } = await client.must('POST', '/v1/sessions/s/turns', {
    role: 'tool',
    content: 'flight found',
    tool: { price: 12.5, stops: [] },
  });
  await client.must('POST', '/v1/sessions/s/turns', { role: 'tool', content: 'flight found' });
  await client.must('POST', '/v1/sessions/另一个/turns', { role: 'user', content: '你好，请帮我订票' });
  await client.must('PATCH', '/v1/sessions/s', { budget_tokens: 777, strategy: 'lru', pin: [turn.id] });
  await client.must('POST', '/v1/memories/search', { query: 'flight', session_id: 's' });
  await client.must('POST', '/v1/memories/forget', { memory_id: turn.id, mode: 'fade' });
}

const without = ({ namespace: _namespace, ...rest }: Record<string, unknown>) => rest;

test(
  'export, import into an empty namespace, export: the same bytes but for the header; twice changes nothing',
  async () => {
    const [source, target] = [service.in('transfer/source'), service.in('transfer/target')];
    await live(source);
    const lines = await source.exported();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      type: 'header',
      format: 'hindsight-export',
      version: 1,
      namespace: 'transfer/source',
    });
    const types = lines.map((line) => JSON.parse(line).type);
    for (const type of ['memory', 'tombstone', 'session']) expect(types).toContain(type);
    expect((await target.imported(lines)).body).toEqual({ imported: lines.length - 1, unchanged: 0, withheld: 0, errors: [] });
    expect((await target.exported()).slice(1)).toEqual(lines.slice(1));
    expect((await target.imported(lines)).body).toEqual({ imported: 0, unchanged: lines.length - 1, withheld: 0, errors: [] });
    expect((await target.exported()).slice(1)).toEqual(lines.slice(1));

    const both = async (path: string) => Promise.all([source, target].map(async (client) => (await client.must('GET', path)).body));
    for (const path of ['/v1/stats', '/v1/sessions/s', `/v1/sessions/${encodeURIComponent('另一个')}`]) {
      const [one, other] = await both(path);
      expect(without(other)).toEqual(without(one));
    }
    const [facts, other_facts] = await both('/v1/facts/plan');
    const shape = (versions: readonly Record<string, unknown>[]) => versions.map(without);
    expect(shape(other_facts.versions)).toEqual(shape(facts.versions));
    expect(facts.current.content).toBe('Basic');
    // Both indexes know what came: by words, and by meaning.
    for (const query of ['红茶', 'journey by rail'])
      expect((await target.must('POST', '/v1/memories/search', { query, min_score: 0 })).body.results.length).toBeGreaterThan(0);
  },
  CASE_MS,
);

test(
  'cut off and sent again it goes on; page by page it is the same file',
  async () => {
    const [source, target] = [service.in('transfer/source'), service.in('transfer/resumed')];
    const lines = await source.exported();
    const half = Math.floor(lines.length / 2);
    await target.imported(lines.slice(0, half));
    const reply = (await target.imported(lines)).body;
    expect(reply).toEqual({ imported: lines.length - half, unchanged: half - 1, withheld: 0, errors: [] });
    expect((await target.exported()).slice(1)).toEqual(lines.slice(1));

    const pages: string[] = [];
    let page: string | null = 'first';
    while (page !== null) {
      const response: Response = await fetch(`${service.worker.url}/v1/export?page=${encodeURIComponent(page)}`, {
        headers: { 'X-Hindsight-Namespace': 'transfer/source' },
      });
      pages.push(await response.text());
      page = response.headers.get('X-Next-Page');
    }
    expect(pages.join('').trimEnd().split('\n').slice(1)).toEqual(lines.slice(1));
  },
  CASE_MS,
);

test(
  'a line that is wrong is named by its number and loses no other',
  async () => {
    const target = service.in('transfer/errors');
    const [header = '', line = ''] = await service.in('transfer/source').exported();
    const reply = await target.imported([header, '{', '', JSON.stringify({ ...JSON.parse(line), importance: 7 }), line, '[]']);
    expect(reply).toMatchObject({ status: 200, body: { imported: 1, unchanged: 0, withheld: 0 } });
    expect(
      reply.body.errors.map(({ line: number, error }: { line: number; error: { field?: string; code: string } }) => [
        number,
        error.field ?? null,
      ]),
    ).toEqual([
      [2, null],
      [4, 'importance'],
      [6, null],
    ]);
  },
  CASE_MS,
);

test(
  'what was forgotten here is withheld, by id and by text, and what another place forgot goes here too',
  async () => {
    const [source, target] = [service.in('transfer/before'), service.in('transfer/after')];
    const write = async (client: NamespaceClient, content: string): Promise<string> =>
      (await client.must('POST', '/v1/memories', { content })).body.id;
    const [kept, gone] = [await write(source, 'It stays'), await write(source, 'It goes 它会离开')];
    const before = await source.exported();
    await target.imported(before);
    await target.must('DELETE', `/v1/memories/${gone}`);
    expect((await target.imported(before)).body).toEqual({ imported: 0, unchanged: 1, withheld: 1, errors: [] });
    const renamed = before.map((line) => line.replaceAll(gone, '01990000-0000-7000-8000-000000000001'));
    expect((await target.imported(renamed)).body).toEqual({ imported: 0, unchanged: 1, withheld: 1, errors: [] });
    // Its tombstone, carried to the source, makes the source forget as well.
    expect((await source.imported(await target.exported())).body).toMatchObject({ imported: 1, errors: [] });
    expect((await source.call('GET', `/v1/memories/${gone}`)).status).toBe(404);
    expect((await source.exported()).join('')).not.toContain('它会离开');
    expect((await source.call('GET', `/v1/memories/${kept}`)).status).toBe(200);
  },
  CASE_MS,
);
