/** Keys over REST: who may make, see and end which, and that a secret is shown once. */
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/domain/access/api-key.ts';
import { hashSecret, parseCredential } from '../../src/domain/access/credential.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts';
import { referenceKeyStore } from '../reference/key-store.ts';
import { AT } from './recording-service.ts';
import { apiKey, client, credential, type Reply } from './rest-client.ts';

const OPERATOR = 'operator-token-of-at-least-32-characters';
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const ADMIN = bearer(credential('acmeadmin'));

function open() {
  let made = 0;
  let now = AT;
  const keys = referenceKeyStore([
    apiKey('acmeadmin', 'acme', [...SCOPES]),
    apiKey('acmeagent', 'acme', ['memory:read', 'memory:write']),
    apiKey('otheradmin', 'other', [...SCOPES]),
    apiKey('labs', 'acme-labs', [...SCOPES]),
  ]);
  const pass = (ms: number): void => {
    now += ms;
  };
  const { call, events } = client(
    { auth: 'keys', admin_token_sha256: hashSecret(OPERATOR) },
    {
      keys,
      clock: { now: () => now },
      ids: {
        memoryId: () => {
          made += 1;
          return `${String(made).padStart(8, '0')}-0000-7000-8000-000000000000`;
        },
        secret: () => `${made}`.padEnd(43, 'x'),
      },
    },
  );
  return { call, keys, events, pass };
}
const rows = (reply: { readonly body: Reply }) => reply.body.keys as Reply[];
const shown = (reply: { readonly body: Reply }): string => String(reply.body.key);

describe('creating', () => {
  it('gives a credential that works, once; the store holds its hash and the list holds neither', async () => {
    const { call, keys } = open();
    const made = await call('POST', '/v1/keys', { label: '订票', expires_in_days: 30 }, ADMIN);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      namespace: 'acme',
      scopes: ['memory:read', 'memory:write'],
      label: '订票',
      state: 'active',
      created_at: new Date(AT).toISOString(),
      expires_at: new Date(AT + 30 * DAY_MS).toISOString(),
      revoked_at: null,
      last_used_at: null,
    });
    const { secret = '', id = '' } = parseCredential(shown(made)) ?? {};
    expect(id).toBe(made.body.id);
    expect((await keys.find(id))?.secret_sha256).toBe(hashSecret(secret));
    expect((await call('GET', '/v1/stats', undefined, bearer(shown(made)))).status).toBe(200);
    for (const later of [await call('GET', '/v1/keys', undefined, ADMIN), await call('GET', `/v1/keys/${id}`, undefined, ADMIN)]) {
      expect(later.status).toBe(200);
      expect(JSON.stringify(later.body)).toContain(id);
      expect(JSON.stringify(later.body)).not.toContain(secret);
      expect(JSON.stringify(later.body)).not.toContain(hashSecret(secret));
    }
  });

  it('for a namespace under the grant by header or body, and for no other', async () => {
    const { call } = open();
    const header = await call('POST', '/v1/keys', {}, { ...ADMIN, 'x-hindsight-namespace': 'acme/support' });
    const body = await call('POST', '/v1/keys', { namespace: 'acme/support/one', scopes: ['memory:read'] }, ADMIN);
    expect([header.body.namespace, body.body.namespace, body.body.scopes]).toEqual(['acme/support', 'acme/support/one', ['memory:read']]);
    for (const namespace of ['other', 'acme-labs', 'never/was'])
      expect((await call('POST', '/v1/keys', { namespace }, ADMIN)).status).toBe(403);
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['memory:*'] }, 'scopes'],
    [{ scopes: 'root' }, 'scopes'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 3_650.5 }, 'expires_in_days'],
    [{ label: 'x'.repeat(101) }, 'label'],
    [{ label: 'two\nlines' }, 'label'],
  ])('%j is 422 by name', async (sent, field) => {
    const { call } = open();
    const reply = await call('POST', '/v1/keys', sent, ADMIN);
    expect([reply.status, reply.body.error?.field]).toEqual([422, field]);
    expect(rows(await call('GET', '/v1/keys', undefined, ADMIN))).toHaveLength(2);
  });

  it('the widest of each field is taken, and scopes come in one order', async () => {
    const { call } = open();
    const reply = await call(
      'POST',
      '/v1/keys',
      { scopes: ['memory:admin', 'memory:write', 'memory:read'], expires_in_days: 3_650, label: '钥'.repeat(100) },
      ADMIN,
    );
    expect([reply.status, reply.body.scopes]).toEqual([201, [...SCOPES]]);
  });
});

