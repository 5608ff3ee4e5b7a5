import { describe, expect, it } from 'vitest';
import { err, ok } from '../../src/domain/result.ts';
import { AT, ID, OTHER_ID, WRITTEN } from './recording-service.ts';
import { client } from './rest-client.ts';

describe('POST /v1/memories', () => {
  it('reads every field leniently and answers 201 when created', async () => {
    const { call, service } = client();
    const reply = await call('POST', '/v1/memories', {
      content: '靠窗座位',
      importance: '0.7',
      ttl_days: 0.5,
      layer: 'semantic',
      key: 'user.seat_preference',
      origin: 'User',
      volatility: null,
      tags: 'travel',
      session_id: 's1',
      occurred_at: '2026-03-01T17:30:00+08:00',
      metadata: { a: [1, null] },
      colour: 'blue',
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ ...WRITTEN, ignored: ['colour'] });
    expect(service.recorded).toEqual([
      {
        verb: 'write',
        caller: { namespace: 'default', via: 'rest:POST /v1/memories', client: null, request_id: 'request-1' },
        command: {
          content: '靠窗座位',
          importance: 0.7,
          ttl_days: 0.5,
          layer: 'semantic',
          key: 'user.seat_preference',
          origin: 'user',
          tags: ['travel'],
          session_id: 's1',
          occurred_at: AT,
          metadata: { a: [1, null] },
        },
      },
    ]);
  });

  it.each(['updated', 'duplicate'] as const)('answers 200 when %s', async (status) => {
    const { call, service } = client();
    service.answer('write', () => ok({ ...WRITTEN, status }));
    const reply = await call('POST', '/v1/memories', { content: 'a' });
    expect([reply.status, reply.body.status]).toEqual([200, status]);
  });

  it('answers a batch with 200, results in order, and errors that lose nothing', async () => {
    const { call, service } = client();
    const reply = await call('POST', '/v1/memories', {
      memories: [{ content: 'a' }, { content: 5 }, 'no object', { content: 'b', x: 1 }, { content: 'c', namespace: 'elsewhere' }],
    });
    expect(reply.status).toBe(200);
    expect(reply.body.results).toEqual([
      WRITTEN,
      { error: { code: 'invalid', field: 'content', message: 'content must be text.' } },
      { error: { code: 'invalid', field: 'memories', message: 'Each item of memories must be an object.' } },
      { ...WRITTEN, ignored: ['x'] },
      { error: expect.objectContaining({ code: 'invalid', field: 'namespace' }) },
    ]);
    expect(service.recorded.map(({ verb }) => verb)).toEqual(['writeMany']);
  });

  it('takes 500 items and refuses 501 whole', async () => {
    const { call, service } = client();
    const items = Array.from({ length: 501 }, (_, index) => ({ content: `memory ${index}` }));
    expect((await call('POST', '/v1/memories', { memories: items.slice(1) })).status).toBe(200);
    expect(service.recorded).toHaveLength(1);
    const refused = await call('POST', '/v1/memories', { memories: items });
    expect([refused.status, refused.body.error?.code]).toEqual([413, 'too_large']);
    expect(service.recorded).toHaveLength(1);
  });

  it('takes the Idempotency-Key header as idempotency_key, and refuses two that differ', async () => {
    const { call, service } = client();
    await call('POST', '/v1/memories', { content: 'a' }, { 'Idempotency-Key': 'k1' });
    expect(service.recorded[0]?.command).toEqual({ content: 'a', idempotency_key: 'k1' });
    const differs = await call('POST', '/v1/memories', { content: 'a', idempotency_key: 'k2' }, { 'Idempotency-Key': 'k1' });
    expect(differs.status).toBe(400);
    expect((await call('POST', '/v1/memories', { memories: [] }, { 'Idempotency-Key': 'k1' })).status).toBe(400);
    expect(service.recorded).toHaveLength(1);
  });
});

