/** Who, when and why, over HTTP: every version of a memory, restoring, and what contradicts without a key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, START_MS, startService } from '../support/running-service.ts';

const CASE_MS = 60_000;
let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, START_MS);
afterAll(() => service.worker.stop());

test(
  'each change is a version with who, when and why; restoring an older one is a new one',
  async () => {
    const client = service.in('history/one');
    const agent = { 'User-Agent': 'planner/2.1' };
    const { id } = (await client.must('POST', '/v1/memories', { content: 'seat 12A', tags: ['seat'], origin: 'user' }, agent)).body;
    const change = async (fields: object) => (await client.must('PATCH', `/v1/memories/${id}`, fields)).body;
    expect(await change({ content: 'seat 14C', reason: 'rebooked' })).toMatchObject({ id, version: 2, status: 'updated' });
    expect(await change({ importance: 0.2 })).toMatchObject({ version: 3 });
    expect(await change({ importance: 0.2, tags: ['seat'], content: 'seat 14C' })).toMatchObject({ version: 3, status: 'unchanged' });
    expect(await change({ restore_version: 1, reason: 'the first was right' })).toMatchObject({
      version: 4,
      content: 'seat 12A',
      importance: 1,
    });
    await client.must('POST', '/v1/memories/forget', { memory_id: id, mode: 'fade', reason: 'over' });
    await client.mcp('tools/call', { name: 'memory_write', arguments: { content: 'seat 12A', tags: ['window'] } });

    const { versions, next_cursor } = (await client.must('GET', `/v1/memories/${id}/history`)).body;
    expect(next_cursor).toBeNull();
    const shown = versions.map((one: Record<string, unknown> & { source: { via: string } }) => [
      one.version,
      one.content,
      one.importance,
      one.tags,
      one.source.via,
      one.reason,
      one.current,
    ]);
    expect(shown).toEqual([
      [6, 'seat 12A', 0.5, ['seat', 'window'], 'mcp:memory_write', 'merged repeat', true],
      [5, 'seat 12A', 0.5, ['seat'], 'rest:POST /v1/memories/forget', 'over', false],
      [4, 'seat 12A', 1, ['seat'], 'rest:PATCH /v1/memories/{id}', 'the first was right', false],
      [3, 'seat 14C', 0.2, ['seat'], 'rest:PATCH /v1/memories/{id}', null, false],
      [2, 'seat 14C', 1, ['seat'], 'rest:PATCH /v1/memories/{id}', 'rebooked', false],
      [1, 'seat 12A', 1, ['seat'], 'rest:POST /v1/memories', null, false],
    ]);
    for (const [at, version] of versions.entries()) {
      expect(version.replaced_at).toBe(at === 0 ? null : versions[at - 1].recorded_at);
      expect(Date.parse(version.recorded_at)).toBeGreaterThan(Date.now() - CASE_MS);
    }
    const paged = (await client.must('GET', `/v1/memories/${id}/history?limit=2`)).body;
    expect(paged.versions.map(({ version }: { version: number }) => version)).toEqual([6, 5]);
    const rest = (await client.must('GET', `/v1/memories/${id}/history?limit=100&cursor=${paged.next_cursor}`)).body;
    expect(rest.versions.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
    expect((await client.call('PATCH', `/v1/memories/${id}`, { restore_version: 99 })).status).toBe(404);
  },
  CASE_MS,
);

test(
  'every value of a key keeps its own history',
  async () => {
    const client = service.in('history/key');
    const { id } = (await client.must('POST', '/v1/memories', { content: 'Berlin', key: 'city' })).body;
    await client.must('PATCH', `/v1/memories/${id}`, { content: 'Berlin, Mitte' });
    const moved = (await client.must('POST', '/v1/memories', { content: 'Hamburg', key: 'city' })).body;
    expect(moved).toMatchObject({ status: 'created', superseded_id: id });
    // A correction of what no longer holds changes what was said of then, and not what holds now.
    await client.must('PATCH', `/v1/memories/${id}`, { content: 'Berlin, Wedding' });
    const fact = (await client.must('GET', '/v1/facts/city')).body;
    expect(fact.current.content).toBe('Hamburg');
    expect(fact.versions.map(({ content, version, state }: Record<string, unknown>) => [content, version, state])).toEqual([
      ['Hamburg', 1, 'live'],
      ['Berlin, Wedding', 3, 'superseded'],
    ]);
    expect((await client.must('GET', `/v1/memories/${id}/history`)).body.versions).toHaveLength(3);
  },
  CASE_MS,
);

test.each([
  [
    'English',
    'The user prefers an aisle seat on trains',
    'The user prefers a window seat on trains',
    'which seat does the user prefer on trains',
  ],
  ['Chinese', '用户坐火车喜欢靠过道的座位', '用户坐火车喜欢靠窗的座位', '用户坐火车喜欢什么座位'],
])(
  'without a key both stay, the newer first, and the pair is flagged (%s)',
  async (language, older, newer, query) => {
    const client = service.in(`history/conflict/${language}`);
    const first = (await client.must('POST', '/v1/memories', { content: older, layer: 'semantic', occurred_at: '2026-03-01' })).body;
    const second = (await client.must('POST', '/v1/memories', { content: newer, layer: 'semantic', occurred_at: '2026-09-01' })).body;
    expect(second).toMatchObject({ status: 'created', superseded_id: null, possible_conflict: [first.id] });
    const { results } = (await client.must('POST', '/v1/memories/search', { query })).body;
    expect(results.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(results.map(({ possible_conflict }: { possible_conflict: unknown }) => possible_conflict)).toEqual([[first.id], [second.id]]);
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['live', 'live']);
  },
  CASE_MS,
);

test(
  'a new fact retires no other: only the same key supersedes',
  async () => {
    const client = service.in('history/unrelated');
    for (const [key, content] of [
      ['pet.cat', 'The cat is called Minka'],
      ['pet.dog', 'The dog is called Minka'],
      ['car', 'The car is called Minka'],
    ] as const)
      await client.must('POST', '/v1/memories', { content, key });
    await client.must('POST', '/v1/memories', { content: 'The cat is called Momo', key: 'pet.cat' });
    const { facts } = (await client.must('GET', '/v1/facts')).body;
    expect(facts.map(({ content }: { content: string }) => content)).toEqual([
      'The car is called Minka',
      'The cat is called Momo',
      'The dog is called Minka',
    ]);
  },
  CASE_MS,
);
