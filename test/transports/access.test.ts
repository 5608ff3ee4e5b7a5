import { describe, expect, it } from 'vitest';
import { parseCredential, sameDigest } from '../../src/domain/access/credential.ts';
import { MINUTE_MS } from '../../src/domain/instant.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';
import { AT, ID } from './recording-service.ts';
import { apiKey, client, credential, keyStore, SECRET } from './rest-client.ts';

const bearer = (id: string, secret?: string) => ({ authorization: `Bearer ${credential(id, secret)}` });
const KEYS = [
  apiKey('full', 'acme', ['memory:read', 'memory:write', 'memory:admin']),
  apiKey('reader', 'acme', ['memory:read']),
  apiKey('writer', 'acme', ['memory:write']),
  apiKey('expired', 'acme', ['memory:read'], { expires_at: AT }),
  apiKey('current', 'acme', ['memory:read'], { expires_at: AT + 1 }),
  apiKey('revoked', 'acme', ['memory:read'], { revoked_at: AT - 1 }),
];
const keyed = (keys: KeyStore = keyStore(KEYS)) => client({ auth: 'keys' }, { keys });

describe('authentication off', () => {
  it.each(['http://127.0.0.1:8787', 'http://localhost', 'http://[::1]:9000', 'http://127.8.9.10', 'http://127.1'])(
    'answers %s',
    async (origin) => {
      const { call, namespaces } = client();
      expect((await call('GET', `${origin}/v1/stats`)).status).toBe(200);
      expect(namespaces).toEqual(['default']);
    },
  );

  it.each([
    ['http://memory.example', {}],
    ['http://10.0.0.1', {}],
    ['http://127.0.0.1.nip.io', {}],
    ['http://localhost.evil.example', {}],
    ['http://127.0.0.1', { host: 'evil.example' }],
    ['http://127.0.0.1', { host: 'evil.example@localhost' }],
    ['http://127.0.0.1', { host: 'localhost/evil.example' }],
    ['http://127.0.0.1', { host: '' }],
    ['http://memory.example', { host: 'localhost' }],
    ['http://memory.example', { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost', 'x-real-ip': '127.0.0.1' }],
  ])('refuses %s with %o', async (origin, headers) => {
    const { call, service } = client();
    for (const path of ['/v1/stats', '/healthz', '/docs', '/v1/nothing']) {
      const reply = await call('GET', `${origin}${path}`, undefined, headers as Record<string, string>);
      expect([reply.status, reply.body.error?.code]).toEqual([403, 'forbidden']);
    }
    expect(service.recorded).toEqual([]);
  });

  it('grants every well-formed name', async () => {
    const { call, namespaces } = client();
    expect((await call('GET', '/v1/stats', undefined, { 'x-hindsight-namespace': 'any/thing:1@x' })).status).toBe(200);
    expect(namespaces).toEqual(['any/thing:1@x']);
  });
});

describe('keys', () => {
  it.each([bearer('full'), { authorization: `bearer   ${credential('full')} ` }, { 'x-api-key': credential('full') }])(
    'lets %o in, under the namespace of the key',
    async (headers) => {
      const { call, service } = keyed();
      expect((await call('GET', '/v1/stats', undefined, headers)).status).toBe(200);
      expect(service.recorded[0]?.caller.namespace).toBe('acme');
    },
  );

  const refused: Record<string, string>[] = [
    bearer('unknown'),
    bearer('full', `B${SECRET.slice(1)}`),
    bearer('expired'),
    bearer('revoked'),
    { authorization: 'Bearer nonsense' },
    { authorization: 'Bearer' },
    { authorization: `Basic ${credential('full')}` },
    { authorization: `Bearer ${credential('full')} more` },
    { authorization: 'Bearer wrong', 'x-api-key': credential('full') },
    { 'x-api-key': '' },
  ];
  it('answers every kind of bad credential alike', async () => {
    const { call, service } = keyed();
    const replies = await Promise.all(refused.map((headers) => call('GET', '/v1/stats', undefined, headers)));
    const first = replies[0];
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual(first?.body);
      expect(reply.headers.get('www-authenticate')).toBe(
        'Bearer realm="hindsight", scope="memory:read memory:write", error="invalid_token", error_description="The credential is not valid"',
      );
    }
    expect(service.recorded).toEqual([]);
    expect((await call('GET', '/v1/stats', undefined, bearer('current'))).status).toBe(200);
  });

  it('without a credential the challenge names no error, and a key in the query counts for nothing', async () => {
    const { call } = keyed();
    for (const path of ['/v1/stats', `/v1/stats?api_key=${credential('full')}`, '/v1/no-such-route', `/v1/memories/${ID}`]) {
      const reply = await call('GET', path);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="hindsight", scope="memory:read memory:write"');
    }
  });

  it('health, docs and the description need no key; well-known OAuth paths are JSON 404', async () => {
    const { call, fetch } = keyed();
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/']) expect((await call('GET', path)).status).toBe(200);
    expect((await fetch('/docs')).status).toBe(200);
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
    ]) {
      const reply = await call('GET', path);
      expect([reply.status, reply.body]).toEqual([404, { error: 'not_found' }]);
    }
  });

  it('a key store that is down is 503 and never 401', async () => {
    const down: KeyStore = { ...keyStore(KEYS), find: () => Promise.reject(new Error('connection to 10.1.2.3 refused')) };
    const reply = await keyed(down).call('GET', '/v1/stats', undefined, bearer('full'));
    expect([reply.status, reply.body.error?.code]).toEqual([503, 'unavailable']);
    expect(reply.headers.has('www-authenticate')).toBe(false);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(reply.body)).not.toContain('10.1.2.3');
  });

  it('marks the last use at most once a minute, and lives without it', async () => {
    const fresh = apiKey('fresh', 'acme', ['memory:read'], { last_used_at: AT - MINUTE_MS + 1 });
    const stale = apiKey('stale', 'acme', ['memory:read'], { last_used_at: AT - MINUTE_MS });
    const keys = keyStore([fresh, stale]);
    const { call } = keyed(keys);
    await call('GET', '/v1/stats', undefined, bearer('fresh'));
    await call('GET', '/v1/stats', undefined, bearer('stale'));
    expect(keys.used).toEqual(['stale']);
    const broken = keyed({ ...keys, markUsed: () => Promise.reject(new Error('down')) });
    expect((await broken.call('GET', '/v1/stats', undefined, bearer('stale'))).status).toBe(200);
    expect(broken.events).toContainEqual(expect.objectContaining({ event: 'degraded', store: 'keys' }));
  });

  const body = { content: 'a', query: 'a', memory_ids: [ID], role: 'user', confirm: 'acme', memory_id: ID };
  const routes: readonly (readonly [string, string, readonly string[]])[] = [
    ['GET', '/v1/memories', ['reader', 'full']],
    ['GET', `/v1/memories/${ID}`, ['reader', 'full']],
    ['GET', `/v1/memories/${ID}/history`, ['reader', 'full']],
    ['GET', '/v1/facts', ['reader', 'full']],
    ['GET', '/v1/facts/k', ['reader', 'full']],
    ['GET', '/v1/stats', ['reader', 'full']],
    ['GET', '/v1/export', ['reader', 'full']],
    ['GET', '/v1/sessions/s', ['reader', 'full']],
    ['GET', '/v1/sessions/s/eviction', ['reader', 'full']],
    ['POST', '/v1/memories/search', ['reader', 'full']],
    ['POST', '/v1/sessions/s/context', ['reader', 'full']],
    ['POST', '/v1/memories', ['writer', 'full']],
    ['POST', '/v1/sessions/s/turns', ['writer', 'full']],
    ['POST', '/v1/import', ['writer', 'full']],
    ['DELETE', `/v1/memories/${ID}`, ['writer', 'full']],
    ['DELETE', '/v1/sessions/s', ['writer', 'full']],
    // These answer with stored text, so a key that only writes must not get it.
    ['POST', '/v1/memories/forget', ['full']],
    ['POST', '/v1/memories/summarize', ['full']],
    ['PATCH', `/v1/memories/${ID}`, ['full']],
    ['PATCH', '/v1/sessions/s', ['full']],
    ['DELETE', '/v1/namespace', ['full']],
  ];
  it.each(routes)('%s %s is for %o only', async (method, path, allowed) => {
    for (const id of ['reader', 'writer', 'full']) {
      const { call, fetch, service } = keyed();
      const sent = method === 'GET' ? undefined : body;
      if (allowed.includes(id)) {
        const response = await fetch(path, {
          method,
          headers: { ...bearer(id), 'content-type': 'application/json' },
          ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
        });
        expect(response.status).toBeLessThan(300);
        await response.text();
        expect(service.recorded.length).toBeGreaterThan(0);
      } else {
        const reply = await call(method, path, sent, bearer(id));
        expect(reply.status).toBe(403);
        expect(reply.headers.get('www-authenticate')).toMatch(
          /^Bearer error="insufficient_scope", scope="memory:(read|write|admin|read memory:write)"$/,
        );
        expect(service.recorded).toEqual([]);
      }
    }
  });
});

