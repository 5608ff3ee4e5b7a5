/** Ways that a wall between tenants has been got around elsewhere: concurrency, names that read like syntax, borrowed cursors and keys. */
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/domain/access/api-key.ts';
import { covers } from '../../src/domain/access/grant.ts';
import { exportOf, get, jsonOf, makeKey, rpc, send } from './client.ts';

async function tenant(namespace: string, ...contents: readonly string[]) {
  const { key } = await makeKey(namespace, SCOPES);
  for (const content of contents) {
    const written = await send(key, { method: 'POST', path: '/v1/memories', body: { content } });
    expect(written.status).toBe(201);
  }
  return key;
}

interface Search {
  readonly id: number;
  readonly result: { readonly structuredContent: { readonly results: readonly { readonly content: string }[] } };
}

it('fifty calls at once with one JSON-RPC id, from two tenants and in both eras, never cross', async () => {
  const [north, south] = await Promise.all([
    tenant('crossing-north', 'The harbour light is green.'),
    tenant('crossing-south', 'The harbour light is red.'),
  ]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, turn) => {
      const northern = turn % 2 === 0;
      const sent = rpc('tools/call', { name: 'memory_search', arguments: { query: 'harbour light' } }, 7, turn % 4 < 2);
      const { id, result } = jsonOf(await send(northern ? north : south, sent)) as unknown as Search;
      return { id, got: result.structuredContent.results.map(({ content }) => content), northern };
    }),
  );
  for (const { id, got, northern } of answers) expect([id, got]).toEqual([7, [`The harbour light is ${northern ? 'green' : 'red'}.`]]);
});

describe('names', () => {
  /** Each is a legal namespace that would mean something else to a path, a filter, a key or a pattern. */
  const NAMES = [
    'x',
    'x/',
    'x//y',
    '/x',
    'x/..',
    'x/../y',
    '..',
    '.',
    'X',
    'x:y',
    'x@y',
    'key:x',
    'index:x',
    'index',
    '__proto__',
    'constructor',
    'x-y',
    'x.y',
    'x_y',
  ];

  it('a namespace is one literal name: each sees its own, and reaches what is under it and nothing beside it', async () => {
    const keys = new Map<string, string>();
    for (const name of NAMES) keys.set(name, await tenant(name, `This note lives in [${name}] alone.`));
    for (const [name, key] of keys) {
      const own = jsonOf(await get(key, '/v1/memories')) as { readonly memories: readonly { readonly content: string }[] };
      expect(own.memories.map(({ content }) => content)).toEqual([`This note lives in [${name}] alone.`]);
      for (const reached of NAMES) {
        const answered = await send(key, { method: 'GET', path: '/v1/memories', headers: { 'x-hindsight-namespace': reached } });
        expect([name, reached, answered.status]).toEqual([name, reached, covers(name, reached) ? 200 : 403]);
        if (answered.status === 200) expect(answered.text).toContain(`[${reached}]`);
      }
    }
  });

  it.each(['x y', 'x%2Fy', 'x*', "x'--", 'x\\y', 'x?y', 'x#y', 'ｘ', '张三', 'x'.repeat(129)])('%j is no namespace', async (name) => {
    const key = await tenant('names-own');
    const body = await send(key, { method: 'POST', path: '/v1/memories/search', body: { query: 'q', namespace: name } });
    expect(body.status).toBe(400);
    const longest = await send(key, {
      method: 'POST',
      path: '/v1/memories/search',
      body: { query: 'q', namespace: `names-own/${'x'.repeat(118)}` },
    });
    expect(longest.status).toBe(200);
  });
});

