/** Forgetting, facts over time and transfer, through the verbs and over real stores: one suite for every backend. */
import { describe, expect, it } from 'vitest';
import { maintain } from '../../src/application/maintain.ts';
import type { Reply } from '../../src/application/service.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts';
import type { World } from '../support/world.ts';

export interface TruthOptions {
  readonly name: string;
  /** A world over empty stores, and everything that these stores hold, as text; null where there is nothing below the ports to read. */
  readonly withWorld: (work: (world: World, rawDump: (() => string | Promise<string>) | null) => Promise<void>) => Promise<void>;
}

/** A word that nothing else holds, in two scripts. */
const WORD = 'zanzibarium';
const 词 = '桑给巴尔糖';

type WayIn = (world: World) => Promise<string>;

const WAYS_IN: Readonly<Record<string, WayIn>> = {
  write: async (world) => (await world.must('write', { content: `I hide ${WORD} and ${词}`, session_id: 's', idempotency_key: 'in' })).id,
  'a fact': async (world) => (await world.must('write', { content: `hides ${WORD} ${词}`, key: 'hiding.place', tags: ['a'] })).id,
  'a batch': async (world) => {
    const { results } = await world.must('writeMany', {
      memories: [{ command: { content: 'beside it' } }, { command: { content: `${WORD} ${词}`, metadata: { note: WORD } } }],
    });
    return results.flatMap((result) => (result.ok ? [result.value.id] : []))[1] ?? '';
  },
  'a turn': async (world) =>
    (await world.must('recordTurn', { session_id: 's', role: 'tool', content: `found ${WORD} ${词}`, tool: { text: WORD } })).id,
  'a correction': async (world) => {
    const { id } = await world.must('write', { content: 'nothing special', session_id: 's' });
    await world.must('correct', { id, content: `now ${WORD} ${词}`, reason: `because of ${WORD}`, idempotency_key: 'correct' });
    return id;
  },
  'an older wording': async (world) => {
    const { id } = await world.must('write', { content: `once ${WORD} ${词}` });
    await world.must('correct', { id, content: 'nothing special' });
    return id;
  },
  'a superseded value': async (world) => {
    const { id } = await world.must('write', { content: `once ${WORD} ${词}`, key: 'place' });
    world.pass(1_000);
    await world.must('write', { content: 'a plain value', key: 'place' });
    return id;
  },
  'an expired memory': async (world) => {
    const { id } = await world.must('write', { content: `briefly ${WORD} ${词}`, ttl_days: 1 / 24 });
    world.pass(2 * HOUR_MS);
    return id;
  },
  'an import': async (world) => {
    const { id } = await world.must('write', { content: `imported ${WORD} ${词}` });
    const lines = await exported(world);
    await world.must('erase', { confirm: 'team/agent' });
    await world.must('importLines', { first_line: 1, lines });
    return id;
  },
  'a source of summaries': async (world) => {
    const other = await world.must('write', { content: 'Green tea.' });
    const { id } = await world.must('write', { content: `The user decided to hide ${WORD} and ${词}.`, origin: 'user' });
    const first = await world.must('summarize', { memory_ids: [id, other.id], idempotency_key: 'sum' });
    await world.must('summarize', { memory_ids: [first.id, other.id] });
    await world.must('summarize', { memory_ids: [id] });
    return id;
  },
};

async function exported(world: World): Promise<readonly string[]> {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Reply<'exportPage'> = await world.must('exportPage', { cursor });
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

/** Every way out, each as one text. */
async function waysOut(world: World, id: string): Promise<Readonly<Record<string, string>>> {
  const out: Record<string, unknown> = {};
  const then = world.now() - 1;
  for (const state of ['live', 'expired', 'superseded'] as const) out[`list ${state}`] = await world.must('list', { state, limit: 100 });
  for (const query of [WORD, 词, `I hide ${WORD} and ${词}`]) {
    out[`search ${query}`] = await world.must('search', { query, top_k: 50, include_superseded: true });
    out[`search then ${query}`] = await world.must('search', { query, top_k: 50, as_of: then, include_superseded: true });
    out[`search known ${query}`] = await world.must('search', { query, top_k: 50, known_at: then, include_superseded: true });
    out[`search everything ${query}`] = await world.must('search', { query, top_k: 50, min_score: 0, include_superseded: true });
    out[`preview ${query}`] = await world.must('forget', { query });
  }
  out.get = await world.execute('get', { id });
  out.history = await world.execute('history', { id });
  out.facts = await world.must('listFacts', {});
  out['facts then'] = await world.must('listFacts', { as_of: then });
  for (const key of ['hiding.place', 'place']) out[`fact ${key}`] = await world.execute('readFact', { key });
  out.session = await world.execute('readSession', { session_id: 's' });
  out.context = await world.must('context', { session_id: 's', query: 'what is hidden, and what is special?' });
  out.stats = await world.must('stats', {});
  out.export = await exported(world);
  out['replayed write'] = await world.execute('write', { content: 'other', idempotency_key: 'in' });
  return Object.fromEntries(Object.entries(out).map(([name, value]) => [name, JSON.stringify(value)]));
}

const traces = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) => ([WORD, 词].some((word) => text.includes(word)) ? [name] : []));