describe('namespaces', () => {
  const write = async (header: string | undefined, named: unknown) => {
    const { call, service } = keyed();
    const headers = { ...bearer('full'), ...(header === undefined ? {} : { 'x-hindsight-namespace': header }) };
    const reply = await call('POST', '/v1/memories', { content: 'a', ...(named === undefined ? {} : { namespace: named }) }, headers);
    return [reply.status, service.recorded[0]?.caller.namespace, reply.body.ignored];
  };

  it.each([
    [undefined, undefined, 'acme'],
    ['acme', undefined, 'acme'],
    ['acme/support', undefined, 'acme/support'],
    [undefined, 'acme/a/b', 'acme/a/b'],
    ['acme/x', 'acme/x', 'acme/x'],
    ['acme/x', null, 'acme/x'],
  ])('header %s and body %s mean %s', async (header, named, namespace) => {
    expect(await write(header, named)).toEqual([201, namespace, undefined]);
  });

  it.each([
    ['acme-labs', undefined, 403],
    ['acm', undefined, 403],
    ['other', undefined, 403],
    [undefined, 'other', 403],
    [undefined, 'ACME', 403],
    ['acme/x', 'acme/y', 400],
    ['acme', 'other', 400],
    ['', undefined, 400],
    [undefined, '', 400],
    ['a b', undefined, 400],
    ['acme, acme', undefined, 400],
    [undefined, "acme' OR 1=1", 400],
    [undefined, 'acme/*', 400],
    [undefined, '名', 400],
    [undefined, { $ne: 'acme' }, 400],
    [undefined, ['acme'], 400],
    ['x'.repeat(129), undefined, 400],
    ['x'.repeat(128), undefined, 403],
  ])('header %s and body %o are refused with %i', async (header, named, status) => {
    expect(await write(header, named)).toEqual([status, undefined, undefined]);
  });

  it('every route takes the header, and a namespace in a query or another body is never passed over', async () => {
    const { call, namespaces } = keyed();
    const own = { ...bearer('full'), 'x-hindsight-namespace': 'acme/a' };
    await call('GET', '/v1/memories', undefined, own);
    await call('GET', '/v1/memories?namespace=acme/b', undefined, bearer('full'));
    await call('POST', '/v1/memories/forget', { memory_id: ID, namespace: 'acme/c' }, bearer('full'));
    expect(namespaces).toEqual(['acme/a', 'acme/b', 'acme/c']);
    expect((await call('GET', '/v1/memories?namespace=other', undefined, bearer('full'))).status).toBe(403);
    expect((await call('DELETE', '/v1/namespace', { confirm: 'other', namespace: 'other' }, bearer('full'))).status).toBe(403);
  });
});

