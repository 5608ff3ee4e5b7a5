import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { err } from '../../src/domain/result.ts';
import { REST_ROUTES } from '../../src/transports/rest/app.ts';
import { REPLY_SCHEMAS, type SchemaName } from '../../src/transports/shared/reply-schemas.ts';
import { ID } from './recording-service.ts';
import { apiKey, client, keyStore } from './rest-client.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { readonly operationId: string; readonly requestBody?: unknown; readonly responses: Record<string, unknown> }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
}
const document = async (): Promise<Document> => (await client().call('GET', '/openapi.json')).body as unknown as Document;

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(await document()) as never);
    expect(result.errors).toBeUndefined();
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
    const broken = { ...(await document()), paths: { '/x': { get: { responses: 5 } } } };
    expect((await new Validator().validate(broken as never)).valid).toBe(false);
  });

  it('describes every route of the contract, each with its own operation id and its errors', async () => {
    const { paths } = await document();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      [
        'POST /v1/memories',
        'GET /v1/memories',
        'POST /v1/memories/search',
        'POST /v1/memories/forget',
        'POST /v1/memories/summarize',
        'GET /v1/memories/{id}',
        'PATCH /v1/memories/{id}',
        'DELETE /v1/memories/{id}',
        'GET /v1/memories/{id}/history',
        'GET /v1/stats',
        'POST /v1/sessions/{id}/turns',
        'GET /v1/sessions/{id}',
        'PATCH /v1/sessions/{id}',
        'DELETE /v1/sessions/{id}',
        'GET /v1/sessions/{id}/eviction',
        'POST /v1/sessions/{id}/context',
        'GET /v1/facts',
        'GET /v1/facts/{key}',
        'GET /v1/export',
        'POST /v1/import',
        'DELETE /v1/namespace',
        'POST /v1/keys',
        'GET /v1/keys',
        'GET /v1/keys/{id}',
        'POST /v1/keys/{id}/rotate',
        'DELETE /v1/keys/{id}',
      ].sort(),
    );
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '409', '413', '422', '429', '503']));
  });

  it('its schemas describe what is answered', async () => {
    const { components } = await document();
    const ajv = new Ajv2020({ strict: false });
    const requests: readonly (readonly [SchemaName, string, string, object?])[] = [
      ['write', 'POST', '/v1/memories', { content: 'a', unknown: 1 }],
      ['write_many', 'POST', '/v1/memories', { memories: [{ content: 'a' }, {}] }],
      ['memories', 'GET', '/v1/memories'],
      ['memory', 'GET', `/v1/memories/${ID}`],
      ['versions', 'GET', `/v1/memories/${ID}/history`],
      ['corrected', 'PATCH', `/v1/memories/${ID}`, { importance: 1 }],
      ['forgotten', 'DELETE', `/v1/memories/${ID}`],
      ['search', 'POST', '/v1/memories/search', { query: 'q' }],
      ['summary', 'POST', '/v1/memories/summarize', { memory_ids: [ID] }],
      ['turn', 'POST', '/v1/sessions/s/turns', { role: 'user', content: 'a' }],
      ['session', 'GET', '/v1/sessions/s'],
      ['configured_session', 'PATCH', '/v1/sessions/s', {}],
      ['eviction', 'GET', '/v1/sessions/s/eviction'],
      ['ended_session', 'DELETE', '/v1/sessions/s'],
      ['context', 'POST', '/v1/sessions/s/context', {}],
      ['facts', 'GET', '/v1/facts'],
      ['fact', 'GET', '/v1/facts/k'],
      ['stats', 'GET', '/v1/stats'],
      ['import', 'POST', '/v1/import', {}],
      ['erased', 'DELETE', '/v1/namespace', { confirm: 'default' }],
      ['new_key', 'POST', '/v1/keys', {}],
      ['keys', 'GET', '/v1/keys'],
      ['key', 'GET', '/v1/keys/known'],
      ['rotated_key', 'POST', '/v1/keys/known/rotate', {}],
      ['ready', 'GET', '/readyz'],
      ['error', 'GET', '/v1/nothing'],
    ];
    const { call } = client({}, { keys: keyStore([apiKey('known', 'default', ['memory:read'])]) });
    for (const [name, method, path, sent] of requests) {
      const { body } = await call(method, path, sent);
      const schema = components.schemas[name] ?? {};
      const valid = ajv.validate(schema, body);
      expect([name, valid, ajv.errors]).toEqual([name, true, null]);
      expect([name, ajv.validate(schema, { nothing: 'of this' })]).toEqual([name, false]);
    }
    expect(requests.map(([name]) => name).sort()).toEqual(Object.keys(REPLY_SCHEMAS).sort());
  });
});

describe('/docs', () => {
  it('is one page without script and without a foreign host, and names every route', async () => {
    const response = await client().fetch('/docs');
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).not.toMatch(/<script|<link|<img|<iframe|javascript:|\son\w+=/i);
    expect(page).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
    for (const { path, method } of REST_ROUTES) expect(page).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    expect(page).not.toContain('[object');
    expect(page).toContain('{&quot;memories&quot;: […]}');
  });

  it('lets in exactly its own style', async () => {
    const response = await client().fetch('/docs');
    const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${Buffer.from(digest).toString('base64')}'`);
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

describe('health', () => {
  it('is alive whatever the stores say, and ready only when each of them is', async () => {
    const well = client();
    expect((await well.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await well.call('GET', '/readyz')).body).toEqual({ status: 'ready', stores: [{ name: 'records', ok: true }] });
    const half = client();
    half.service.answer('ready', () => ({
      ok: true,
      value: {
        stores: [
          { name: 'records', ok: true },
          { name: 'vectors', ok: false },
        ],
      },
    }));
    const reply = await half.call('GET', '/readyz');
    expect([reply.status, reply.body]).toEqual([
      503,
      {
        status: 'unavailable',
        stores: [
          { name: 'records', ok: true },
          { name: 'vectors', ok: false },
        ],
      },
    ]);
    const down = client();
    down.service.answer('ready', () => err({ kind: 'unavailable', store: 'postgres', message: 'm' }));
    expect((await down.call('GET', '/readyz')).body.stores).toEqual([{ name: 'postgres', ok: false }]);
    const gone = client({}, { serviceFor: () => ({ execute: () => Promise.reject(new Error('no object')) }) });
    expect((await gone.call('GET', '/readyz')).status).toBe(503);
    expect((await gone.call('GET', '/healthz')).status).toBe(200);
  });

  it('counts the key store where keys are used', async () => {
    const keys = { ...keyStore([]), list: () => Promise.reject(new Error('down')) };
    const reply = await client({ auth: 'keys' }, { keys }).call('GET', '/readyz');
    expect([reply.status, reply.body.stores]).toEqual([
      503,
      [
        { name: 'records', ok: true },
        { name: 'keys', ok: false },
      ],
    ]);
  });

  it('the root points to the docs', async () => {
    expect((await client().call('GET', '/')).body).toMatchObject({ docs: '/docs', openapi: '/openapi.json' });
  });
});
