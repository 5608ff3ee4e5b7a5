/** The fine print of the contract through REST: the real verbs over reference stores, seen only as HTTP. */
import { describe, expect, it } from 'vitest';
import { createService } from '../../src/application/create-service.ts';
import { ENGLISH_TRIP } from '../domain/summarising/conversations.ts';
import { createWorld } from '../support/world.ts';
import { clientOver, type Reply } from './rest-client.ts';

/** Each namespace has its own clock, so that ids differ between them. */
const open = () => {
  let worlds = 0;
  return clientOver(() => {
    const world = createWorld();
    world.pass(1_000 * worlds++);
    return createService(world.deps);
  });
};
const text = (reply: { readonly body: Reply }, name: string): string => String(reply.body[name]);
const list = (reply: { readonly body: Reply }, name: string) => reply.body[name] as Reply[];

describe('writing', () => {
  it('201 created, 200 duplicate with the same id, 200 updated when it brings something', async () => {
    const { call } = open();
    const first = await call('POST', '/v1/memories', { content: 'Prefers a window seat', session_id: 's' });
    const again = await call('POST', '/v1/memories', { content: ' Prefers  a window seat ', session_id: 's' });
    const more = await call('POST', '/v1/memories', { content: 'Prefers a window seat', session_id: 's', tags: ['travel'] });
    expect([first.status, again.status, more.status]).toEqual([201, 200, 200]);
    expect([text(first, 'status'), text(again, 'status'), text(more, 'status')]).toEqual(['created', 'duplicate', 'updated']);
    expect(new Set([text(first, 'id'), text(again, 'id'), text(more, 'id')]).size).toBe(1);
    expect(first.body.usage).toEqual({ memories: 1 });
  });

  it.each([
    [{ content: '' }, 'content'],
    [{ content: ' \u0000 ' }, 'content'],
    [{ content: 'x'.repeat(32_769) }, 'content'],
    [{ content: 'a', layer: 'episodic', key: 'k' }, 'key'],
    [{ content: 'a', ttl_days: 1, expires_at: '2027-01-01' }, 'ttl_days'],
  ])('%# is 422 by name', async (body, field) => {
    const { call } = open();
    const reply = await call('POST', '/v1/memories', body);
    expect([reply.status, reply.body.error?.field]).toEqual([422, field]);
    expect((await call('GET', '/v1/memories')).body).toEqual({ memories: [], next_cursor: null });
  });

  it('content of exactly the limit is stored; a key without a layer is semantic; a new value supersedes', async () => {
    const { call } = open();
    expect((await call('POST', '/v1/memories', { content: '窗'.repeat(32_768) })).status).toBe(201);
    const aisle = await call('POST', '/v1/memories', { content: '靠过道', key: 'user.seat', occurred_at: '2026-01-01' });
    const window = await call('POST', '/v1/memories', { content: '靠窗', key: 'user.seat', occurred_at: '2026-02-01' });
    expect([aisle.body.layer, window.status, window.body.superseded_id]).toEqual(['semantic', 201, aisle.body.id]);
    const fact = await call('GET', '/v1/facts/user.seat');
    expect(fact.body).toMatchObject({ key: 'user.seat', current: { content: '靠窗' } });
    expect(list(fact, 'versions')).toHaveLength(2);
    expect((await call('GET', '/v1/facts/user.seat?as_of=2026-01-15')).body.current).toMatchObject({ content: '靠过道' });
    expect((await call('GET', '/v1/facts/unknown')).status).toBe(404);
    expect(list(await call('GET', '/v1/facts'), 'facts').map(({ content }) => content)).toEqual(['靠窗']);
  });

  it('a batch answers in order, a repeat in it is a duplicate, an idempotency key with other content is a conflict in its place', async () => {
    const { call } = open();
    const reply = await call('POST', '/v1/memories', {
      memories: [
        { content: 'a', idempotency_key: 'k' },
        { content: '' },
        { content: 'b' },
        { content: 'b' },
        { content: 'c', idempotency_key: 'k' },
      ],
    });
    expect(reply.status).toBe(200);
    expect(list(reply, 'results').map(({ status, error }) => status ?? error?.code)).toEqual([
      'created',
      'invalid',
      'created',
      'duplicate',
      'conflict',
    ]);
    expect(list(reply, 'results')[3]?.id).toBe(list(reply, 'results')[2]?.id);
  });

  it('an idempotency key gives the first reply again, and 409 with other fields', async () => {
    const { call } = open();
    const key = { 'Idempotency-Key': 'retry-1' };
    const first = await call('POST', '/v1/memories', { content: 'Flight CA1831 booked' }, key);
    await call('POST', '/v1/memories', { content: 'something else' });
    const again = await call('POST', '/v1/memories', { content: 'Flight CA1831 booked' }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const other of [{ content: 'Flight CA1832 booked' }, { content: 'Flight CA1831 booked', importance: 0.1 }]) {
      const conflict = await call('POST', '/v1/memories', other, key);
      expect([conflict.status, conflict.body.error?.code]).toEqual([409, 'conflict']);
    }
  });

  it('namespaces are apart, by header and by body', async () => {
    const { call } = open();
    const own = await call('POST', '/v1/memories', { content: 'ours' }, { 'x-hindsight-namespace': 'team/a' });
    await call('POST', '/v1/memories', { content: 'theirs', namespace: 'team/b' });
    expect((await call('GET', `/v1/memories/${own.body.id}`, undefined, { 'x-hindsight-namespace': 'team/a' })).body.namespace).toBe(
      'team/a',
    );
    expect((await call('GET', `/v1/memories/${own.body.id}`, undefined, { 'x-hindsight-namespace': 'team/b' })).status).toBe(404);
    const found = await call('POST', '/v1/memories/search', { query: 'theirs ours', namespace: 'team/b' });
    expect(list(found, 'results').map(({ content }) => content)).toEqual(['theirs']);
  });
});