describe('what one tenant has is no use to another', () => {
  it.each(['*', '%', '_', "' OR 1=1 --", 'a&namespace=lender', '{"$ne":null}', '../lender', '"] OR ["'])(
    'as a filter: %s',
    async (text) => {
      const lender = await tenant('lender', `Filter bait ${text}`);
      const borrower = await tenant('borrower');
      const bait = { content: `More bait ${text}`, tags: ['bait'], session_id: 'bait' };
      expect((await send(lender, { method: 'POST', path: '/v1/memories', body: bait })).status).toBeLessThan(300);
      for (const field of ['tag', 'session_id']) {
        for (const key of [borrower, lender]) {
          const listed = await get(key, `/v1/memories?${field}=${encodeURIComponent(text)}`);
          expect([listed.status, jsonOf(listed).memories]).toEqual([200, []]);
        }
        expect((await get(lender, `/v1/memories?${field}=bait&limit=100`)).text).toContain('More bait');
      }
      const found = await send(borrower, { method: 'POST', path: '/v1/memories/search', body: { query: text, tags: [text] } });
      expect(jsonOf(found).results).toEqual([]);
    },
  );

  it('a cursor goes on where it came from, and is refused everywhere else', async () => {
    const [lender, borrower] = await Promise.all([tenant('cursor-lender'), tenant('cursor-borrower', 'my own harbour')]);
    const memories = Array.from({ length: 120 }, (_, at) => ({ content: `note ${at} about the harbour lent` }));
    await send(lender, { method: 'POST', path: '/v1/memories', body: { memories } });
    for (const key of [lender, borrower])
      for (const [at, content] of ['red', 'blue'].entries())
        await send(key, { method: 'POST', path: '/v1/memories', body: { content, key: `colour.${at}` } });
    const { id } = jsonOf(await send(lender, { method: 'POST', path: '/v1/memories', body: { content: 'first wording' } }));
    await send(lender, { method: 'PATCH', path: `/v1/memories/${id}`, body: { content: 'second wording' } });
    const paged = (path: string) => (cursor: string) => ({ method: 'GET', path: `${path}&cursor=${encodeURIComponent(cursor)}` });
    const search = (cursor?: string) => ({
      method: 'POST',
      path: '/v1/memories/search',
      body: { query: 'harbour note', top_k: 1, ...(cursor === undefined ? {} : { cursor }) },
    });
    const cursorOf = async (path: string) => String(jsonOf(await get(lender, path)).next_cursor);
    const cases = [
      ['list', 'cursor', await cursorOf('/v1/memories?limit=1'), paged('/v1/memories?limit=1')],
      ['facts', 'cursor', await cursorOf('/v1/facts?limit=1'), paged('/v1/facts?limit=1')],
      ['history', 'cursor', await cursorOf(`/v1/memories/${id}/history?limit=1`), paged(`/v1/memories/${id}/history?limit=1`)],
      ['search', 'cursor', String(jsonOf(await send(lender, search())).next_cursor), search],
      [
        'export',
        'page',
        (await get(lender, '/v1/export?page=first')).headers.get('x-next-page') ?? '',
        (page: string) => ({ method: 'GET', path: `/v1/export?page=${encodeURIComponent(page)}` }),
      ],
    ] as const;
    for (const [name, field, cursor, next] of cases) {
      expect([name, cursor.length > 10]).toEqual([name, true]);
      const own = await send(lender, next(cursor));
      expect([name, own.status, /lent|blue|red|first wording/.test(own.text)]).toEqual([name, 200, true]);
      const borrowed = await send(borrower, next(cursor));
      expect([name, borrowed.status, jsonOf(borrowed)]).toMatchObject([name, 422, { error: { code: 'invalid', field } }]);
      expect(borrowed.text).not.toContain('lent');
    }
  });

  it('an idempotency key is each tenant’s own', async () => {
    const [one, two] = await Promise.all([tenant('idem-one'), tenant('idem-two')]);
    const write = (key: string, content: string) =>
      send(key, { method: 'POST', path: '/v1/memories', body: { content, idempotency_key: 'same' } });
    const first = jsonOf(await write(one, 'text of one'));
    expect(jsonOf(await write(one, 'text of one')).id).toBe(first.id);
    const second = await write(two, 'text of two');
    expect([second.status, jsonOf(second).id === first.id]).toEqual([201, false]);
    expect((await write(one, 'another text')).status).toBe(409);
  });

  it('an owner named in metadata, in an import line or in a tool argument moves nothing', async () => {
    const victim = await tenant('victim', 'untouched');
    const before = await exportOf(victim);
    const thief = await tenant('thief');
    const metadata = { namespace: 'victim', user_id: 'victim', owner: 'victim' };
    expect((await send(thief, { method: 'POST', path: '/v1/memories', body: { content: 'planted by metadata', metadata } })).status).toBe(
      201,
    );
    const lines = before.split('\n').filter((line) => line !== '');
    const forged = lines.map((line) => JSON.stringify({ ...JSON.parse(line), namespace: 'victim' })).join('\n');
    expect((await send(thief, { method: 'POST', path: '/v1/import', body: forged })).status).toBe(200);
    const tool = await send(
      thief,
      rpc('tools/call', { name: 'memory_write', arguments: { content: 'planted by argument', namespace: 'victim' } }),
    );
    expect(tool.status).toBe(200);
    expect(await exportOf(victim)).toBe(before);
    expect(jsonOf(await get(thief, '/v1/stats')).namespace).toBe('thief');
  });

  it('a batch refuses the items that name another namespace, and keeps the others', async () => {
    const thief = await tenant('batch-thief');
    const reply = await send(thief, {
      method: 'POST',
      path: '/v1/memories',
      body: { memories: [{ content: 'mine' }, { content: 'planted', namespace: 'victim' }] },
    });
    const { results } = jsonOf(reply) as {
      readonly results: readonly { readonly status?: string; readonly error?: { readonly field: string } }[];
    };
    expect(results.map(({ status, error }) => status ?? error?.field)).toEqual(['created', 'namespace']);
  });

  it('admin of one namespace manages keys of what is under it and of nothing else', async () => {
    const admin = await tenant('firm');
    const made = await send(admin, { method: 'POST', path: '/v1/keys', body: { namespace: 'firm/desk' } });
    expect(made.status).toBe(201);
    for (const namespace of ['firm2', 'fir', 'firm-desk', 'default'])
      expect((await send(admin, { method: 'POST', path: '/v1/keys', body: { namespace } })).status).toBe(403);
    const below = String(jsonOf(made).key);
    expect((await get(below, '/v1/stats')).status).toBe(200);
    const up = await send(below, { method: 'GET', path: '/v1/stats', headers: { 'x-hindsight-namespace': 'firm' } });
    expect(up.status).toBe(403);
  });
});