describe('reading', () => {
  it('presents one memory bare, with times as ISO 8601 in UTC', async () => {
    const { call, service } = client();
    const reply = await call('GET', `/v1/memories/${ID.toUpperCase()}`);
    expect(service.recorded[0]?.command).toEqual({ id: ID });
    expect(reply.body).toMatchObject({
      id: ID,
      namespace: 'default',
      state: 'live',
      occurred_at: '2026-03-01T09:30:00.000Z',
      created_at: '2026-03-01T09:30:00.001Z',
      expires_at: null,
      source: { via: 'rest:POST /v1/memories', time_range: { from: '2026-03-01T09:30:00.000Z', to: '2026-03-01T09:30:00.001Z' } },
    });
    expect(reply.body).not.toHaveProperty('ignored');
  });

  it('lists with filters, and a cursor goes on only with the same ones', async () => {
    const { call, service } = client();
    const filters = 'state=expired&layer=episodic&session_id=s%2F1&tag=%E9%9D%A0%E7%AA%97';
    const first = await call('GET', `/v1/memories?limit=100&${filters}&x=1`);
    expect(first.body).toMatchObject({ memories: [{ id: ID }], next_cursor: expect.any(String), ignored: ['x'] });
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    expect((await call('GET', `/v1/memories?limit=5&cursor=${cursor}&${filters}`)).status).toBe(200);
    const scope = { state: 'expired', layer: 'episodic', session_id: 's/1', tag: '靠窗' };
    expect(service.recorded.map(({ command }) => command)).toEqual([
      { ...scope, limit: 100 },
      { ...scope, limit: 5, cursor: 'next' },
    ]);
    for (const path of [
      `/v1/memories?cursor=${cursor}`,
      `/v1/facts?cursor=${cursor}`,
      `/v1/memories?cursor=next&${filters}`,
      `/v1/memories?cursor=${cursor}x&${filters}`,
    ]) {
      const refused = await call('GET', path);
      expect([refused.status, refused.body.error?.field]).toEqual([422, 'cursor']);
    }
    expect(service.recorded).toHaveLength(2);
  });

  it('answers a search with the fields of the contract and nothing that is only for the service', async () => {
    const { call } = client();
    const { body } = await call('POST', '/v1/memories/search', { query: 'seat' });
    expect(Object.keys((body.results as object[])[0] ?? {}).sort()).toEqual(
      [
        'content',
        'created_at',
        'grouped_ids',
        'id',
        'importance',
        'key',
        'layer',
        'occurred_at',
        'origin',
        'score',
        'score_parts',
        'session_id',
        'source',
        'state',
        'tags',
      ].sort(),
    );
    expect(body).toMatchObject({ abstained: false, best_score: 0.5, next_cursor: null, usage: { memories: 1 } });
  });

  it('a bare date is the whole day: its start for since, its end for until, as_of and known_at', async () => {
    const { call, service } = client();
    await call('POST', '/v1/memories/search', {
      query: 'q',
      since: '2026-03-01',
      until: '2026-03-01',
      as_of: '2026-03-01',
      known_at: '2026-03-01',
    });
    const start = Date.UTC(2026, 2, 1);
    const end = Date.UTC(2026, 2, 2) - 1;
    expect(service.recorded[0]?.command).toEqual({ query: 'q', since: start, until: end, as_of: end, known_at: end });
  });

  it('history, facts, one fact and stats', async () => {
    const { call, service } = client();
    expect((await call('GET', `/v1/memories/${ID}/history?limit=5`)).body).toMatchObject({
      versions: [{ version: 1, recorded_at: '2026-03-01T09:30:00.000Z', replaced_at: '2026-03-01T09:30:00.001Z', current: false }],
      next_cursor: null,
    });
    expect((await call('GET', '/v1/facts?as_of=2026-03-01T09:30:00Z')).body).toMatchObject({ facts: [{ id: ID }], next_cursor: null });
    expect((await call('GET', '/v1/facts/user.%E5%BA%A7%2F%3F%25?known_at=2026-03-01T09:30:00Z')).body).toMatchObject({
      current: { id: ID },
    });
    expect((await call('GET', '/v1/stats?session_id=s1')).body).toMatchObject({
      oldest: '2026-03-01T09:30:00.000Z',
      newest: null,
      embedder: 'none',
    });
    expect(service.recorded.map(({ verb, command }) => [verb, command])).toEqual([
      ['history', { id: ID, limit: 5 }],
      ['listFacts', { as_of: AT }],
      ['readFact', { key: 'user.座/?%', known_at: AT }],
      ['stats', { session_id: 's1' }],
    ]);
  });
});