describe('reading', () => {
  it('finds in English and in Chinese, abstains when nothing fits, and says when it cut the query', async () => {
    const { call } = open();
    await call('POST', '/v1/memories', { content: 'The user prefers a window seat on flights' });
    await call('POST', '/v1/memories', { content: '用户对青霉素过敏' });
    const search = async (query: string) => (await call('POST', '/v1/memories/search', { query })).body;
    expect(await search('window seats')).toMatchObject({
      results: [{ content: 'The user prefers a window seat on flights', state: 'live' }],
      abstained: false,
    });
    expect(await search('过敏')).toMatchObject({ results: [{ content: '用户对青霉素过敏' }] });
    expect(await search('quarterly revenue of Atlantis')).toMatchObject({ results: [], abstained: true, best_score: expect.any(Number) });
    expect(await search('window '.repeat(700))).toMatchObject({ query_truncated: true });
    for (const query of ['', '  ', '\u0000'])
      expect((await call('POST', '/v1/memories/search', { query })).body.error).toMatchObject({ code: 'invalid', field: 'query' });
    for (const query of ['"', 'NOT', 'a AND (', '* ^ : -', 'NEAR(', "'; --", 'the of and'])
      expect((await call('POST', '/v1/memories/search', { query })).status).toBe(200);
  });

  it('since after until is 422; a page continues where it ended', async () => {
    const { call } = open();
    const wrong = await call('POST', '/v1/memories/search', { query: 'q', since: '2026-02-02', until: '2026-02-01' });
    expect([wrong.status, ['since', 'until']]).toEqual([422, expect.arrayContaining([wrong.body.error?.field])]);
    await call('POST', '/v1/memories', {
      memories: Array.from({ length: 7 }, (_, index) => ({ content: `note number ${index}`, tags: [`t${index % 2}`] })),
    });
    const seen: string[] = [];
    let cursor: unknown = null;
    do {
      const page = await call('GET', `/v1/memories?limit=3${cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`);
      seen.push(...list(page, 'memories').map(({ content }) => String(content)));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, index) => `note number ${index}`));
    expect(list(await call('GET', '/v1/memories?tag=t1'), 'memories')).toHaveLength(3);
    const forged = await call('GET', '/v1/memories?cursor=nonsense');
    expect([forged.status, forged.body.error?.field]).toEqual([422, 'cursor']);
  });
});

