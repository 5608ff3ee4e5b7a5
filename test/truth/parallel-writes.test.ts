/** Twenty writers at once on one key, a hundred times over, through HTTP on the running Worker. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type RunningService, START_MS, startService } from '../support/running-service.ts';

const RUNS = 100;
const WRITERS = 20;
const RUNS_MS = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startService({ HINDSIGHT_EMBEDDER: 'none' });
}, START_MS);
afterAll(() => service.worker.stop());

interface Version {
  readonly id: string;
  readonly content: string;
  readonly state: string;
  readonly superseded_by: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
}

test(
  `one current value, ${WRITERS} versions and an intact chain, ${RUNS} times`,
  async () => {
    const client = service.in('parallel');
    const refused: Answer[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const key = `plan.${run}`;
      // Half of the writers say when it happened, so that the order of arrival is not the order of the chain.
      const write = (writer: number) =>
        client.call('POST', '/v1/memories', {
          content: `In run ${run} the plan is number ${writer}`,
          key,
          ...(writer % 2 === 0 ? {} : { occurred_at: new Date(Date.UTC(2026, 0, 1 + ((writer * 7) % WRITERS))).toISOString() }),
          ...(writer % 3 === 0 ? { session_id: 's' } : {}),
          ...(writer % 4 === 0 ? { idempotency_key: `${run}/${writer}` } : {}),
        });
      const answers = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      refused.push(...answers.filter(({ status }) => status !== 201));
      const { body } = await client.must('GET', `/v1/facts/${key}`);
      const versions: readonly Version[] = body.versions;
      expect(new Set(versions.map(({ content }) => content)).size).toBe(WRITERS);
      expect(new Set(versions.map(({ id }) => id)).size).toBe(WRITERS);
      expect(versions.filter(({ state }) => state === 'live').map(({ id }) => id)).toEqual([body.current.id]);
      const oldest_first = versions.toReversed();
      for (const [at, version] of oldest_first.entries()) {
        const next = oldest_first[at + 1];
        expect([version.superseded_by, version.valid_to]).toEqual(next === undefined ? [null, null] : [next.id, next.valid_from]);
      }
    }
    expect(refused).toEqual([]);
    const { counts, pending } = (await client.must('GET', '/v1/stats')).body;
    expect(counts.semantic).toEqual({ live: RUNS, superseded: RUNS * (WRITERS - 1), expired: 0, forgotten: 0 });
    expect(pending).toBe(0);
    expect((await client.must('GET', '/v1/facts?limit=100')).body.facts).toHaveLength(RUNS);
  },
  RUNS_MS,
);

test('the same key and value at once is one fact, seen as often', async () => {
  const client = service.in('parallel/same');
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, () => client.call('POST', '/v1/memories', { content: 'Berlin', key: 'city' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: WRITERS - 1 }, () => 200), 201]);
  const { versions } = (await client.must('GET', '/v1/facts/city')).body;
  expect(versions).toMatchObject([{ content: 'Berlin', seen_count: WRITERS, version: 1 }]);
});

test('one idempotency key at once is one write and one reply; with other fields it is 409', async () => {
  const client = service.in('parallel/idempotent');
  const write = (content: string) => client.call('POST', '/v1/memories', { content, idempotency_key: 'once' });
  const answers = await Promise.all(Array.from({ length: WRITERS }, () => write('said once')));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await write('said otherwise')).toMatchObject({ status: 409, body: { error: { field: 'idempotency_key' } } });
  expect((await service.in('parallel/other').call('POST', '/v1/memories', { content: 'elsewhere', idempotency_key: 'once' })).status).toBe(
    201,
  );
  expect((await client.must('GET', '/v1/memories')).body.memories).toMatchObject([{ content: 'said once', seen_count: 1 }]);
});
