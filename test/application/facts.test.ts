import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/instant.ts';
import { createWorld, NOON, type World } from '../support/world.ts';

/** Days after NOON. */
const day = (number: number): number => NOON + number * DAY_MS;

/** Told in this order: plan Basic (day 0), Promo until day 40 (day 0), Pro (day 60); on day 90, late: the plan was Plus from day 30. */
async function story(): Promise<World> {
  const world = createWorld();
  await world.must('write', { content: 'Basic', key: 'plan' });
  await world.must('write', { content: 'Promo', key: 'offer', ttl_days: 40 });
  world.pass(60 * DAY_MS);
  await world.must('write', { content: 'Pro', key: 'plan' });
  world.pass(30 * DAY_MS);
  await world.must('write', { content: 'Plus', key: 'plan', occurred_at: day(30) });
  world.pass(10 * DAY_MS);
  return world;
}

describe('facts over time', () => {
  it.each<[string, { as_of?: number; known_at?: number }, readonly string[]]>([
    ['today', {}, ['Pro']],
    ['true on day 10', { as_of: day(10) }, ['Promo', 'Basic']],
    ['true on day 35, told later', { as_of: day(35) }, ['Promo', 'Plus']],
    ['true on day 35, known by day 59', { as_of: day(35), known_at: day(59) }, ['Promo']],
    ['true on day 40: the offer is over', { as_of: day(40) }, ['Plus']],
    ['true on day 60', { as_of: day(60) }, ['Pro']],
    ['known on day 35', { known_at: day(35) }, ['Promo', 'Basic']],
    ['known on day 59', { known_at: day(59) }, ['Basic']],
    ['known on day 60', { known_at: day(60) }, ['Pro']],
    ['known on day 95', { known_at: day(95) }, ['Pro']],
    ['before anything', { as_of: day(-1) }, []],
  ])('%s', async (_when, moment, expected) => {
    const world = await story();
    expect((await world.must('listFacts', moment)).items.map(({ content }) => content)).toEqual(expected);
    const plan = (await world.must('readFact', { key: 'plan', ...moment })).current?.content;
    expect(plan).toBe(expected.find((content) => content !== 'Promo'));
  });

  it('one key shows its versions as a reader of that moment can know them', async () => {
    const world = await story();
    const versions = async (moment: { as_of?: number; known_at?: number }) =>
      (await world.must('readFact', { key: 'plan', ...moment })).versions.map(({ content }) => content);
    expect(await versions({})).toEqual(['Pro', 'Plus', 'Basic']);
    expect(await versions({ as_of: day(35) })).toEqual(['Plus', 'Basic']);
    expect(await versions({ known_at: day(80) })).toEqual(['Pro', 'Basic']);
    expect(await world.fails('readFact', { key: 'unknown' })).toMatchObject({ kind: 'not_found', what: 'fact' });
  });

  it('edits of tags and importance change no reading of the past, and a wording is read as it was known', async () => {
    const world = await story();
    const before = await world.must('readFact', { key: 'plan', as_of: day(35) });
    const { current } = await world.must('readFact', { key: 'plan' });
    await world.must('correct', { id: current?.id ?? '', tags: ['edited'], importance: 0.9 });
    await world.must('correct', { id: before.current?.id ?? '', content: 'Plus (annual)' });
    const strip = (fact: typeof before) => fact.versions.map(({ occurred_at, valid_to, state }) => [occurred_at, valid_to, state]);
    expect(strip(await world.must('readFact', { key: 'plan', as_of: day(35) }))).toEqual(strip(before));
    world.pass(DAY_MS);
    expect((await world.must('readFact', { key: 'plan', known_at: day(95) })).versions.map(({ content }) => content)).toEqual([
      'Pro',
      'Plus',
      'Basic',
    ]);
    expect((await world.must('readFact', { key: 'plan' })).versions.map(({ content }) => content)).toEqual([
      'Pro',
      'Plus (annual)',
      'Basic',
    ]);
  });

  it('pages by key in a total order', async () => {
    const world = createWorld();
    const keys = ['b', 'a', '键', 'A', 'a.b', 'é'];
    for (const key of keys) await world.must('write', { content: `of ${key}`, key });
    const paged: (string | null)[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: { items: readonly { key: string | null }[]; next_cursor: string | null } = await world.must('listFacts', {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...page.items.map(({ key }) => key));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(['A', 'a', 'a.b', 'b', 'é', '键']);
  });
});

describe('stats', () => {
  it('count what is there this moment, and reading creates nothing', async () => {
    const world = createWorld();
    const counts = async () => (await world.must('stats', {})).counts.episodic;
    await world.fails('get', { id: 'x' });
    await world.must('stats', { session_id: 'unknown' });
    expect(await counts()).toEqual({ live: 0, expired: 0, superseded: 0, forgotten: 0 });
    const [a] = await Promise.all([
      world.must('write', { content: 'one', session_id: 's' }),
      world.must('write', { content: 'two' }),
      world.must('write', { content: 'three', ttl_days: 1 }),
    ]);
    expect(await counts()).toMatchObject({ live: 3 });
    await world.must('forget', { memory_id: a.id });
    world.pass(2 * DAY_MS);
    expect(await counts()).toEqual({ live: 1, expired: 1, superseded: 0, forgotten: 1 });
    expect(await world.must('stats', {})).toMatchObject({
      namespace: 'team/agent',
      unembedded: 0,
      pending: 0,
      embedder: 'words@1',
      stores: [
        { name: 'reference', ok: true },
        { name: 'vectors', ok: true },
      ],
    });
  });

  it('and readiness name a store that does not answer', async () => {
    const world = createWorld((deps) => ({
      ...deps,
      vectors: { ...deps.vectors, ping: async () => Promise.reject(new Error('no route')) },
    }));
    const stores = [
      { name: 'reference', ok: true },
      { name: 'vectors', ok: false },
    ];
    expect(await world.must('ready', {})).toEqual({ stores });
    expect(await world.must('stats', {})).toMatchObject({ stores });
  });
});