describe('changing and forgetting', () => {
  it('a correction makes a version, no change makes none; null clears the expiry', async () => {
    const { call } = open();
    const { body } = await call('POST', '/v1/memories', { content: 'Gate A1', ttl_days: 1 });
    const path = `/v1/memories/${body.id}`;
    const changed = await call('PATCH', path, { content: 'Gate B2', ttl_days: null });
    expect(changed.body).toMatchObject({ id: body.id, content: 'Gate B2', expires_at: null, version: 2, status: 'updated' });
    expect((await call('PATCH', path, { content: 'Gate B2' })).body).toMatchObject({ version: 2, status: 'unchanged' });
    expect(list(await call('GET', `${path}/history`), 'versions').map(({ content, current }) => [content, current])).toEqual(
      expect.arrayContaining([
        ['Gate A1', false],
        ['Gate B2', true],
      ]),
    );
    expect((await call('PATCH', '/v1/memories/01932b5e-7c00-7000-8000-000000000009', { content: 'x' })).status).toBe(404);
  });

  it('a query only previews; confirmed ids go, and then nothing of them is left', async () => {
    const { call } = open();
    const { body } = await call('POST', '/v1/memories', { content: 'The door code is on the yellow note' });
    await call('POST', '/v1/memories', { content: 'The train leaves at nine' });
    const preview = await call('POST', '/v1/memories/forget', { query: 'door code' });
    expect(preview.body).toMatchObject({ status: 'preview', candidates: [{ id: body.id }] });
    expect((await call('GET', `/v1/memories/${body.id}`)).status).toBe(200);
    const gone = await call('POST', '/v1/memories/forget', { query: 'door code', confirm_ids: [body.id] });
    expect(gone.body).toMatchObject({ status: 'forgotten', ids: [body.id], receipt: { purged: expect.any(Object) } });
    for (const path of [`/v1/memories/${body.id}`, `/v1/memories/${body.id}/history`]) expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', `/v1/memories/${body.id}`)).status).toBe(404);
    expect((await call('POST', '/v1/memories/forget', { memory_id: body.id })).body).toMatchObject({ status: 'not_found', ids: [] });
    const again = await call('POST', '/v1/memories', { content: 'The door code is on the yellow note' });
    expect(again.body).toMatchObject({ status: 'created', previously_forgotten: true });
    const nothing = await call('POST', '/v1/memories/forget', {});
    expect(nothing.status).toBe(422);
  });

  it('erases only with the exact name', async () => {
    const { call } = open();
    await call('POST', '/v1/memories', { content: 'a' });
    const wrong = await call('DELETE', '/v1/namespace', { confirm: 'Default' });
    expect(wrong.status).toBeGreaterThanOrEqual(409);
    expect(list(await call('GET', '/v1/memories'), 'memories')).toHaveLength(1);
    expect((await call('DELETE', '/v1/namespace', { confirm: 'default' })).body).toMatchObject({
      status: 'erased',
      counts: { memories: 1 },
    });
    expect(list(await call('GET', '/v1/memories'), 'memories')).toHaveLength(0);
  });
});