describe('rate limits', () => {
  it('answers 429 with Retry-After, for one credential and not for another', async () => {
    const rate_limiter = {
      take: async (subject: string) =>
        subject === 'reader' ? { allowed: false as const, retry_after_seconds: 2.2 } : { allowed: true as const },
    };
    const { call, service } = client({ auth: 'keys' }, { keys: keyStore(KEYS), rate_limiter });
    const reply = await call('GET', '/v1/stats', undefined, bearer('reader'));
    expect([reply.status, reply.body.error?.code, reply.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3']);
    expect(service.recorded).toEqual([]);
    expect((await call('GET', '/v1/stats', undefined, bearer('full'))).status).toBe(200);
  });
});

describe('the form of a credential', () => {
  it('is hs_, an id without underscore, and 43 characters that may hold one', () => {
    expect(parseCredential(`hs_abc_${'_-'.repeat(21)}x`)).toEqual({ id: 'abc', secret: `${'_-'.repeat(21)}x` });
    for (const wrong of [`hs__${SECRET}`, `hs_a_${SECRET}x`, `hs_a_${SECRET.slice(1)}`, `sk_a_${SECRET}`, `hs_a b_${SECRET}`])
      expect(parseCredential(wrong)).toBeNull();
  });
  it('digests are compared whole', () => {
    expect(sameDigest('abc', 'abc')).toBe(true);
    for (const other of ['abd', 'xbc', 'ab', 'abcd', '']) expect(sameDigest('abc', other)).toBe(false);
  });
});