describe('changing', () => {
  it('corrects with the memory as the reply; null clears the expiry and differs from absent', async () => {
    const { call, service } = client();
    const reply = await call('PATCH', `/v1/memories/${ID}`, { ttl_days: null, metadata: null, content: null, tags: [] });
    expect(service.recorded[0]?.command).toEqual({ id: ID, ttl_days: null, metadata: null, tags: [] });
    expect(reply.body).toMatchObject({ id: ID, state: 'live', status: 'updated', index: 'pending' });
  });

  it('forgets by DELETE; an unknown id is 404 there, and 200 not_found by POST', async () => {
    const { call, service } = client();
    expect((await call('DELETE', `/v1/memories/${ID}?reason=asked`)).body).toMatchObject({ status: 'forgotten', ids: [ID] });
    // Passing over a mode would delete what was only to fade.
    await call('DELETE', `/v1/memories/${ID}?mode=fade`);
    await call('DELETE', `/v1/memories/${ID}?reason=asked`, { mode: 'fade' });
    expect(service.recorded.map(({ command }) => command)).toEqual([
      { memory_id: ID, reason: 'asked' },
      { memory_id: ID, mode: 'fade' },
      { memory_id: ID, mode: 'fade', reason: 'asked' },
    ]);
    service.answer('forget', () => ok({ status: 'not_found', ids: [], candidates: [], receipt: null, usage: { memories: 1 } }));
    const gone = await call('DELETE', `/v1/memories/${OTHER_ID}`);
    expect([gone.status, gone.body.error?.code]).toEqual([404, 'not_found']);
    const posted = await call('POST', '/v1/memories/forget', { memory_id: OTHER_ID });
    expect([posted.status, posted.body.status]).toEqual([200, 'not_found']);
  });

  it('previews by query and confirms ids', async () => {
    const { call, service } = client();
    await call('POST', '/v1/memories/forget', { query: 'seat', confirm_ids: JSON.stringify([ID]), mode: 'fade' });
    expect(service.recorded[0]?.command).toEqual({ query: 'seat', confirm_ids: [ID], mode: 'fade' });
  });

  it('summarises', async () => {
    const { call, service } = client();
    const reply = await call('POST', '/v1/memories/summarize', { memory_ids: [ID], max_length: 200 });
    expect(service.recorded[0]?.command).toEqual({ memory_ids: [ID], max_length: 200 });
    expect(reply.body).toMatchObject({ source_ids: [ID], time_range: { from: '2026-03-01T09:30:00.000Z' }, compression_ratio: 6.5 });
  });

  it('erases a namespace by its typed name, in the body or in the query', async () => {
    const { call, service } = client();
    const reply = await call('DELETE', '/v1/namespace', { confirm: 'default' });
    expect(reply.body).toEqual({ status: 'erased', counts: { memories: 3, tombstones: 1, sessions: 0 } });
    await call('DELETE', '/v1/namespace?confirm=default');
    expect(service.recorded.map(({ command }) => command)).toEqual([{ confirm: 'default' }, { confirm: 'default' }]);
    expect((await call('DELETE', '/v1/namespace')).body.error?.field).toBe('confirm');
  });
});

