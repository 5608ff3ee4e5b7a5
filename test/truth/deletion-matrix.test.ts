/**
 * Every way in × every way out, over HTTP on the running Worker: what was forgotten is nowhere, and what stays is still found. Last, the Worker
 * stops and every file that it leaves is searched.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NamespaceClient, type RunningService, START_MS, startService } from '../support/running-service.ts';

const CASE_MS = 120_000;
/** Words that nothing else holds, in two scripts. Each way in adds a number of its own, so that a trace in a file names its way. */
const WORD = 'Zanzibarium';
const 词 = '桑给巴尔糖';
const CONTROL = 'The lighthouse keeper 灯塔看守人 prefers the window seat';

interface WayIn {
  /** Brings in one memory (or more) whose text holds `mark`; their ids. */
  readonly enter: (client: NamespaceClient, mark: string) => Promise<readonly string[]>;
}

const write = async (client: NamespaceClient, fields: object): Promise<string> =>
  (await client.must('POST', '/v1/memories', fields)).body.id;

const WAYS_IN: Readonly<Record<string, WayIn>> = {
  write: {
    enter: async (client, mark) => [
      await write(client, {
        content: `I hide ${mark}`,
        session_id: 's',
        tags: ['hidden'],
        metadata: { note: mark },
        idempotency_key: 'first',
      }),
    ],
  },
  'MCP write': {
    enter: async (client, mark) => {
      const given = { content: `I hide ${mark} here`, session_id: 's', idempotency_key: 'first' };
      return [JSON.parse(await client.mcp('tools/call', { name: 'memory_write', arguments: given })).result.structuredContent.id];
    },
  },
  'a fact': {
    enter: async (client, mark) => [await write(client, { content: `hides ${mark}`, key: 'hiding.place', origin: 'user', tags: [mark] })],
  },
  'a superseded value': {
    enter: async (client, mark) => {
      const id = await write(client, { content: `once ${mark}`, key: 'hiding.place' });
      await write(client, { content: 'a plain drawer', key: 'hiding.place' });
      return [id];
    },
  },
  'a batch': {
    enter: async (client, mark) => {
      const memories = [{ content: `batched ${mark}`, idempotency_key: 'first' }, { content: 'Beside it stands a chair' }];
      return [(await client.must('POST', '/v1/memories', { memories })).body.results[0].id];
    },
  },
  'a turn': {
    enter: async (client, mark) => {
      const turn = { role: 'tool', content: `found ${mark}`, tool: { text: mark }, idempotency_key: 'first' };
      return [(await client.must('POST', '/v1/sessions/s/turns', turn)).body.id];
    },
  },
  'a turn that left working memory': {
    enter: async (client, mark) => {
      const { id } = (await client.must('POST', '/v1/sessions/s/turns', { role: 'user', content: `found ${mark}` })).body;
      await client.must('PATCH', '/v1/sessions/s', { budget_tokens: 50 });
      for (let turn = 0; turn < 6; turn += 1)
        await client.must('POST', '/v1/sessions/s/turns', {
          role: 'user',
          content: `The train of platform ${turn} leaves at ${turn + 6} in the morning.`,
        });
      return [id];
    },
  },
  'an import': {
    enter: async (client, mark) => {
      const id = await write(client, { content: `imported ${mark}`, session_id: 's' });
      const lines = await client.exported();
      await client.must('DELETE', '/v1/namespace', { confirm: client.namespace });
      expect((await client.imported(lines)).body).toMatchObject({ errors: [], withheld: 0 });
      return [id];
    },
  },
  'the wording before a correction': {
    enter: async (client, mark) => {
      const id = await write(client, { content: `once ${mark}`, idempotency_key: 'first' });
      await client.must('PATCH', `/v1/memories/${id}`, { content: 'nothing special', reason: `no longer ${mark}` });
      return [id];
    },
  },
  'a correction': {
    enter: async (client, mark) => {
      const id = await write(client, { content: 'nothing special', session_id: 's' });
      await client.must('PATCH', `/v1/memories/${id}`, { content: `now ${mark}`, idempotency_key: 'first' });
      return [id];
    },
  },
  'the older wording of a near-duplicate': {
    enter: async (client, mark) => {
      const id = await write(client, { content: `The user likes to drink ${mark} in the evening.`, layer: 'semantic' });
      const newer = { content: `The user likes to drink ${mark} in the evening!`, layer: 'semantic' };
      expect((await client.must('POST', '/v1/memories', newer)).body).toMatchObject({ id, status: 'updated' });
      return [id];
    },
  },
  'an expired memory': {
    enter: async (client, mark) => {
      const id = await write(client, { content: `briefly ${mark}`, ttl_days: 1 / 86_400 });
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      return [id];
    },
  },
  'a source of summaries': {
    enter: async (client, mark) => {
      const other = await write(client, { content: 'The user decided to drink green tea at 7:30.', origin: 'user' });
      const id = await write(client, { content: `The user decided to hide ${mark}.`, origin: 'user' });
      const summarize = async (memory_ids: readonly string[], more: object = {}) =>
        (await client.must('POST', '/v1/memories/summarize', { memory_ids, ...more })).body.id;
      const first = await summarize([id, other], { idempotency_key: 'first', session_id: 's' });
      await summarize([first, other]);
      await summarize([id]);
      return [id];
    },
  },
};

