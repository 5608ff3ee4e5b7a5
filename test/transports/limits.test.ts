import { describe, expect, it } from 'vitest';
import { BATCH_BODY_BYTES_MAX, BODY_BYTES_MAX } from '../../src/domain/limits.ts';
import { isJson, JSON_DEPTH_MAX, nestsTooDeep } from '../../src/transports/shared/json-value.ts';
import { ID } from './recording-service.ts';
import { client } from './rest-client.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A JSON object of exactly so many bytes. */
const sized = (bytes: number, fields = '"query":"q"'): string => {
  const frame = `{${fields},"pad":""}`;
  return frame.replace('"pad":""', `"pad":"${'x'.repeat(bytes - frame.length)}"`);
};

/** Sends a body in chunks, without a length; counts what was taken. */
function streamed(text: string, chunk_bytes: number): { readonly body: ReadableStream<Uint8Array>; readonly taken: () => number } {
  const bytes = new TextEncoder().encode(text);
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunk_bytes));
      offset += chunk_bytes;
    },
  });
  return { body, taken: () => offset };
}

describe('body ceilings', () => {
  it.each([
    ['/v1/memories/search', BODY_BYTES_MAX, '"query":"q"'],
    ['/v1/memories', BATCH_BODY_BYTES_MAX, '"content":"c"'],
  ])('%s reads %i bytes and refuses one more', async (path, limit, fields) => {
    const { fetch, service } = client();
    const post = (text: string) => fetch(path, { method: 'POST', headers: JSON_TYPE, body: text });
    expect((await post(sized(limit, fields))).status).toBeLessThan(300);
    expect(service.recorded).toHaveLength(1);
    const refused = await post(sized(limit + 1, fields));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'too_large', message: expect.stringContaining(String(limit)) } });
    expect(service.recorded).toHaveLength(1);
  });

  it('a declared length is refused unread, a streamed body is dropped at the limit', async () => {
    const { fetch } = client();
    const declared = streamed('{}', 10);
    const headers = { ...JSON_TYPE, 'content-length': String(BODY_BYTES_MAX + 1) };
    const post = (body: ReadableStream, more = {}) =>
      fetch('/v1/memories/search', { method: 'POST', headers: { ...JSON_TYPE, ...more }, body, duplex: 'half' } as RequestInit);
    expect((await post(declared.body, headers)).status).toBe(413);
    const endless = streamed('x'.repeat(4 * BODY_BYTES_MAX), 65_536);
    expect((await post(endless.body)).status).toBe(413);
    expect(endless.taken()).toBeLessThan(BODY_BYTES_MAX + 4 * 65_536);
    expect((await post(streamed(sized(1_000), 7).body)).status).toBe(200);
  });

  it('the route limit holds for PATCH, turns and context too', async () => {
    const { call } = client();
    const big = sized(BODY_BYTES_MAX + 1);
    expect((await call('PATCH', `/v1/memories/${ID}`, big)).status).toBe(413);
    expect((await call('POST', '/v1/sessions/s/turns', big)).status).toBe(413);
    expect((await call('POST', '/v1/sessions/s/context', big)).status).toBe(413);
    expect((await call('DELETE', '/v1/namespace', big)).status).toBe(413);
  });
});

