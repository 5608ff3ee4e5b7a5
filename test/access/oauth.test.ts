/** OAuth against a locally started Worker: the official client does the whole flow; then what must not work. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalWorker, startLocalWorker } from '../../scripts/local-worker.ts';
import { Browser, formOf, type Page } from './browser.ts';

const START_TIMEOUT_MS = 90_000;
const OPERATOR = 'operator-token-for-oauth-0123456789abcdef';
const CALLBACK = 'http://127.0.0.1:9/callback';
const folder = mkdtempSync(join(tmpdir(), 'hindsight-oauth-'));

let worker: LocalWorker;
let url = '';

beforeAll(async () => {
  const env_file = join(folder, 'vars');
  writeFileSync(env_file, `HINDSIGHT_ADMIN_TOKEN=${OPERATOR}\n`);
  worker = await startLocalWorker({
    env_file,
    keep_log: true,
    vars: { HINDSIGHT_AUTH: 'oauth', HINDSIGHT_EMBEDDER: 'none', HINDSIGHT_RATE_LIMIT_PER_MINUTE: '0' },
  });
  url = worker.url;
}, START_TIMEOUT_MS);
afterAll(async () => {
  await worker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function json(path: string, init: RequestInit & { readonly key?: string } = {}) {
  const { key, ...rest } = init;
  const response = await fetch(`${url}${path}`, {
    ...rest,
    headers: {
      ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(rest.headers as Record<string, string> | undefined),
    },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

async function makeKey(namespace: string, scopes = ['memory:read', 'memory:write']): Promise<{ id: string; key: string }> {
  const made = await json('/v1/keys', { method: 'POST', key: OPERATOR, body: JSON.stringify({ namespace, scopes }) });
  expect(made.status).toBe(201);
  return made.body as unknown as { id: string; key: string };
}

/** Keeps what the official client asks it to keep, and lets `visit` do what a person would. */
function provider(visit: (authorize: string) => Promise<URL>) {
  const kept: {
    client?: unknown;
    tokens?: { access_token: string; refresh_token?: string | undefined };
    verifier?: string;
    callback?: URL;
  } = {};
  const auth: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Travel <b>agent</b>',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client as ReturnType<OAuthClientProvider['clientInformation']>,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: async (authorize) => {
      kept.callback = await visit(authorize.href);
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
  return { auth, kept };
}

async function signIn(visit: (authorize: string) => Promise<URL>) {
  const { auth, kept } = provider(visit);
  const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: auth });
  const first = transport();
  const refused = await new Client({ name: 'travel', version: '1' }).connect(first).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(UnauthorizedError);
  await first.finishAuth(kept.callback?.searchParams ?? new URLSearchParams());
  const client = new Client({ name: 'travel', version: '1' });
  await client.connect(transport());
  return { client, kept };
}

/** What a person does: enters the key, looks, and allows. */
const approve =
  (key: string, seen: Page[] = [], untick: readonly string[] = []) =>
  async (authorize: string): Promise<URL> => {
    const browser = new Browser();
    const asked = await browser.page(authorize);
    const question = await browser.page(authorize, new URLSearchParams({ key }));
    seen.push(asked, question);
    return browser.redirect(authorize, formOf(question, { decision: 'allow' }, untick));
  };

