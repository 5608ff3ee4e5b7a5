/** Ten thousand memories: out, into another namespace, out again, and erased with exact counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, START_MS, startService } from '../support/running-service.ts';

const MEMORIES = 10_000;
const BATCH = 500;
const CASE_MS = 400_000;

let service: RunningService;
beforeAll(async () => {
  service = await startService({ HINDSIGHT_EMBEDDER: 'none' });
}, START_MS);
afterAll(() => service.worker.stop());

test(
  `${MEMORIES} memories make the round trip byte for byte, and an erasure counts every one`,
  async () => {
    const [source, target] = [service.in('large/source'), service.in('large/target')];
    for (let start = 0; start < MEMORIES; start += BATCH) {
      const memories = Array.from({ length: BATCH }, (_, at) => ({
        content: `Note ${start + at}: ${'the train leaves on time. '.repeat((start + at) % 20)}`,
        ...((start + at) % 10 === 0 ? { key: `fact.${(start + at) % 700}` } : { session_id: `s${start % 7}` }),
      }));
      const { results } = (await source.must('POST', '/v1/memories', { memories })).body;
      expect(results.every(({ status }: { status: string }) => status === 'created')).toBe(true);
    }
    const lines = await source.exported();
    // Working memory may have compressed what left it: those summaries are memories too.
    const count = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
    expect(count('memory')).toBeGreaterThanOrEqual(MEMORIES);
    expect((await target.imported(lines)).body).toEqual({ imported: lines.length - 1, unchanged: 0, withheld: 0, errors: [] });
    expect((await target.exported()).slice(1)).toEqual(lines.slice(1));
    expect((await target.imported(lines)).body).toMatchObject({ imported: 0, unchanged: lines.length - 1 });

    const { id } = (await target.must('GET', '/v1/memories?limit=1')).body.memories[0];
    await target.must('DELETE', `/v1/memories/${id}`);
    for (const confirm of [undefined, '', 'large', 'LARGE/TARGET'])
      expect((await target.call('DELETE', '/v1/namespace', confirm === undefined ? {} : { confirm })).status).toBeGreaterThanOrEqual(400);
    expect((await target.must('DELETE', '/v1/namespace', { confirm: 'large/target' })).body).toEqual({
      status: 'erased',
      counts: { memories: count('memory') - 1, tombstones: 1, sessions: count('session') },
    });
    expect(await target.exported()).toHaveLength(1);
    expect((await target.must('GET', '/v1/stats')).body).toMatchObject({ pending: 0, sessions: [], oldest: null, newest: null });
    expect((await source.exported()).slice(1)).toEqual(lines.slice(1));
    expect((await target.imported(lines.slice(0, 11))).body).toMatchObject({ imported: 10, withheld: 0 });
  },
  CASE_MS,
);