type Forget = (client: NamespaceClient, id: string) => Promise<Receipted>;
const byRoute: Forget = async (client, memory_id) =>
  (await client.must('POST', '/v1/memories/forget', { memory_id, reason: 'asked to' })).body;
/** Every door through which one memory can be forgotten; each gives the same receipt. */
const FORGETTING: readonly Forget[] = [
  byRoute,
  async (client, id) => (await client.must('DELETE', `/v1/memories/${id}`)).body,
  async (client, memory_id) =>
    JSON.parse(await client.mcp('tools/call', { name: 'memory_forget', arguments: { memory_id } })).result.structuredContent,
  async (client, id) => (await client.must('POST', '/v1/memories/forget', { confirm_ids: [id] })).body,
];

interface Receipted {
  readonly status: string;
  readonly receipt: { readonly purged: { readonly record: number }; readonly remaining: Readonly<Record<string, number>> };
}

/** Every way out, each as the text that a client receives. */
async function waysOut(
  client: NamespaceClient,
  ids: readonly string[],
  queries: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const out: Record<string, string> = {};
  const then = new Date(Date.now() - 1).toISOString();
  const post = async (route: string, body: unknown) => (await client.call('POST', route, body)).text;
  const get = async (route: string) => (await client.call('GET', route)).text;
  for (const query of queries) {
    const search = { query, top_k: 50, include_superseded: true };
    out[`search: ${query}`] = await post('/v1/memories/search', search);
    out[`search for everything: ${query}`] = await post('/v1/memories/search', { ...search, min_score: 0 });
    out[`search as of then: ${query}`] = await post('/v1/memories/search', { ...search, min_score: 0, as_of: then });
    out[`search known then: ${query}`] = await post('/v1/memories/search', { ...search, min_score: 0, known_at: then });
    out[`forget preview: ${query}`] = await post('/v1/memories/forget', { query });
    out[`MCP search: ${query}`] = await client.mcp('tools/call', { name: 'memory_search', arguments: { ...search, min_score: 0 } });
    out[`MCP prompt: ${query}`] = await client.mcp('prompts/get', { name: 'recall_context', arguments: { session_id: 's', query } });
    out[`context: ${query}`] = await post('/v1/sessions/s/context', { query });
    out[`context as of then: ${query}`] = await post('/v1/sessions/s/context', { query, as_of: then });
  }
  // The question shares no word with the memory: only its meaning, by vectors, can bring it.
  out['search by meaning'] = await post('/v1/memories/search', { query: 'where is it concealed', top_k: 50, min_score: 0 });
  for (const state of ['live', 'expired', 'superseded']) out[`list ${state}`] = await get(`/v1/memories?state=${state}&limit=100`);
  for (const id of ids) {
    out[`get ${id}`] = await get(`/v1/memories/${id}`);
    out[`history ${id}`] = await get(`/v1/memories/${id}/history`);
    out[`MCP resource ${id}`] = await client.mcp('resources/read', { uri: `memory://memories/${id}` });
  }
  out.facts = await get('/v1/facts');
  out['facts then'] = await get(`/v1/facts?as_of=${then}`);
  out['facts known then'] = await get(`/v1/facts?known_at=${then}`);
  out['one fact'] = await get('/v1/facts/hiding.place');
  out['one fact then'] = await get(`/v1/facts/hiding.place?as_of=${then}`);
  out.session = await get('/v1/sessions/s');
  out['MCP session'] = await client.mcp('resources/read', { uri: 'memory://sessions/s' });
  out['MCP resources'] = await client.mcp('resources/list', {});
  out.stats = (await get('/v1/stats')) + (await client.mcp('resources/read', { uri: 'memory://stats' }));
  out.export = (await client.exported()).join('\n');
  return out;
}

/** Replays: the same key with the same fields gives the first reply, which must not hold the text either. */
async function replayed(client: NamespaceClient, wayIn: WayIn, mark: string): Promise<void> {
  await wayIn.enter(client, mark);
}

const holding = (texts: Readonly<Record<string, string>>, mark: string): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) => (traced(text, mark) ? [name] : []));
/** The words alone too, but not where a reply repeats the query: none does. */
const traced = (text: string, mark: string): boolean => [...mark.split(' '), WORD, 词].some((word) => text.includes(word));

