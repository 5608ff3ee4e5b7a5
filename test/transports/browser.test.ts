import { describe, expect, it } from 'vitest';
import { apiKey, client, credential, keyStore } from './rest-client.ts';

const keys = keyStore([apiKey('full', 'acme', ['memory:read'])]);
const deployed = (config = {}) => client({ auth: 'keys', ...config }, { keys });
const bearer = { authorization: `Bearer ${credential('full')}` };
const URL_ = 'https://memory.example/v1/stats';

describe('Origin', () => {
  it.each([undefined, 'https://memory.example', 'http://localhost:6274', 'http://127.0.0.1:3000', 'http://[::1]'])(
    '%s may call',
    async (origin) => {
      const reply = await deployed().call('GET', URL_, undefined, { ...bearer, ...(origin === undefined ? {} : { origin }) });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin ?? null);
      expect(reply.headers.get('vary')).toContain('Origin');
    },
  );

  it.each([
    'https://evil.example',
    'https://memory.example.evil.example',
    'https://memory.example:8443',
    'http://localhost.evil.example',
    'null',
    'file://',
    'chrome-extension://abcdef',
    'nonsense',
  ])('%s may not, and the service never hears of it', async (origin) => {
    const { call, service } = deployed();
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await call(method, URL_, undefined, { ...bearer, origin });
      expect([reply.status, reply.body.error?.code]).toEqual([403, 'forbidden']);
      expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    }
    expect(service.recorded).toEqual([]);
  });

  it('an origin that is configured, by name or whole, may call', async () => {
    const { call } = deployed({ allowed_origins: ['app.example', 'https://tool.example/', 'chrome-extension://abcdef'] });
    const statusFor = async (origin: string) => (await call('GET', URL_, undefined, { ...bearer, origin })).status;
    for (const origin of ['https://app.example', 'https://app.example:8443', 'https://tool.example', 'chrome-extension://abcdef'])
      expect(await statusFor(origin)).toBe(200);
    for (const origin of ['https://tool.example:8443', 'http://tool.example', 'https://x.app.example', 'chrome-extension://other'])
      expect(await statusFor(origin)).toBe(403);
  });
});

describe('Host', () => {
  it('a Host header that names another host than the URL is 403, on every path', async () => {
    const { call } = deployed();
    for (const path of ['/healthz', '/v1/stats', '/docs']) {
      expect((await call('GET', `https://memory.example${path}`, undefined, { ...bearer, host: 'evil.example' })).status).toBe(403);
    }
    expect((await call('GET', URL_, undefined, { ...bearer, host: 'memory.example:443' })).status).toBe(200);
  });

  it('with a list of hosts, only those and loopback are served', async () => {
    const { call } = deployed({ allowed_hosts: ['Memory.Example'] });
    expect((await call('GET', URL_, undefined, bearer)).status).toBe(200);
    expect((await call('GET', 'http://127.0.0.1:8787/v1/stats', undefined, bearer)).status).toBe(200);
    expect((await call('GET', 'https://other.example/v1/stats', undefined, bearer)).status).toBe(403);
  });
});

describe('CORS', () => {
  it('answers a preflight with 204 before any credential is asked for', async () => {
    const { fetch, service } = deployed();
    for (const path of ['/v1/memories', '/mcp', '/v1/nothing']) {
      const response = await fetch(`https://memory.example${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:6274',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
      expect(response.headers.get('access-control-allow-methods')?.split(',')).toEqual(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);
      const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(',');
      expect(allowed).toEqual(
        expect.arrayContaining([
          'content-type',
          'accept',
          'authorization',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
          'mcp-session-id',
          'last-event-id',
          'x-api-key',
          'x-hindsight-namespace',
        ]),
      );
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
    expect(service.recorded).toEqual([]);
  });

  it('errors carry the same headers, so that a page can read them', async () => {
    const broken = client({}, { serviceFor: () => ({ execute: () => Promise.reject(new Error('x')) }) });
    const own = deployed();
    const origin = 'http://localhost:6274';
    const replies = [
      await own.call('GET', URL_, undefined, { origin }),
      await own.call('DELETE', 'https://memory.example/v1/namespace', { confirm: 'acme' }, { ...bearer, origin }),
      await own.call('PUT', 'https://memory.example/v1/memories', undefined, { ...bearer, origin }),
      await own.call('GET', 'https://memory.example/v1/nothing', undefined, { ...bearer, origin }),
      await broken.call('GET', '/v1/stats', undefined, { origin }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 403, 405, 404, 500]);
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining(['WWW-Authenticate', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'Retry-After']),
      );
    }
  });
});

describe('security headers', () => {
  it('are on every answer', async () => {
    const { call } = client();
    for (const path of ['/healthz', '/v1/stats', '/v1/nothing', '/']) {
      const { headers } = await call('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });
});