describe('discovery', () => {
  it('a challenge names the metadata, and both documents agree on the address that is used', async () => {
    for (const [path, init] of [
      ['/mcp', { method: 'POST', body: '{}' }],
      ['/v1/stats', {}],
    ] as const) {
      const challenge = (await json(path, init)).headers.get('www-authenticate') ?? '';
      expect(challenge).toBe(
        `Bearer realm="hindsight", scope="memory:read memory:write", resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
      );
    }
    const documents = [await json('/.well-known/oauth-protected-resource/mcp'), await json('/.well-known/oauth-protected-resource')];
    for (const { status, body } of documents) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url], bearer_methods_supported: ['header'] });
    }
    const server = await json('/.well-known/oauth-authorization-server');
    expect(server.body).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      scopes_supported: ['memory:read', 'memory:write', 'memory:admin'],
      client_id_metadata_document_supported: true,
    });
    expect((await json('/.well-known/openid-configuration')).status).toBe(404);
  });
});

describe('the official client', () => {
  it('registers, is let in by the owner, works in the owner’s namespace only, and refreshes', async () => {
    const mine = await makeKey('oauth-mine');
    const other = await makeKey('oauth-other');
    await json('/v1/memories', { method: 'POST', key: other.key, body: JSON.stringify({ content: 'The harbour light is red.' }) });
    const seen: Page[] = [];
    const { client, kept } = await signIn(approve(mine.key, seen));

    const [asked, question] = seen;
    for (const page of [asked, question]) {
      expect(page?.html).toContain('Let Travel &lt;b&gt;agent&lt;/b&gt; use a memory?');
      expect(page?.html).toContain('Access will be sent to 127.0.0.1.');
      expect(page?.html).not.toContain('<b>agent');
      expect(page?.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(page?.headers.get('referrer-policy')).toBe('same-origin');
      expect(page?.headers.get('cache-control')).toBe('no-store');
    }
    expect(asked?.html).not.toContain('oauth-mine');
    expect(question?.html).toContain('the namespace oauth-mine and everything under it');
    expect(question?.html).not.toContain(mine.key);
    expect(question?.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9;");

    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('memory_search');
    const call = async (name: string, given: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: given })).structuredContent as Record<string, unknown>;
    expect((await call('memory_write', { content: 'The harbour light is green.' })).status).toBe('created');
    const { results } = (await call('memory_search', { query: 'harbour light' })) as { results: { content: string }[] };
    expect(results.map(({ content }) => content)).toEqual(['The harbour light is green.']);
    await client.close();

    const token = kept.tokens?.access_token ?? '';
    expect((await json('/v1/stats', { key: token })).body.namespace).toBe('oauth-mine');
    const reach = (namespace: string) => json('/v1/stats', { key: token, headers: { 'x-hindsight-namespace': namespace } });
    expect([(await reach('oauth-mine/under')).status, (await reach('oauth-other')).status]).toEqual([200, 403]);
    expect((await json('/v1/keys', { key: token })).status).toBe(403);
    expect((await json('/v1/stats', { key: mine.key })).body.namespace).toBe('oauth-mine');

    const { client_id } = kept.client as { client_id: string };
    const refresh = new URLSearchParams({ grant_type: 'refresh_token', client_id, refresh_token: kept.tokens?.refresh_token ?? '' });
    const renewed = await fetch(`${url}/oauth/token`, { method: 'POST', body: refresh });
    const fresh = (await renewed.json()) as { access_token: string };
    expect([renewed.status, (await json('/v1/stats', { key: fresh.access_token })).status]).toEqual([200, 200]);
  });

  it('gets only the rights that stay ticked, and a step up is asked for by name', async () => {
    const { key } = await makeKey('oauth-ticks');
    const { client, kept } = await signIn(approve(key, [], ['memory:write']));
    await client.close();
    const token = kept.tokens?.access_token ?? '';
    expect((await json('/v1/stats', { key: token })).status).toBe(200);
    const refused = await json('/v1/memories', { method: 'POST', key: token, body: JSON.stringify({ content: 'x' }) });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="memory:write", resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('is out as soon as the key that let it in is revoked', async () => {
    const { id, key } = await makeKey('oauth-revoked');
    const { client, kept } = await signIn(approve(key));
    await client.close();
    const token = kept.tokens?.access_token ?? '';
    expect((await json('/v1/stats', { key: token })).status).toBe(200);
    const ended = await json(`/v1/keys/${id}`, { method: 'DELETE', key: OPERATOR, headers: { 'x-hindsight-namespace': 'oauth-revoked' } });
    expect(ended.status).toBe(200);
    const out = await json('/v1/stats', { key: token });
    expect([out.status, out.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });
});

describe('what must not work', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');

  async function register(): Promise<string> {
    const { status, body } = await json('/oauth/register', {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Probe', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }),
    });
    expect(status).toBe(201);
    return String(body.client_id);
  }
  const authorize = (client_id: string, change: Readonly<Record<string, string | null>> = {}): string => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: CALLBACK,
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${url}/mcp`,
    });
    for (const [name, value] of Object.entries(change)) value === null ? query.delete(name) : query.set(name, value);
    return `${url}/authorize?${query}`;
  };
  const redeem = async (fields: Readonly<Record<string, string>>) => {
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: CALLBACK, ...fields }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('a request without PKCE or with plain, a foreign redirect, an unknown client, a foreign resource', async () => {
    const client_id = await register();
    const browser = new Browser();
    for (const change of [{ code_challenge: null, code_challenge_method: null }, { code_challenge_method: 'plain' }]) {
      const back = await browser.redirect(authorize(client_id, change));
      expect([back.origin, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
        'http://127.0.0.1:9',
        'invalid_request',
        's',
      ]);
    }
    const long = await browser.page(authorize(client_id), new URLSearchParams({ key: 'k'.repeat(16_385) }));
    expect(long.status).toBe(413);
    for (const there of [authorize(client_id, { redirect_uri: 'https://evil.example/cb' }), authorize('nobody'), `${url}/authorize`]) {
      const page = await browser.page(there);
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    }
    const foreign = await browser.redirect(authorize(client_id, { resource: 'https://evil.example/mcp' }));
    expect(foreign.searchParams.get('error')).toBe('invalid_target');
    expect((await browser.page(authorize(client_id))).status).toBe(200);
  });

  it('a wrong, revoked or empty key; the operator’s token; a key without the rights asked for', async () => {
    const client_id = await register();
    const browser = new Browser();
    const good = await makeKey('oauth-keys');
    const writer = await makeKey('oauth-keys', ['memory:write']);
    for (const key of ['', 'hs_x_y', `${good.key.slice(0, -43)}${'A'.repeat(43)}`, OPERATOR]) {
      const page = await browser.page(authorize(client_id), new URLSearchParams({ key }));
      expect(page.status).toBe(403);
      expect(page.html).toContain('This key is not valid.');
      expect(page.html).not.toContain('oauth-keys');
    }
    const lacking = await browser.page(authorize(client_id, { scope: 'memory:read' }), new URLSearchParams({ key: writer.key }));
    expect([lacking.status, lacking.html]).toEqual([403, expect.stringContaining('none of the rights')]);
    const question = await browser.page(
      authorize(client_id, { scope: 'memory:admin memory:read' }),
      new URLSearchParams({ key: good.key }),
    );
    expect([question.html.includes('value="memory:read"'), question.html.includes('value="memory:admin"')]).toEqual([true, false]);
  });

  it('rights that were not offered, another browser’s page, a page used twice, a form from another site', async () => {
    const client_id = await register();
    const { key } = await makeKey('oauth-forms');
    const browser = new Browser();
    const question = await browser.page(authorize(client_id, { scope: 'memory:read' }), new URLSearchParams({ key }));
    const form = formOf(question, { decision: 'allow' });

    const stranger = await new Browser().open(question.url, new URLSearchParams(form));
    expect(stranger instanceof URL ? 'redirect' : stranger.status).toBe(400);
    const again = await browser.page(authorize(client_id, { scope: 'memory:read' }), new URLSearchParams({ key }));
    const sent = formOf(again, { decision: 'allow' });
    const foreign = await browser.open(again.url, new URLSearchParams(sent), 'https://evil.example');
    expect(foreign instanceof URL ? 'redirect' : foreign.status).toBe(403);
    const greedy = new URLSearchParams(sent);
    greedy.append('scope', 'memory:admin');
    const back = await browser.redirect(again.url, greedy);
    const code = back.searchParams.get('code') ?? '';
    const twice = await browser.page(again.url, sent);
    expect(twice.status).toBe(400);

    expect((await redeem({ client_id, code, code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant');
    const client = await register();
    expect((await redeem({ client_id: client, code, code_verifier: verifier })).status).toBe(400);
    const question2 = await browser.page(authorize(client_id, { scope: 'memory:read' }), new URLSearchParams({ key }));
    const back2 = await browser.redirect(question2.url, formOf(question2, { decision: 'allow' }));
    const code2 = back2.searchParams.get('code') ?? '';
    const redeemed = await redeem({ client_id, code: code2, code_verifier: verifier });
    expect([redeemed.status, redeemed.body.scope, back2.searchParams.get('iss')]).toEqual([200, 'memory:read', url]);
    expect((await redeem({ client_id, code: code2, code_verifier: verifier })).body.error).toBe('invalid_grant');
  });

  it('denying gives nothing, and says so to the client; so does allowing no right', async () => {
    const client_id = await register();
    const { key } = await makeKey('oauth-denied');
    for (const [fields, untick] of [
      [{ decision: 'deny' }, []],
      [{ decision: 'allow' }, ['memory:read', 'memory:write']],
    ] as const) {
      const browser = new Browser();
      const question = await browser.page(authorize(client_id), new URLSearchParams({ key }));
      const back = await browser.submit(question, fields, untick);
      expect(back instanceof URL && back.searchParams.get('error')).toBe('access_denied');
      expect(back instanceof URL && back.searchParams.get('code')).toBeNull();
    }
  });

  it('tokens that were never issued', async () => {
    for (const key of ['nonsense', 'a:b:c', ':::', 'a'.repeat(4_000), `${'0'.repeat(32)}:grant:token`])
      expect((await json('/v1/stats', { key })).status).toBe(401);
  });

  it('the page speaks Chinese to a Chinese browser', async () => {
    const page = await new Browser('zh-CN,zh;q=0.9').page(authorize(await register()));
    expect(page.html).toContain('允许 Probe 使用记忆？');
  });

  it('one log line for each request, of ids, times and outcomes; nothing that was printed holds a key, a token or a code', async () => {
    interface Line {
      readonly event: string;
      readonly verb: string;
    }
    const lines = () => [...worker.output().matchAll(/^\{"event":"request".*\}$/gm)].map(([line]) => JSON.parse(line) as Line);
    const answered = () => worker.output().match(/(?:GET|POST|DELETE) \/\S* \d{3} /g)?.length;
    await expect.poll(() => lines().length - (answered() ?? 0), { timeout: 5_000 }).toBe(0);
    const printed = lines();
    expect(printed.length).toBeGreaterThan(50);
    for (const line of printed)
      expect(Object.keys(line)).toEqual(['event', 'request_id', 'verb', 'namespace_hash', 'duration_ms', 'outcome']);
    const verbs = printed.map(({ verb }) => verb);
    expect(verbs).toEqual(
      expect.arrayContaining(['keys.create', 'oauth.register', 'oauth.ask', 'oauth.prove', 'oauth.decide', 'oauth.token', 'stats']),
    );
    const output = worker.output();
    expect(output).not.toMatch(/hs_[0-9a-f]{32}_|[0-9a-f]{32}:\w{16}:\w{32}/);
    for (const secret of [OPERATOR, 'harbour light', 'oauth-mine', 'state-of-the-client']) expect(output).not.toContain(secret);
  });
});