/** As it was written, folded, and without its beginning: an index keeps only what a word does not share with the one before it. */
const formsOf = (word: string): readonly string[] => [word, word.toLowerCase(), word.toLowerCase().slice(2)];

let service: RunningService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deletion-matrix-'));
  service = await startService({}, folder);
}, START_MS);
afterAll(async () => {
  await service.worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ways = Object.entries(WAYS_IN).map(([way, wayIn], at) => ({
  way,
  wayIn,
  namespace: `matrix/${at}`,
  mark: `${WORD}${at}x ${词}${at}号`,
  forget: FORGETTING[at % FORGETTING.length] ?? byRoute,
}));

describe('what is forgotten is in no reply', () => {
  test.each(ways)(
    '$way',
    async ({ wayIn, namespace, mark, forget }) => {
      const client = service.in(namespace);
      const imports = wayIn === WAYS_IN['an import'];
      if (!imports) await write(client, { content: CONTROL, session_id: 's' });
      const ids = await wayIn.enter(client, mark);
      if (imports) await write(client, { content: CONTROL, session_id: 's' });
      const queries = [词, `what did I say about ${mark}`];
      const before = holding(await waysOut(client, ids, queries), mark);
      expect(before).toContain('export');
      // An older wording is only in the history and the export.
      expect(before.length).toBeGreaterThanOrEqual(2);
      const file = await client.exported();

      for (const id of ids) {
        const reply = await forget(client, id);
        expect(reply.status).toBe('forgotten');
        expect(reply.receipt.purged.record).toBeGreaterThan(0);
        expect(Object.values(reply.receipt.remaining)).toEqual(Object.values(reply.receipt.remaining).map(() => 0));
      }
      const after = await waysOut(client, ids, queries);
      expect(holding(after, mark)).toEqual([]);
      for (const id of ids) {
        expect((await client.call('GET', `/v1/memories/${id}`)).status).toBe(404);
        expect((await client.call('GET', `/v1/memories/${id}/history`)).status).toBe(404);
        expect(after.export).toContain(`{"type":"tombstone","id":"${id}"`);
      }
      expect(after['list live']).toContain('灯塔看守人');
      expect((await client.must('POST', '/v1/memories/search', { query: 'lighthouse keeper' })).text).toContain('window seat');
      expect((await client.must('POST', '/v1/memories/search', { query: '灯塔看守人' })).text).toContain('window seat');

      // Neither an older export nor the file of another place brings it back.
      expect((await client.imported(file)).body.withheld).toBeGreaterThan(0);
      expect(holding(await waysOut(client, ids, []), mark)).toEqual([]);
    },
    CASE_MS,
  );
});

test(
  'a replay gives the first reply and no text',
  async () => {
    for (const way of ['write', 'a batch', 'a turn', 'a source of summaries']) {
      const found = ways.find((one) => one.way === way);
      if (found === undefined) throw new Error(`no way ${way}`);
      const client = service.in(found.namespace);
      if (way === 'a source of summaries') {
        const memory_ids = ['01990000-0000-7000-8000-000000000000'];
        expect((await client.call('POST', '/v1/memories/summarize', { memory_ids, idempotency_key: 'first' })).status).toBe(409);
        continue;
      }
      await replayed(client, found.wayIn, found.mark);
      expect([way, holding(await waysOut(client, [], []), found.mark)]).toEqual([way, []]);
    }
  },
  CASE_MS,
);

test(
  'written again it is a new memory, and the reply says that it was forgotten before',
  async () => {
    const { namespace, mark } = ways[0] ?? { namespace: '', mark: '' };
    const client = service.in(namespace);
    const reply = await client.must('POST', '/v1/memories', { content: `I hide ${mark}`, session_id: 's' });
    expect(reply).toMatchObject({ status: 201, body: { status: 'created', previously_forgotten: true } });
    await client.must('DELETE', `/v1/memories/${reply.body.id}`);
  },
  CASE_MS,
);

test(
  'no file that the stopped Worker leaves holds it',
  async () => {
    await service.worker.stop();
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile());
    const found: Record<string, string[]> = {};
    const controls = files.filter((file) => readFileSync(file).includes('灯塔看守人'));
    for (const file of files) {
      const bytes = readFileSync(file);
      for (const { way, mark } of ways)
        for (const word of mark.split(' '))
          for (const form of formsOf(word))
            if (bytes.includes(form)) found[way] = [...(found[way] ?? []), `${form} in ${path.basename(file)}`];
    }
    expect(found).toEqual({});
    for (const word of [WORD, 词]) expect(service.worker.output()).not.toContain(word);
    expect(controls.length).toBeGreaterThanOrEqual(ways.length);
  },
  CASE_MS,
);
