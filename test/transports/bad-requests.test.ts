/** Requests that are wrong in every way we can think of: each gets a 4xx that says what is wrong, and none reaches the service. */
import { describe, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '../../src/domain/limits.ts';
import { ID } from './recording-service.ts';
import { client } from './rest-client.ts';

interface Bad {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Null where no single field is to blame. */
  readonly field: string | null;
}

const RAW = Symbol('a body that is sent as it is');
const raw = (text: string) => ({ [RAW]: text });

const NOT_TEXT = [5, true, {}, [], ['a'], { $ne: null }, { $gt: '' }];
const NOT_NUMBER = ['abc', '', {}, [1], true, '1e999', '0x10', '１', 'NaN'];
const NOT_TIME = [
  1_772_357_400_000,
  '1772357400',
  'yesterday',
  'now',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '03/01/2026',
  '2026-03-01T25:00:00Z',
  '2026-03-01T09:30:00+99:00',
  '今天',
  {},
  [],
  true,
  '2026-03-01 OR 1=1',
];
const NOT_IDENTIFIER = [...NOT_TEXT, '', 'x'.repeat(257), '🪟'.repeat(257), 'a\u0000b', 'a\nb', 'a\u0085b', 'a\ud800', '\udc00'];
const NOT_TAGS = [
  5,
  {},
  [5],
  [null],
  [['a']],
  [{ $in: ['a'] }],
  [''],
  ['a\u0001'],
  ['a\ud83d'],
  ['x'.repeat(257)],
  Array.from({ length: 33 }, (_, n) => `t${n}`),
];
const NOT_ENUM = ['nonsense', '*', '%', "'; DROP TABLE memories; --", 5, {}, [], ''];
const NOT_METADATA = ['text', '[1]', 5, [1], true, { a: 'x'.repeat(8_192) }, { a: '窗'.repeat(2_731) }];

const cases = (
  method: string,
  path: string,
  base: Readonly<Record<string, unknown>>,
  wrong: Readonly<Record<string, readonly unknown[]>>,
): Bad[] =>
  Object.entries(wrong).flatMap(([field, values]) =>
    values.map((value) => ({ method, path, body: { ...base, [field]: value }, status: 422, field })),
  );

const missing = (method: string, path: string, field: string, body: object = {}): Bad[] =>
  [body, { ...body, [field]: null }].map((sent) => ({ method, path, body: sent, status: 422, field }));

const NOT_JSON = [
  '',
  ' ',
  '{',
  '{"content":}',
  '[]',
  '[{"content":"a"}]',
  '"a"',
  'null',
  '5',
  'true',
  '{"content":"a"',
  '{"a":1}{"b":2}',
  `${'['.repeat(100)}${']'.repeat(100)}`,
  'content=a',
  '<a/>',
];
const POSTS = ['/v1/memories', '/v1/memories/search', '/v1/memories/forget', '/v1/memories/summarize', '/v1/sessions/s/turns'];

const query = (path: string, wrong: Readonly<Record<string, readonly string[]>>): Bad[] =>
  Object.entries(wrong).flatMap(([field, values]) =>
    values.map((value) => ({ method: 'GET', path: `${path}?${field}=${encodeURIComponent(value)}`, status: 422, field })),
  );
const TIMES_IN_QUERY = NOT_TIME.filter((value): value is string => typeof value === 'string');

const WRITE = {
  content: NOT_TEXT,
  importance: [...NOT_NUMBER, -0.001, 1.001, '2'],
  ttl_days: [...NOT_NUMBER, 0, -1, 36_500.1],
  layer: [...NOT_ENUM, 'working'],
  key: NOT_IDENTIFIER,
  origin: NOT_ENUM,
  volatility: NOT_ENUM,
  tags: NOT_TAGS,
  session_id: NOT_IDENTIFIER,
  occurred_at: NOT_TIME,
  created_at: NOT_TIME,
  expires_at: NOT_TIME,
  metadata: NOT_METADATA,
  idempotency_key: NOT_IDENTIFIER,
};

const BAD: readonly Bad[] = [
  ...POSTS.flatMap((path) => NOT_JSON.map((text) => ({ method: 'POST', path, body: raw(text), status: 400, field: null }))),
  ...POSTS.map((path) => ({
    method: 'POST',
    path,
    body: { content: 'x'.repeat(path === '/v1/memories' ? 20 * BODY_BYTES_MAX : BODY_BYTES_MAX) },
    status: 413,
    field: null,
  })),
  ...missing('POST', '/v1/memories', 'content'),
  ...cases('POST', '/v1/memories', { content: 'a' }, WRITE),
  ...[5, {}, 'a', null, true].map((memories) => ({
    method: 'POST',
    path: '/v1/memories',
    body: { memories },
    status: 422,
    field: 'memories',
  })),
  {
    method: 'POST',
    path: '/v1/memories',
    body: { memories: Array.from({ length: 501 }, () => ({ content: 'a' })) },
    status: 413,
    field: null,
  },
  ...missing('POST', '/v1/memories/search', 'query'),
  ...cases(
    'POST',
    '/v1/memories/search',
    { query: 'q' },
    {
      query: NOT_TEXT,
      top_k: [...NOT_NUMBER, 0, 51, -1, 1.5, '5.5'],
      time_range_days: [...NOT_NUMBER, 0, -1, 1e12],
      since: NOT_TIME,
      until: NOT_TIME,
      as_of: NOT_TIME,
      known_at: NOT_TIME,
      layer: NOT_ENUM,
      tags: NOT_TAGS,
      session_id: NOT_IDENTIFIER,
      include_superseded: ['yes', 1, {}, [], '1', ''],
      min_score: [...NOT_NUMBER, -0.1, 1.1],
      cursor: [5, {}, '', 'x'.repeat(4_097)],
    },
  ),
  ...cases(
    'POST',
    '/v1/memories/forget',
    {},
    {
      memory_id: NOT_TEXT,
      query: NOT_TEXT,
      mode: NOT_ENUM,
      confirm_ids: [5, {}, [5], [{}], [''], Array.from({ length: 101 }, () => ID)],
      reason: [5, {}, 'x'.repeat(501)],
    },
  ),
  ...missing('POST', '/v1/memories/summarize', 'memory_ids'),
  ...cases(
    'POST',
    '/v1/memories/summarize',
    { memory_ids: [ID] },
    {
      memory_ids: [5, {}, [], [5], [null], Array.from({ length: 101 }, () => ID)],
      max_length: [...NOT_NUMBER, 19, 4_001, 200.5],
    },
  ),
  ...cases(
    'PATCH',
    `/v1/memories/${ID}`,
    {},
    {
      content: NOT_TEXT,
      importance: [...NOT_NUMBER, -1, 2],
      ttl_days: [...NOT_NUMBER, 0, -1, 36_501],
      tags: NOT_TAGS,
      metadata: NOT_METADATA,
      volatility: NOT_ENUM,
      restore_version: [...NOT_NUMBER, 0, 1.5],
    },
  ),
  ...missing('POST', '/v1/sessions/s/turns', 'content', { role: 'user' }),
  ...missing('POST', '/v1/sessions/s/turns', 'role', { content: 'a' }),
  ...cases(
    'POST',
    '/v1/sessions/s/turns',
    { role: 'user', content: 'a' },
    { role: NOT_ENUM, content: NOT_TEXT, tool: NOT_METADATA, occurred_at: NOT_TIME },
  ),
  { method: 'POST', path: `/v1/sessions/${'x'.repeat(257)}/turns`, body: { role: 'user', content: 'a' }, status: 422, field: 'session_id' },
  { method: 'POST', path: '/v1/sessions/a%00b/context', body: {}, status: 422, field: 'session_id' },
  ...cases(
    'PATCH',
    '/v1/sessions/s',
    {},
    {
      budget_tokens: [...NOT_NUMBER, 49, 1_000_001, 50.5],
      context_window_tokens: [...NOT_NUMBER, 0, -5],
      strategy: NOT_ENUM,
      pin: [5, {}, [5], ['']],
      unpin: [5, {}, [5], ['']],
    },
  ),
  ...cases('POST', '/v1/sessions/s/context', {}, { query: NOT_TEXT, budget_tokens: [...NOT_NUMBER, 49], as_of: NOT_TIME }),
  ...missing('DELETE', '/v1/namespace', 'confirm'),
  ...query('/v1/memories', {
    limit: ['0', '101', '-1', '1.5', 'abc', '', '1 OR 1=1', '１０'],
    state: ['forgotten', '*', '', 'live,expired'],
    layer: ['working', '', '%'],
    session_id: ['', 'a\u0000'],
    tag: ['', 'x'.repeat(257), '\u0001'],
    cursor: [''],
  }),
  { method: 'GET', path: '/v1/memories?tag=a&tag=b', status: 422, field: 'tag' },
  { method: 'GET', path: '/v1/memories?limit=5&limit=6', status: 422, field: 'limit' },
  ...query('/v1/facts', { limit: ['0', '101'], as_of: TIMES_IN_QUERY, known_at: TIMES_IN_QUERY }),
  ...query('/v1/facts/k', { as_of: TIMES_IN_QUERY }),
  ...query('/v1/sessions/s/eviction', { budget_tokens: ['49', 'x'], strategy: ['random'] }),
  ...query(`/v1/memories/${ID}/history`, { limit: ['0', '101', 'x'] }),
];

describe(`${BAD.length} bad requests`, () => {
  it('there are many of them', () => {
    expect(BAD.length).toBeGreaterThan(300);
  });

  it('each gets a 4xx that names the field, without a stack, and the service hears of none', async () => {
    const { fetch, service, events } = client();
    for (const { method, path, body, status, field } of BAD) {
      const text =
        body === undefined
          ? undefined
          : typeof body === 'object' && body !== null && RAW in body
            ? String(body[RAW])
            : JSON.stringify(body);
      const response = await fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(text === undefined ? {} : { body: text }),
      });
      const answered = await response.text();
      const { error } = JSON.parse(answered) as { error: { code: string; message: string; field?: string; request_id: string } };
      const request = `${method} ${path} ${(text ?? '').slice(0, 120)}`;
      expect([request, response.status, error.field ?? null]).toEqual([request, status, field]);
      expect(error.message).toContain(field ?? '');
      expect(answered.length).toBeLessThan(1_000);
      expect(answered).not.toMatch(/\bat \S+ \(|node_modules|\.ts:|Zod|undefined|\[object/);
    }
    expect(service.recorded).toEqual([]);
    expect(events.filter(({ event }) => event === 'unexpected')).toEqual([]);
  });

  it('the same fields with right values reach it', async () => {
    const { call, service } = client();
    const right = {
      content: 'NOT (a OR b) AND "c" * ^ : - 靠窗 \ud83d',
      importance: '1',
      tags: ['a_b', 'a%', '*', "'; --", 'NEAR(x)', '🪟'.repeat(256)],
      key: 'k'.repeat(256),
      session_id: '会话',
      metadata: { $ne: null, namespace: 'other', a: 'x'.repeat(8_100) },
    };
    expect((await call('POST', '/v1/memories', right)).status).toBe(201);
    expect(service.recorded[0]?.command).toEqual({ ...right, importance: 1 });
    expect((await call('POST', '/v1/memories/search', { query: 'MATCH "x" NEAR/5 y*', top_k: 50, tags: '*' })).status).toBe(200);
    expect(service.recorded).toHaveLength(2);
  });

  it('a body that would reach into prototypes is only data', async () => {
    const { call, service } = client();
    const reply = await call(
      'POST',
      '/v1/memories',
      '{"content":"a","__proto__":{"admin":true},"constructor":1,"metadata":{"__proto__":{"x":1}}}',
    );
    expect([reply.status, reply.body.ignored]).toEqual([201, ['__proto__', 'constructor']]);
    expect(service.recorded[0]?.command).toMatchObject({ content: 'a' });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