describe('sessions', () => {
  it('a lower budget names the summary of what left, as a turn does; a budget that pushes nothing out names none', async () => {
    const { call } = clientOver(() => createService(createWorld((deps) => ({ ...deps, compress: true })).deps));
    for (const turn of ENGLISH_TRIP) await call('POST', '/v1/sessions/s/turns', turn);
    const lowered = await call('PATCH', '/v1/sessions/s', { budget_tokens: 60 });
    const { id, source_ids } = lowered.body.compressed as { readonly id: string; readonly source_ids: readonly string[] };
    expect(source_ids.length).toBeGreaterThanOrEqual(4);
    expect(lowered.body.evicted_ids).toEqual(expect.arrayContaining([...source_ids]));
    expect((await call('GET', `/v1/memories/${id}`)).body).toMatchObject({ session_id: 's', source: { ids: source_ids } });
    expect((await call('PATCH', '/v1/sessions/s', { budget_tokens: 70 })).body).not.toHaveProperty('compressed');
  });

  it('turns, the working set, pins, and its end', async () => {
    const { call } = open();
    const first = await call('POST', '/v1/sessions/会话%2F1/turns', { role: 'user', content: '我要靠窗的座位', origin: 'user' });
    const second = await call('POST', '/v1/sessions/会话%2F1/turns', { role: 'assistant', content: '好的' });
    expect([first.status, first.body.turn, second.body.turn]).toEqual([201, 1, 2]);
    const session = await call('GET', '/v1/sessions/会话%2F1');
    expect(session.body).toMatchObject({ id: '会话/1', turn: 2, budget_tokens: 2_000, strategy: 'weighted' });
    expect(list(session, 'items')).toHaveLength(2);
    const pinned = await call('PATCH', '/v1/sessions/会话%2F1', { pin: [first.body.id], budget_tokens: 500 });
    expect(pinned.body).toMatchObject({ budget_tokens: 500, evicted_ids: [] });
    expect((await call('DELETE', '/v1/sessions/会话%2F1')).body).toEqual({ id: '会话/1', status: 'ended' });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(method, '/v1/sessions/会话%2F1', method === 'PATCH' ? {} : undefined)).status).toBe(404);
  });
});

describe('transfer', () => {
  it('an export goes into another namespace whole, twice the same', async () => {
    const { call, fetch } = open();
    const there = { 'x-hindsight-namespace': 'copy' };
    await call('POST', '/v1/memories', { content: '靠过道', key: 'seat', occurred_at: '2026-01-01' });
    await call('POST', '/v1/memories', { content: '靠窗', key: 'seat', occurred_at: '2026-02-01' });
    const forgotten = await call('POST', '/v1/memories', { content: 'to be forgotten' });
    await call('DELETE', `/v1/memories/${forgotten.body.id}`);
    const lines = await (await fetch('/v1/export')).text();
    expect(lines).not.toContain('to be forgotten');
    const imported = await call('POST', '/v1/import', lines, { ...there, 'content-type': 'application/x-ndjson' });
    expect(imported.body).toMatchObject({ errors: [] });
    expect((await call('POST', '/v1/import', lines, there)).body).toMatchObject({ imported: 0, errors: [] });
    const records = (ndjson: string) =>
      ndjson
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reply);
    const copied = records(await (await fetch('/v1/export', { headers: there })).text());
    expect(copied.slice(1)).toEqual(records(lines).slice(1));
    expect(copied.map(({ type }) => type)).toEqual(['header', 'memory', 'memory', 'tombstone']);
    expect((await call('GET', '/v1/facts/seat', undefined, there)).body).toEqual({
      ...(await call('GET', '/v1/facts/seat')).body,
      current: expect.objectContaining({ namespace: 'copy', content: '靠窗' }),
      versions: expect.any(Array),
    });
    const broken = await call('POST', '/v1/import', `{"x":1}\nnot json\n${lines}`, there);
    expect(broken.status).toBe(200);
    expect(list(broken, 'errors').map(({ line }) => line)).toEqual([1, 2]);
  });
});

it('stats are those of the namespace', async () => {
  const { call } = open();
  expect((await call('GET', '/v1/stats')).body).toMatchObject({
    namespace: expect.any(String),
    oldest: null,
    newest: null,
    counts: { episodic: { live: 0 } },
  });
  await call('POST', '/v1/memories', { content: 'a' });
  expect((await call('GET', '/v1/stats')).body).toMatchObject({
    counts: { episodic: { live: 1, forgotten: 0 } },
    oldest: expect.stringMatching(/Z$/),
  });
});
