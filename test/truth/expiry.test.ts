/** Time to live over HTTP: exact to the second for every reader, complete after the sweep, kept for the past. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NamespaceClient, type RunningService, START_MS, startService } from '../support/running-service.ts';

const CASE_MS = 120_000;
const SECOND_DAYS = 1 / 86_400;
let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, START_MS);
afterAll(() => service.worker.stop());

const until = (moment: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - Date.now())));

async function seen(client: NamespaceClient) {
  const search = async (query: string) =>
    (await client.must('POST', '/v1/memories/search', { query, min_score: 0, top_k: 50 })).body.results.map(
      ({ content }: { content: string }) => content,
    );
  const block = (await client.must('POST', '/v1/sessions/s/context', { query: 'note and fact' })).body.context;
  const { counts, sessions } = (await client.must('GET', '/v1/stats?session_id=s')).body;
  return {
    words: (await search('brief note')).sort(),
    meaning: (await search('a short reminder')).sort(),
    facts: (await client.must('GET', '/v1/facts')).body.facts.length,
    current: (await client.must('GET', '/v1/facts/k')).body.current?.content ?? null,
    context: ['brief note', 'brief fact', 'lasting note'].filter((text) => block.includes(text)),
    session: (await client.must('GET', '/v1/sessions/s')).body.items.length,
    session_tokens: sessions[0].tokens > 0,
    live: (await client.must('GET', '/v1/memories')).body.memories.length,
    expired: (await client.must('GET', '/v1/memories?state=expired')).body.memories.length,
    counts: [counts.episodic.live, counts.episodic.expired, counts.semantic.live, counts.semantic.expired],
  };
}
test(
  'at the second it ends for search, facts, context, sessions, lists and stats, and stays readable as of its time',
  async () => {
    const client = service.in('expiry');
    const brief = (await client.must('POST', '/v1/memories', { content: 'a brief note', session_id: 's', ttl_days: 9 * SECOND_DAYS })).body
      .id;
    const fact = (await client.must('POST', '/v1/memories', { content: 'a brief fact', key: 'k', ttl_days: 9 * SECOND_DAYS })).body.id;
    await client.must('POST', '/v1/memories', { content: 'a lasting note', session_id: 's' });
    const { expires_at } = (await client.must('GET', `/v1/memories/${brief}`)).body;
    expect(expires_at).toMatch(/:\d\d\.000Z$/);
    const before = await seen(client);
    expect(before).toMatchObject({ facts: 1, current: 'a brief fact', live: 3, session: 2, counts: [2, 0, 1, 0] });
    expect(before.words).toEqual(['a brief fact', 'a brief note', 'a lasting note']);
    expect(before.context).toEqual(['brief note', 'brief fact', 'lasting note']);
    const just_before = new Date(Date.parse(expires_at) - 1_000).toISOString();

    // Written after the note, perhaps in the next second.
    const last_end = Date.parse((await client.must('GET', `/v1/memories/${fact}`)).body.expires_at);
    await until(last_end + 20);
    const exact = {
      words: ['a lasting note'],
      meaning: ['a lasting note'],
      facts: 0,
      current: null,
      context: ['lasting note'],
      session: 1,
      session_tokens: true,
      live: 1,
      expired: 2,
      counts: [1, 1, 0, 1],
    };
    expect(await seen(client)).toEqual(exact);
    // The sweep has run by then: nothing looks different, and nothing is pending.
    await until(last_end + 4_000);
    expect(await seen(client)).toEqual(exact);
    expect((await client.must('GET', '/v1/stats')).body).toMatchObject({ pending: 0, unembedded: 0 });
    expect((await client.must('GET', `/v1/memories/${brief}`)).body).toMatchObject({ state: 'expired', expires_at });
    const then = (await client.must('POST', '/v1/memories/search', { query: 'brief note', as_of: just_before })).body.results;
    expect(then.map(({ id }: { id: string }) => id)).toContain(brief);
    // What had a vector has none any more: forgetting it finds a record and no vector to purge.
    expect((await client.must('POST', '/v1/memories/forget', { memory_id: brief })).body.receipt.purged).toMatchObject({
      record: 1,
      vector: 0,
    });
  },
  CASE_MS,
);

test(
  'an edit keeps the expiry unless it changes it; a new ttl revives; an export keeps it',
  async () => {
    const client = service.in('expiry/edits');
    const { id } = (await client.must('POST', '/v1/memories', { content: 'a short stay', ttl_days: 3 * SECOND_DAYS })).body;
    const { expires_at } = (await client.must('GET', `/v1/memories/${id}`)).body;
    expect((await client.must('PATCH', `/v1/memories/${id}`, { tags: ['x'] })).body.expires_at).toBe(expires_at);
    await until(Date.parse(expires_at) + 2_500);
    expect((await client.must('GET', `/v1/memories/${id}`)).body.state).toBe('expired');
    const line = (await client.exported()).find((one) => one.includes(id)) ?? '';
    expect(JSON.parse(line).expires_at).toBe(expires_at);
    const other = service.in('expiry/copy');
    await other.imported([line]);
    expect((await other.must('GET', `/v1/memories/${id}`)).body).toMatchObject({ state: 'expired', expires_at });
    expect((await other.must('POST', '/v1/memories/search', { query: 'a short stay' })).body.abstained).toBe(true);

    expect((await client.must('PATCH', `/v1/memories/${id}`, { ttl_days: null })).body).toMatchObject({ expires_at: null, state: 'live' });
    for (const query of ['short stay', 'a visit that does not last'])
      expect((await client.must('POST', '/v1/memories/search', { query, min_score: 0 })).body.results).toMatchObject([{ id }]);
    expect((await client.must('GET', '/v1/stats')).body).toMatchObject({ pending: 0, unembedded: 0 });
  },
  CASE_MS,
);

test(
  'what an import brings and expired years ago is there for the past, before and after the sweep',
  async () => {
    const client = service.in('expiry/old');
    const old = { content: 'an old promotion', created_at: '2020-01-01', expires_at: '2020-02-01' };
    const { id } = (await client.must('POST', '/v1/memories', old)).body;
    const then = async () =>
      (await client.must('POST', '/v1/memories/search', { query: 'promotion', as_of: '2020-01-15' })).body.results.map(
        (hit: { id: string }) => hit.id,
      );
    expect(await then()).toEqual([id]);
    await until(Date.now() + 3_000);
    expect(await then()).toEqual([id]);
    expect((await client.must('POST', '/v1/memories/search', { query: 'promotion' })).body.abstained).toBe(true);
    expect((await client.must('GET', '/v1/stats')).body.counts.episodic).toMatchObject({ live: 0, expired: 1 });
  },
  CASE_MS,
);

test.each([0, -1, 36_501, 'soon'])('ttl_days %s is refused by name', async (ttl_days) => {
  expect(await service.in('expiry/bad').call('POST', '/v1/memories', { content: 'x', ttl_days })).toMatchObject({
    status: 422,
    body: { error: { field: 'ttl_days' } },
  });
});