export function truthContract({ name, withWorld }: TruthOptions): void {
  describe(`${name}: what is forgotten is nowhere`, () => {
    it.each(Object.entries(WAYS_IN))('%s', (_way, wayIn) =>
      withWorld(async (world, rawDump) => {
        const control = await world.must('write', { content: 'the control stays, by the lighthouse', session_id: 's' });
        const id = await wayIn(world);
        const before = traces(await waysOut(world, id));
        expect(before).toContain('export');
        if (rawDump !== null) expect(await rawDump()).toContain(WORD);
        const reply = await world.must('forget', { memory_id: id });
        expect(reply.status).toBe('forgotten');
        expect(Object.values(reply.receipt?.remaining ?? { none: 1 }).every((count) => count === 0)).toBe(true);
        const after = await waysOut(world, id);
        expect(traces(after)).toEqual([]);
        expect(after['list live']).toContain('lighthouse');
        expect(after.context).toContain('lighthouse');
        expect(JSON.stringify(await world.must('search', { query: 'lighthouse' }))).toContain(control.id);
        expect(after.export).toContain(`{\\"type\\":\\"tombstone\\",\\"id\\":\\"${id}\\"`);
        if (rawDump !== null) {
          const raw = await rawDump();
          for (const word of [WORD, 词]) expect(raw).not.toContain(word);
          expect(raw).toContain('lighthouse');
        }
        await maintain(world.deps);
        expect(await world.must('stats', {})).toMatchObject({ pending: 0 });
      }),
    );
  });

  describe(`${name}: facts over time`, () => {
    it('late news, a forgotten value and a returning one are read as they were', () =>
      withWorld(async (world) => {
        const start = world.now();
        const day = (number: number) => start + number * DAY_MS;
        const tell = (content: string, occurred_at?: number) =>
          world.must('write', { content, key: 'plan', ...(occurred_at === undefined ? {} : { occurred_at }) });
        await tell('Basic');
        world.pass(60 * DAY_MS);
        await tell('Pro');
        world.pass(10 * DAY_MS);
        const team = await tell('Team');
        world.pass(10 * DAY_MS);
        await tell('Basic');
        world.pass(10 * DAY_MS);
        await tell('Plus', day(30));
        await world.must('forget', { memory_id: team.id });
        world.pass(DAY_MS);
        const read = async (moment: { as_of?: number; known_at?: number }) =>
          (await world.must('readFact', { key: 'plan', ...moment })).current?.content ?? null;
        const listed = async (moment: { as_of?: number; known_at?: number }) =>
          (await world.must('listFacts', moment)).items[0]?.content ?? null;
        const found = async (moment: { as_of?: number; known_at?: number }) => {
          const { results } = await world.must('search', { query: 'Basic Pro Plus Team', min_score: 0, ...moment });
          return results.map(({ content }) => content);
        };
        const table: readonly (readonly [{ as_of?: number; known_at?: number }, string | null])[] = [
          [{}, 'Basic'],
          [{ as_of: day(-1) }, null],
          [{ as_of: day(0) }, 'Basic'],
          [{ as_of: day(30) - 1 }, 'Basic'],
          [{ as_of: day(30) }, 'Plus'],
          [{ as_of: day(60) }, 'Pro'],
          [{ as_of: day(70) }, null],
          [{ as_of: day(80) - 1 }, null],
          [{ as_of: day(80) }, 'Basic'],
          [{ known_at: day(0) - 1 }, null],
          [{ known_at: day(31) }, 'Basic'],
          [{ known_at: day(60) }, 'Pro'],
          [{ known_at: day(75) }, null],
          [{ known_at: day(80) }, 'Basic'],
          [{ as_of: day(35), known_at: day(89) }, null],
          [{ as_of: day(35), known_at: day(90) }, 'Plus'],
          [{ as_of: day(20), known_at: day(20) }, 'Basic'],
        ];
        for (const [moment, expected] of table) {
          expect(await read(moment), JSON.stringify(moment)).toBe(expected);
          expect(await listed(moment), JSON.stringify(moment)).toBe(expected);
          expect(await found(moment), JSON.stringify(moment)).toEqual(expected === null ? [] : [expected]);
        }
      }));

    it('twenty parallel writes to one key leave one current value and an intact chain', () =>
      withWorld(async (world) => {
        await Promise.all(Array.from({ length: 20 }, (_, at) => world.must('write', { content: `value ${at}`, key: 'k' })));
        const { versions, current } = await world.must('readFact', { key: 'k' });
        expect(new Set(versions.map(({ content }) => content)).size).toBe(20);
        expect(versions.filter(({ state }) => state === 'live').map(({ id }) => id)).toEqual([current?.id]);
        const oldest_first = versions.toReversed();
        for (const [at, version] of oldest_first.entries()) expect(version.superseded_by).toBe(oldest_first[at + 1]?.id ?? null);
      }));
  });

  describe(`${name}: transfer`, () => {
    it('erased and imported again, everything is as it was, byte for byte', () =>
      withWorld(async (world) => {
        for (const wayIn of Object.values(WAYS_IN).filter((_, at) => at !== 8)) await wayIn(world);
        const { items } = await world.must('list', { limit: 3 });
        for (const { id } of items.slice(1)) await world.must('forget', { memory_id: id });
        const lines = await exported(world);
        const facts = await world.must('listFacts', {});
        const { counts } = await world.must('stats', {});
        await world.must('erase', { confirm: 'team/agent' });
        expect(await exported(world)).toHaveLength(1);
        const count = lines.length - 1;
        expect(await world.must('importLines', { first_line: 1, lines })).toEqual({
          imported: count,
          unchanged: 0,
          withheld: 0,
          errors: [],
        });
        expect((await exported(world)).slice(1)).toEqual(lines.slice(1));
        expect(await world.must('listFacts', {})).toEqual(facts);
        expect((await world.must('stats', {})).counts).toEqual(counts);
        expect(await world.must('importLines', { first_line: 1, lines })).toEqual({
          imported: 0,
          unchanged: count,
          withheld: 0,
          errors: [],
        });
        expect((await exported(world)).slice(1)).toEqual(lines.slice(1));
      }));
  });
}