describe('what a body must be', () => {
  it.each([
    ['', 'empty'],
    ['{', 'not JSON'],
    ['{"query":"q"} trailing', 'not JSON'],
    ["{'query':'q'}", 'not JSON'],
    ['[]', 'JSON object'],
    ['"q"', 'JSON object'],
    ['null', 'JSON object'],
    ['5', 'JSON object'],
    ['NaN', 'not JSON'],
    [`{"query":"q","a":${'['.repeat(JSON_DEPTH_MAX)}${']'.repeat(JSON_DEPTH_MAX)}}`, 'nests deeper'],
    [`{"query":"q","a":${'['.repeat(200_000)}`, 'nests deeper'],
  ])('%.40s is 400', async (text, said) => {
    const { call, service } = client();
    const reply = await call('POST', '/v1/memories/search', text);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'malformed']);
    expect(reply.body.error?.message).toContain(said);
    expect(service.recorded).toEqual([]);
  });

  it('bytes that are not UTF-8 are 400; a byte order mark is not minded', async () => {
    const { fetch } = client();
    const post = (body: Uint8Array<ArrayBuffer>) => fetch('/v1/memories/search', { method: 'POST', headers: JSON_TYPE, body });
    const broken = new Uint8Array([...new TextEncoder().encode('{"query":"'), 0xed, 0xa0, 0xbd, ...new TextEncoder().encode('"}')]);
    expect((await post(broken)).status).toBe(400);
    expect((await post(new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"query":"q"}')]))).status).toBe(200);
  });

  it('a type other than JSON, or a compressed body, is 400 and says what to send', async () => {
    const { call } = client();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp']) {
      const reply = await call('POST', '/v1/memories/search', { query: 'q' }, { 'content-type': type });
      expect([reply.status, reply.body.error?.hint]).toEqual([400, 'Send it with Content-Type: application/json.']);
    }
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])
      expect((await call('POST', '/v1/memories/search', { query: 'q' }, { 'content-type': type })).status).toBe(200);
    expect((await call('POST', '/v1/memories/search', { query: 'q' }, { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it('depth is counted outside of strings, and data of the full depth is JSON', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(nestsTooDeep(deep(JSON_DEPTH_MAX))).toBe(false);
    expect(nestsTooDeep(deep(JSON_DEPTH_MAX + 1))).toBe(true);
    expect(nestsTooDeep(JSON.stringify({ a: `"\\${'['.repeat(100)}` }))).toBe(false);
    expect(nestsTooDeep('[]'.repeat(100))).toBe(false);
    expect(isJson(JSON.parse(deep(JSON_DEPTH_MAX)))).toBe(true);
    expect(isJson({ a: Number.POSITIVE_INFINITY })).toBe(false);
  });
});

describe('routes', () => {
  it.each([
    ['PUT', '/v1/memories', 'POST, GET, HEAD, OPTIONS'],
    ['GET', '/v1/memories/search', null],
    ['POST', '/v1/stats', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/import', 'POST, OPTIONS'],
  ])('%s %s is told what is allowed', async (method, path, allow) => {
    const { call } = client();
    const reply = await call(method, path);
    // GET /v1/memories/search is the reading of a memory called "search", which there is none of.
    if (allow === null) expect(reply.status).toBe(200);
    else expect([reply.status, reply.body.error?.code, reply.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  it('an unknown route is 404 in the one shape; a trailing slash is no other route', async () => {
    const { call } = client();
    for (const path of ['/v1/nothing', '/nothing', '/v1', '/v2/memories', `/v1/memories/${ID}/nothing`]) {
      const reply = await call('GET', path);
      expect([reply.status, reply.body.error?.code, reply.body.error?.request_id]).toEqual([404, 'not_found', 'request-1']);
    }
    expect((await call('GET', '/v1/memories/')).status).toBe(200);
    expect((await call('POST', '/v1/memories/search/', { query: 'q' })).status).toBe(200);
  });

  it('HEAD answers as GET without a body', async () => {
    const response = await client().fetch('/v1/stats', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('the request id and the log line', () => {
  it('keeps a plain id of the caller and replaces any other', async () => {
    const { call } = client();
    const idFor = async (id: string) => (await call('GET', '/v1/nothing', undefined, { 'x-request-id': id })).headers.get('x-request-id');
    expect(await idFor('abc-123_x')).toBe('abc-123_x');
    expect(await idFor('a'.repeat(64))).toBe('a'.repeat(64));
    for (const other of ['a'.repeat(65), 'a b', 'a"b', '<script>']) expect(await idFor(other)).toBe('request-1');
  });

  it('one event for each request, with ids, times and outcome and nothing that was said', async () => {
    const { call, events } = client();
    await call('POST', '/v1/memories/search', { query: 'my secret question' });
    await call('POST', '/v1/memories/search', { query: 5 });
    await call('GET', '/nothing-private?q=my+secret');
    expect(events).toEqual([
      {
        event: 'request',
        request_id: 'request-1',
        verb: 'search',
        namespace_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        duration_ms: 0,
        outcome: '200',
      },
      { event: 'request', request_id: 'request-1', verb: 'none', namespace_hash: expect.any(String), duration_ms: 0, outcome: 'invalid' },
      { event: 'request', request_id: 'request-1', verb: 'none', namespace_hash: 'none', duration_ms: 0, outcome: 'not_found' },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/secret|default|nothing/);
  });
});
