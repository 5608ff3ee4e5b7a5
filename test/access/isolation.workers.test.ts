/** Every route, tool, prompt and resource, asked with every kind of credential, on the real Worker with HINDSIGHT_AUTH=keys. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/domain/access/api-key.ts';
import { REST_ROUTES } from '../../src/transports/rest/app.ts';
import { type Answered, exportOf, get, jsonOf, makeKey, outcomeOf, rpc, type Sent, send } from './client.ts';
import { type Belongings, MCP_OPERATIONS, METRICS, type Operation, ROUTES } from './operations.ts';

const OPERATIONS = [...ROUTES, METRICS, ...MCP_OPERATIONS];

let tenants = 0;

/** A tenant with something of every kind, and its credentials. */
async function settle() {
  tenants += 1;
  const namespace = `tenant-${tenants}`;
  const word = `zephyr${tenants}q`;
  const full = await makeKey(namespace, SCOPES);
  const write = async (path: string, body: object): Promise<string> => {
    const written = await send(full.key, { method: 'POST', path, body });
    expect(written.status).toBe(201);
    return String(jsonOf(written).id);
  };
  const session_id = `${word} session/1`;
  const memory_id = await write('/v1/memories', { content: `The ${word} code opens the door.`, tags: [word] });
  const second_id = await write('/v1/memories', { content: `Our ${word} plan is to leave on Friday.` });
  await write('/v1/memories', { content: `${word} 靠窗`, key: `${word}.seat`, origin: 'user' });
  await write(`/v1/sessions/${encodeURIComponent(session_id)}/turns`, { role: 'user', content: `Say ${word} twice.` });
  const belongings: Belongings = { namespace, memory_id, second_id, session_id, fact_key: `${word}.seat`, key_id: full.id, word };
  return { full: full.key, belongings };
}

async function credentialsOf(namespace: string) {
  const [reader, writer, revoked, expired] = await Promise.all([
    makeKey(namespace, ['memory:read']),
    makeKey(namespace, ['memory:write']),
    makeKey(namespace, SCOPES),
    // A millisecond is over before the next request.
    makeKey(namespace, SCOPES, { expires_in_days: 1.2e-8 }),
  ]);
  expect((await get(revoked.key, '/v1/stats')).status).toBe(200);
  const ended = await send(revoked.key, { method: 'DELETE', path: `/v1/keys/${revoked.id}` });
  expect(ended.status).toBe(200);
  return { reader: reader.key, writer: writer.key, revoked: revoked.key, expired: expired.key };
}

/** All that a tenant has, apart from when a key was last used. */
async function inventory(full: string): Promise<string> {
  const [stats, keys] = await Promise.all(['/v1/stats', '/v1/keys?limit=100'].map((path) => get(full, path)));
  const listed = keys?.text.replaceAll(/"last_used_at":("[^"]*"|null)/g, '');
  return [await exportOf(full), stats?.text, listed].join('\n');
}

const withoutRequestId = ({ text }: Answered): string => text.replace(/"request_id":"[^"]*"/, '');
const wrongSecret = (key: string): string => `${key.slice(0, -43)}${'A'.repeat(43)}`;

describe('the table', () => {
  it('names every route, and each asks for the scopes that its route asks for', () => {
    const routes = REST_ROUTES.map(({ method, path, scopes }) => [`${method.toUpperCase()} ${path}`, [...scopes].sort()]);
    expect(ROUTES.map(({ name, scopes }) => [name, [...scopes].sort()]).sort()).toEqual(routes.sort());
  });

  it('names every tool, prompt and resource that is listed', async () => {
    const { full } = await settle();
    const listed = async (method: string, field: string): Promise<readonly Record<string, string>[]> =>
      (jsonOf(await send(full, rpc(method, {}))).result as Record<string, readonly Record<string, string>[]>)[field] ?? [];
    const names = [
      ...(await listed('tools/list', 'tools')).map(({ name }) => `tool ${name}`),
      ...(await listed('prompts/list', 'prompts')).map(({ name }) => `prompt ${name}`),
      ...(await listed('resources/list', 'resources')).map(({ uri }) => `resource ${uri}`),
      ...(await listed('resources/templates/list', 'resourceTemplates')).map(({ uriTemplate }) => `resource ${uriTemplate}`),
    ];
    expect(MCP_OPERATIONS.map(({ name }) => name).sort()).toEqual(names.sort());
  });
});

describe('each with each credential', () => {
  let other: Awaited<ReturnType<typeof settle>>;
  beforeAll(async () => {
    other = await settle();
  });

  const missingScopes = ({ scopes }: Operation, has: readonly string[]) => scopes.filter((scope) => !has.includes(scope));

  it.each(OPERATIONS)('$name', async (operation) => {
    const { full, belongings } = await settle();
    const keys = await credentialsOf(belongings.namespace);
    const request: Sent = operation.send(belongings);
    const before = await inventory(full);

    const missing = await send(null, request);
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="hindsight", scope="memory:read memory:write"',
    ]);
    const refused = await Promise.all(
      [keys.revoked, keys.expired, wrongSecret(full), `hs_${'0'.repeat(32)}_${'A'.repeat(43)}`, 'hs_', 'nonsense'].map((key) =>
        send(key, request),
      ),
    );
    for (const answered of refused) {
      expect(answered.status).toBe(401);
      expect(answered.headers.get('www-authenticate')).toContain('error="invalid_token"');
      expect(withoutRequestId(answered)).toBe(withoutRequestId(refused[0] ?? answered));
    }

    for (const [key, scope] of [
      [keys.reader, 'memory:read'],
      [keys.writer, 'memory:write'],
    ] as const) {
      if (missingScopes(operation, [scope]).length === 0) continue;
      const answered = await send(key, request);
      expect([answered.status, answered.headers.get('www-authenticate')]).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="${operation.scopes.join(' ')}"`,
      ]);
      expect(answered.text).not.toContain(belongings.word);
    }

    const foreign = await send(other.full, request);
    expect(outcomeOf(request, foreign)).toBe(operation.other);
    // A query is the asker's own word and may come back; what was stored must not.
    expect(foreign.text).not.toMatch(new RegExp(`${belongings.word} (code|plan|靠窗|twice)`));
    if (operation.other !== operation.own) expect(foreign.text).not.toContain(belongings.word);
    for (const namespace of [belongings.namespace, `${belongings.namespace}/under`, 'tenant-that-never-was']) {
      const reached = await send(other.full, { ...request, headers: { ...request.headers, 'x-hindsight-namespace': namespace } });
      expect(reached.status).toBe(403);
      expect(withoutRequestId(reached)).toContain('This credential does not grant that namespace.');
    }
    expect(await inventory(full)).toBe(before);

    const allowed = missingScopes(operation, ['memory:read']).length === 0 ? keys.reader : full;
    const own = await send(allowed, request);
    expect(outcomeOf(request, own)).toBe(operation.own);
  });
});