describe('sessions', () => {
  it('records a turn with 201 and the turn number', async () => {
    const { call, service } = client();
    const reply = await call('POST', '/v1/sessions/%E4%BC%9A%E8%AF%9D%2F1/turns', {
      role: 'assistant',
      content: 'hi',
      tool: { name: 'search' },
    });
    expect([reply.status, reply.body.turn]).toEqual([201, 4]);
    expect(service.recorded[0]?.command).toEqual({ session_id: '会话/1', role: 'assistant', content: 'hi', tool: { name: 'search' } });
  });

  it('reads, previews, configures, ends', async () => {
    const { call, service } = client();
    expect((await call('GET', '/v1/sessions/s1')).body).toEqual({
      id: 's1',
      items: [{ id: ID, content: 'a', tokens: 1, score: 1, pinned: false }],
      tokens: 1,
      budget_tokens: 2_000,
      strategy: 'weighted',
      turn: 3,
    });
    expect((await call('GET', '/v1/sessions/s1/eviction?budget_tokens=100')).body).toMatchObject({ id: 's1', plan: [{ id: ID }] });
    expect((await call('PATCH', '/v1/sessions/s1', { budget_tokens: 100, pin: ID, strategy: 'fifo' })).body.evicted_ids).toEqual([
      OTHER_ID,
    ]);
    expect((await call('DELETE', '/v1/sessions/s1')).body).toEqual({ id: 's1', status: 'ended' });
    expect(service.recorded.map(({ verb, command }) => [verb, command])).toEqual([
      ['readSession', { session_id: 's1' }],
      ['previewEviction', { session_id: 's1', budget_tokens: 100 }],
      ['configureSession', { session_id: 's1', budget_tokens: 100, pin: [ID], strategy: 'fifo' }],
      ['endSession', { session_id: 's1' }],
    ]);
  });

  it('makes a context block, with and without a body', async () => {
    const { call, service } = client();
    expect((await call('POST', '/v1/sessions/s1/context', { query: 'seat', budget_tokens: '700' })).body).toEqual({
      context: '…',
      ids: [ID],
      tokens: 12,
    });
    expect((await call('POST', '/v1/sessions/s1/context')).status).toBe(200);
    expect(service.recorded.map(({ command }) => command)).toEqual([
      { session_id: 's1', query: 'seat', budget_tokens: 700 },
      { session_id: 's1' },
    ]);
  });
});

describe('failures of the service', () => {
  it.each([
    [{ kind: 'not_found', what: 'memory', message: 'm' }, 404],
    [{ kind: 'conflict', reason: 'idempotency', message: 'm' }, 409],
    [{ kind: 'invalid', field: 'content', message: 'm', hint: 'h' }, 422],
    [{ kind: 'too_large', limit: 1, message: 'm' }, 413],
    [{ kind: 'unavailable', store: 'records', message: 'm', retry_after_seconds: 2 }, 503],
  ] as const)('%o is %i', async (failure, status) => {
    const { call, service } = client();
    service.answer('get', () => err(failure));
    const reply = await call('GET', `/v1/memories/${ID}`);
    expect([reply.status, reply.body.error?.message, reply.body.error?.request_id]).toEqual([status, 'm', 'request-1']);
    expect(reply.headers.get('retry-after')).toBe(status === 503 ? '2' : null);
    if (failure.kind === 'invalid') expect(reply.body.error).toMatchObject({ field: 'content', hint: 'h' });
  });

  it('an exception is a 500 that tells nothing but the request id, and the operator gets its kind', async () => {
    const { call, events } = client({}, { serviceFor: () => ({ execute: () => Promise.reject(new TypeError('secret text')) }) });
    const reply = await call('GET', `/v1/memories/${ID}`);
    expect(reply.status).toBe(500);
    expect(Object.keys(reply.body.error ?? {})).toEqual(['code', 'message', 'request_id']);
    expect(JSON.stringify([reply.body, events])).not.toContain('secret text');
    expect(events).toContainEqual({ event: 'unexpected', request_id: 'request-1', cause: expect.stringContaining('TypeError') });
  });
});