describe('not yours looks like not there', () => {
  it.each([
    ['GET', '/v1/keys/ID'],
    ['POST', '/v1/keys/ID/rotate'],
    ['DELETE', '/v1/keys/ID'],
  ])('%s %s', async (method, path) => {
    const { call, keys } = open();
    const of = (id: string) => call(method, path.replace('ID', id), method === 'GET' ? undefined : {}, ADMIN);
    const replies = await Promise.all(['otheradmin', 'labs', 'nobody'].map(of));
    const [first] = replies;
    for (const reply of replies) {
      expect(reply.status).toBe(404);
      expect(reply.body.error?.message).toBe(first?.body.error?.message);
    }
    expect((await keys.find('otheradmin'))?.revoked_at).toBeNull();
    expect((await of('acmeagent')).status).toBeLessThan(300);
  });

  it('the list has the own namespace and what is under it', async () => {
    const { call } = open();
    await call('POST', '/v1/keys', { namespace: 'acme/support' }, ADMIN);
    const listed = rows(await call('GET', '/v1/keys', undefined, ADMIN)).map(({ namespace }) => namespace);
    expect(listed).toEqual(['acme', 'acme', 'acme/support']);
    const narrowed = await call('GET', '/v1/keys', undefined, { ...ADMIN, 'x-hindsight-namespace': 'acme/support' });
    expect(rows(narrowed).map(({ namespace }) => namespace)).toEqual(['acme/support']);
  });

  it('pages by cursor, and a cursor that was not given is refused', async () => {
    const { call } = open();
    const first = await call('GET', '/v1/keys?limit=1', undefined, ADMIN);
    const second = await call('GET', `/v1/keys?limit=1&cursor=${encodeURIComponent(String(first.body.next_cursor))}`, undefined, ADMIN);
    expect([...rows(first), ...rows(second)].map(({ id }) => id)).toEqual(['acmeadmin', 'acmeagent']);
    expect(second.body.next_cursor).toBeNull();
    expect((await call('GET', '/v1/keys?cursor=other%20otheradmin', undefined, ADMIN)).status).toBe(422);
  });

  it('without memory:admin nothing of it is open', async () => {
    const { call } = open();
    const agent = bearer(credential('acmeagent'));
    for (const [method, path] of [
      ['POST', '/v1/keys'],
      ['GET', '/v1/keys'],
      ['GET', '/v1/keys/acmeagent'],
      ['POST', '/v1/keys/acmeagent/rotate'],
      ['DELETE', '/v1/keys/acmeagent'],
    ] as const) {
      const reply = await call(method, path, method === 'GET' ? undefined : {}, agent);
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
        403,
        'Bearer error="insufficient_scope", scope="memory:admin"',
      ]);
    }
  });
});

