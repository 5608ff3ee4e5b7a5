/** Idempotency keys over HTTP, on every route and tool that writes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type NamespaceClient, type RunningService, START_MS, startService } from '../support/running-service.ts';

const CASE_MS = 60_000;
let service: RunningService;
beforeAll(async () => {
  service = await startService({ HINDSIGHT_EMBEDDER: 'none' });
}, START_MS);
afterAll(() => service.worker.stop());

type Send = (client: NamespaceClient, ids: readonly string[], other: boolean) => Promise<Answer>;
const KEY = { idempotency_key: 'once' };

const ROUTES: Readonly<Record<string, Send>> = {
  'POST /v1/memories': (client, _ids, other) => client.call('POST', '/v1/memories', { content: other ? 'b' : 'a', ...KEY }),
  'PATCH /v1/memories/{id}': (client, [id], other) => client.call('PATCH', `/v1/memories/${id}`, { content: other ? 'b' : 'a', ...KEY }),
  'DELETE /v1/memories/{id}': (client, [id], other) =>
    client.call('DELETE', `/v1/memories/${id}`, { reason: other ? 'b' : 'a', mode: 'delete', ...KEY }),
  'POST /v1/memories/forget': (client, [id, second], other) =>
    client.call('POST', '/v1/memories/forget', { memory_id: other ? second : id, ...KEY }),
  'POST /v1/memories/forget, fading': (client, [id, second], other) =>
    client.call('POST', '/v1/memories/forget', { memory_id: other ? second : id, mode: 'fade', ...KEY }),
  'POST /v1/memories/summarize': (client, [id, second], other) =>
    client.call('POST', '/v1/memories/summarize', { memory_ids: other ? [second] : [id], ...KEY }),
  'POST /v1/sessions/{id}/turns': (client, _ids, other) =>
    client.call('POST', '/v1/sessions/s/turns', { role: 'user', content: other ? 'b' : 'a', ...KEY }),
};

test.each(Object.entries(ROUTES))(
  '%s: the first reply again, once done; other fields are 409',
  async (route, send) => {
    const client = service.in(`idempotency/${Object.keys(ROUTES).indexOf(route)}`);
    const ids: string[] = [];
    for (const content of ['first of all', 'second of all']) ids.push((await client.must('POST', '/v1/memories', { content })).body.id);
    const first = await send(client, ids, false);
    expect(first.status).toBeLessThan(300);
    const exported = (await client.exported()).slice(1);
    const again = await send(client, ids, false);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await client.exported()).slice(1)).toEqual(exported);
    expect(await send(client, ids, true)).toMatchObject({ status: 409, body: { error: { code: 'conflict', field: 'idempotency_key' } } });
    expect((await client.exported()).slice(1)).toEqual(exported);
  },
  CASE_MS,
);

test(
  'items of a batch have keys of their own, and the header stands for the field',
  async () => {
    const client = service.in('idempotency/batch');
    const batch = (third: string) =>
      client.must('POST', '/v1/memories', {
        memories: [
          { content: 'one', idempotency_key: 'k1' },
          { content: 'two', idempotency_key: 'k2' },
          { content: third, idempotency_key: 'k1' },
        ],
      });
    const first = (await batch('one')).body.results;
    expect(first[2]).toEqual(first[0]);
    expect((await batch('one')).body.results).toEqual(first);
    expect((await batch('three')).body.results[2]).toMatchObject({ error: { field: 'idempotency_key' } });
    const header = { 'Idempotency-Key': 'k3' };
    const one = await client.must('POST', '/v1/memories', { content: 'by header' }, header);
    expect((await client.must('POST', '/v1/memories', { content: 'by header' }, header)).body).toEqual(one.body);
    expect((await client.call('POST', '/v1/memories', { content: 'other', idempotency_key: 'k3' })).status).toBe(409);
  },
  CASE_MS,
);

test(
  'the tools share keys with the routes, and a namespace has its own',
  async () => {
    const client = service.in('idempotency/mcp');
    const tool = async (content: string) =>
      JSON.parse(await client.mcp('tools/call', { name: 'memory_write', arguments: { content, idempotency_key: 'k' } })).result;
    const first = await tool('said by a model');
    expect((await tool('said by a model')).structuredContent).toEqual(first.structuredContent);
    expect(await tool('said otherwise')).toMatchObject({ isError: true });
    expect((await client.must('GET', '/v1/memories')).body.memories).toMatchObject([{ seen_count: 1 }]);
    expect((await service.in('idempotency/elsewhere').call('POST', '/v1/memories', { content: 'x', idempotency_key: 'k' })).status).toBe(
      201,
    );
  },
  CASE_MS,
);