describe('rotating and revoking', () => {
  it('rotation keeps namespace, scopes, label and length of life; the old key ends at once', async () => {
    const { call, pass } = open();
    const old = await call('POST', '/v1/keys', { label: 'ci', scopes: ['memory:read'], expires_in_days: 10 }, ADMIN);
    pass(3 * DAY_MS);
    const next = await call('POST', `/v1/keys/${String(old.body.id)}/rotate`, {}, ADMIN);
    expect(next.status).toBe(201);
    expect(next.body).toMatchObject({ label: 'ci', scopes: ['memory:read'], namespace: 'acme', state: 'active' });
    expect(next.body.expires_at).toBe(new Date(AT + 13 * DAY_MS).toISOString());
    expect(next.body.replaced).toMatchObject({ id: old.body.id, state: 'revoked' });
    expect((await call('GET', '/v1/stats', undefined, bearer(shown(old)))).status).toBe(401);
    expect((await call('GET', '/v1/stats', undefined, bearer(shown(next)))).status).toBe(200);
    expect((await call('POST', `/v1/keys/${String(old.body.id)}/rotate`, {}, ADMIN)).status).toBe(409);
  });

  it('with a grace both work until it ends; a revocation ends the grace early and a second one changes nothing', async () => {
    const { call, pass } = open();
    const old = await call('POST', '/v1/keys', {}, ADMIN);
    const next = await call('POST', `/v1/keys/${String(old.body.id)}/rotate`, { grace_hours: 2 }, ADMIN);
    const statusOf = async (made: { readonly body: Reply }) => (await call('GET', '/v1/stats', undefined, bearer(shown(made)))).status;
    expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200]);
    pass(2 * HOUR_MS - 1);
    expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200]);
    pass(1);
    expect([await statusOf(old), await statusOf(next)]).toEqual([401, 200]);
    const again = await call('POST', `/v1/keys/${String(next.body.id)}/rotate`, { grace_hours: 2 }, ADMIN);
    expect((await call('DELETE', `/v1/keys/${String(next.body.id)}`, undefined, ADMIN)).body.state).toBe('revoked');
    expect([await statusOf(next), await statusOf(again)]).toEqual([401, 200]);
    pass(HOUR_MS);
    const twice = await call('DELETE', `/v1/keys/${String(next.body.id)}`, undefined, ADMIN);
    expect([twice.status, twice.body.revoked_at]).toEqual([200, new Date(AT + 2 * HOUR_MS).toISOString()]);
    for (const grace_hours of [-1, 721]) {
      const refused = await call('POST', `/v1/keys/${String(again.body.id)}/rotate`, { grace_hours }, ADMIN);
      expect([refused.status, refused.body.error?.field]).toEqual([422, 'grace_hours']);
    }
  });
});

describe('the operator', () => {
  it('manages keys of every namespace, which is how a deployment gets its first key', async () => {
    const { call } = open();
    const made = await call('POST', '/v1/keys', {}, { ...bearer(OPERATOR), 'x-hindsight-namespace': 'brand-new' });
    expect([made.status, made.body.namespace]).toEqual([201, 'brand-new']);
    expect((await call('GET', '/v1/stats', undefined, bearer(shown(made)))).status).toBe(200);
    const listed = await call('GET', '/v1/keys', undefined, { ...bearer(OPERATOR), 'x-hindsight-namespace': 'other' });
    expect(rows(listed).map(({ id }) => id)).toEqual(['otheradmin']);
  });

  it.each([
    ['GET', '/v1/stats'],
    ['GET', '/v1/keysmith'],
    ['GET', '/v1/keys/../stats'],
    ['POST', '/v1/memories'],
    ['GET', '/v1/export'],
    ['DELETE', '/v1/namespace'],
  ])('opens nothing else: %s %s', async (method, path) => {
    const { call } = open();
    const reply = await call(method, path, method === 'POST' ? { content: 'a' } : undefined, bearer(OPERATOR));
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'forbidden']);
  });

  it('a token that is nearly right, too long, or sent where none is configured, is a 401 like any other', async () => {
    const { call } = open();
    for (const token of [OPERATOR.slice(0, -1), `${OPERATOR}x`, OPERATOR.toUpperCase(), hashSecret(OPERATOR)])
      expect((await call('GET', '/v1/keys', undefined, bearer(token))).status).toBe(401);
    const bare = client({ auth: 'keys' }, { keys: referenceKeyStore() });
    for (const token of [OPERATOR, 'null', 'undefined', hashSecret('')])
      expect((await bare.call('GET', '/v1/keys', undefined, bearer(token))).status).toBe(401);
  });
});

it('no event of it holds a credential', async () => {
  const { call, events } = open();
  const made = await call('POST', '/v1/keys', { label: 'a label' }, ADMIN);
  await call('POST', `/v1/keys/${String(made.body.id)}/rotate`, {}, ADMIN);
  const log = JSON.stringify(events);
  expect(log).toContain('keys.create');
  for (const secret of [shown(made), 'a label', credential('acmeadmin')]) expect(log).not.toContain(secret);
});
