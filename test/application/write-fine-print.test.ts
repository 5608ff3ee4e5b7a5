import { describe, expect, it } from 'vitest';
import type { WriteCommand, WriteReply } from '../../src/application/service.ts';
import { BATCH_ITEMS_MAX } from '../../src/domain/limits.ts';
import { NO_EMBEDDER } from '../support/word-embedder.ts';
import { createWorld, NOON, type World } from '../support/world.ts';

const statusesOf = async (world: World, commands: readonly WriteCommand[]): Promise<readonly string[]> => {
  const statuses: string[] = [];
  for (const command of commands) statuses.push((await world.must('write', command)).status);
  return statuses;
};

describe('identity of a repeat', () => {
  it.each<[string, WriteCommand, WriteCommand, 'duplicate' | 'created']>([
    ['white space folds', { content: 'a  b' }, { content: 'a\nb' }, 'duplicate'],
    ['NFC folds', { content: 'café' }, { content: 'cafe\u0301' }, 'duplicate'],
    ['case counts', { content: 'Tea' }, { content: 'tea' }, 'created'],
    ['punctuation counts', { content: 'Tea.' }, { content: 'Tea' }, 'created'],
    ['another session is another event', { content: 'x', session_id: 'a' }, { content: 'x', session_id: 'b' }, 'created'],
    ['no session is another session', { content: 'x', session_id: 'a' }, { content: 'x' }, 'created'],
    [
      'a fact has no session',
      { content: 'x', layer: 'semantic', session_id: 'a' },
      { content: 'x', layer: 'semantic', session_id: 'b' },
      'duplicate',
    ],
    ['another layer', { content: 'x' }, { content: 'x', layer: 'semantic' }, 'created'],
    ['another key', { content: 'x', key: 'a' }, { content: 'x', key: 'b' }, 'created'],
    ['a key and none', { content: 'x', key: 'a' }, { content: 'x', layer: 'semantic' }, 'created'],
    ['C and C++', { content: 'I write C' }, { content: 'I write C++' }, 'created'],
    ['a digit', { content: 'Gate 12 at noon' }, { content: 'Gate 13 at noon' }, 'created'],
    ['not', { content: 'I do eat meat' }, { content: 'I do not eat meat' }, 'created'],
    ['不', { content: '我吃辣' }, { content: '我不吃辣' }, 'created'],
    ['中文数字', { content: '会议在三点' }, { content: '会议在四点' }, 'created'],
  ])('%s', async (_why, first, second, status) => {
    // Without an embedder, so that identity alone decides.
    const world = createWorld((deps) => ({ ...deps, embedder: NO_EMBEDDER }));
    expect(await statusesOf(world, [first, second])).toEqual(['created', status]);
  });

  it('counts, keeps its times, and ignores what else the repeat says of origin, ttl, times and volatility', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: 'red door', origin: 'agent' });
    world.pass(60_000);
    const repeat: WriteCommand = { content: 'red door', origin: 'user', ttl_days: 1, occurred_at: 5, volatility: 'permanent' };
    expect(await world.must('write', repeat)).toMatchObject({ id: first.id, status: 'duplicate', usage: { memories: 1 } });
    expect(await world.must('get', { id: first.id })).toMatchObject({
      seen_count: 2,
      occurred_at: NOON,
      created_at: NOON,
      origin: 'agent',
      importance: 0.6,
      expires_at: null,
      volatility: 'volatile',
      version: 1,
    });
  });

  it('merges new tags, metadata and a higher importance as a version, and nothing lower', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'x', tags: ['a'], metadata: { n: 1 }, importance: 0.5 });
    expect(await statusesOf(world, [{ content: 'x', tags: ['a'], metadata: { n: 1 }, importance: 0.4 }])).toEqual(['duplicate']);
    expect(await statusesOf(world, [{ content: 'x', tags: ['b', 'a'], metadata: { m: [1] }, importance: 0.9 }])).toEqual(['updated']);
    expect(await world.must('get', { id })).toMatchObject({
      tags: ['a', 'b'],
      metadata: { n: 1, m: [1] },
      importance: 0.9,
      seen_count: 3,
      version: 2,
    });
  });

  it('refuses a merge that would break a limit, and says which', async () => {
    const world = createWorld();
    const tags = (from: number) => Array.from({ length: 20 }, (_, at) => `t${from + at}`);
    await world.must('write', { content: 'x', tags: tags(0) });
    expect(await world.fails('write', { content: 'x', tags: tags(20) })).toMatchObject({ kind: 'invalid', field: 'tags' });
    expect((await world.must('list', {})).items[0]).toMatchObject({ seen_count: 1, tags: tags(0) });
  });

  it('does not swallow a write into a memory that has expired', async () => {
    const world = createWorld();
    const old = await world.must('write', { content: 'parking pass', ttl_days: 1 });
    world.pass(2 * 86_400_000);
    const fresh = await world.must('write', { content: 'parking pass' });
    expect([fresh.status, fresh.id === old.id]).toEqual(['created', false]);
  });
});

describe('near-duplicates', () => {
  const LONG = 'The quarterly report lists every open invoice of the northern office by customer name and by due date';

  it('take the newer wording, keep the id, and keep the older wording in history', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: LONG });
    const second = await world.must('write', { content: LONG.toLowerCase() });
    expect(second).toMatchObject({ id: first.id, status: 'updated', similar: [] });
    expect(await world.must('get', { id: first.id })).toMatchObject({ content: LONG.toLowerCase(), seen_count: 2, version: 2 });
    expect((await world.must('history', { id: first.id })).items.map(({ content }) => content)).toEqual([LONG.toLowerCase(), LONG]);
  });

  it('are kept apart and named when something that matters differs', async () => {
    const world = createWorld();
    const first = await world.must('write', { content: `${LONG} 1` });
    const second = await world.must('write', { content: `${LONG} 2` });
    expect(second.status).toBe('created');
    expect(second.similar).toEqual([{ id: first.id, score: expect.closeTo(0.97, 1) }]);
  });

  it('are found within one batch as well', async () => {
    const world = createWorld();
    const { results } = await world.must('writeMany', {
      memories: [{ command: { content: LONG } }, { command: { content: LONG.toLowerCase() } }, { command: { content: `${LONG} 7` } }],
    });
    expect(results.map((result) => (result.ok ? result.value.status : 'failed'))).toEqual(['created', 'updated', 'created']);
    expect((await world.must('list', {})).items).toHaveLength(2);
  });

  it('never reach across sessions, layers or keys', async () => {
    const world = createWorld();
    await world.must('write', { content: LONG, session_id: 'a' });
    expect(
      await statusesOf(world, [
        { content: LONG.toLowerCase(), session_id: 'b' },
        { content: LONG.toLowerCase(), layer: 'semantic' },
        { content: LONG.toLowerCase(), key: 'k' },
      ]),
    ).toEqual(['created', 'created', 'created']);
  });
});

describe('possible conflicts', () => {
  it('name unkeyed facts that say otherwise, and never retire one', async () => {
    const world = createWorld();
    const berlin = await world.must('write', { content: 'The user lives in Berlin', layer: 'semantic' });
    const munich = await world.must('write', { content: 'The user lives in Munich', layer: 'semantic' });
    expect(munich).toMatchObject({ status: 'created', superseded_id: null, possible_conflict: [berlin.id] });
    expect(await world.must('write', { content: 'Olive oil is in the cellar', layer: 'semantic' })).not.toHaveProperty('possible_conflict');
    expect((await world.must('list', {})).items).toHaveLength(3);
    const zh = await world.must('write', { content: '用户住在柏林市中心', layer: 'semantic' });
    expect(await world.must('write', { content: '用户住在慕尼黑市中心', layer: 'semantic' })).toMatchObject({ possible_conflict: [zh.id] });
  });
});

describe('keys', () => {
  it('an older occurred_at enters the chain as superseded', async () => {
    const world = createWorld();
    const now = await world.must('write', { content: 'Pro', key: 'plan' });
    const before = await world.must('write', { content: 'Basic', key: 'plan', occurred_at: NOON - 5_000 });
    expect(before).toMatchObject({ status: 'created', superseded_id: null, usage: { memories: 1 } });
    expect(await world.must('get', { id: before.id })).toMatchObject({ state: 'superseded', valid_to: NOON, superseded_by: now.id });
    expect((await world.must('readFact', { key: 'plan' })).current?.id).toBe(now.id);
    const middle = await world.must('write', { content: 'Plus', key: 'plan', occurred_at: NOON - 2_000 });
    expect(await world.must('get', { id: before.id })).toMatchObject({ valid_to: NOON - 2_000, superseded_by: middle.id });
    expect((await world.must('readFact', { key: 'plan' })).versions.map(({ content }) => content)).toEqual(['Pro', 'Plus', 'Basic']);
  });

  it('the same value told again of an earlier time is the same version', async () => {
    const world = createWorld();
    const basic = await world.must('write', { content: 'Basic', key: 'plan', occurred_at: NOON - 9_000 });
    await world.must('write', { content: 'Pro', key: 'plan' });
    expect(await world.must('write', { content: 'Basic', key: 'plan', occurred_at: NOON - 5_000 })).toMatchObject({
      id: basic.id,
      status: 'duplicate',
    });
  });

  it('a batch makes the same chain as single writes', async () => {
    const chainOf = async (world: World) =>
      (await world.must('readFact', { key: 'k' })).versions.map(({ content, valid_to, state }) => [content, valid_to, state]);
    const commands: readonly WriteCommand[] = ['A', 'B', 'A', 'A', 'C'].map((content) => ({ content, key: 'k' }));
    const single = createWorld();
    const one_by_one = await statusesOf(single, commands);
    const batch = createWorld();
    const { results } = await batch.must('writeMany', { memories: commands.map((command) => ({ command })) });
    expect(results.map((result) => (result.ok ? result.value.status : ''))).toEqual(one_by_one);
    expect(one_by_one).toEqual(['created', 'created', 'created', 'duplicate', 'created']);
    expect(await chainOf(batch)).toEqual(await chainOf(single));
    const replies = results.flatMap((result) => (result.ok ? [result.value] : []));
    expect(replies.map(({ superseded_id }) => replies.findIndex(({ id }) => id === superseded_id))).toEqual([-1, 0, 1, -1, 2]);
    expect(replies.at(-1)?.usage).toEqual({ memories: 1 });
  });

  it('leaves working memory with the value that holds', async () => {
    const world = createWorld();
    await world.must('write', { content: 'window seat', key: 'seat', session_id: 's' });
    const aisle = await world.must('write', { content: 'aisle seat', key: 'seat', session_id: 's' });
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ id }) => id)).toEqual([aisle.id]);
  });
});

describe('a batch', () => {
  it('is refused whole when it is too long, and nothing is stored', async () => {
    const world = createWorld();
    const memories = Array.from({ length: BATCH_ITEMS_MAX + 1 }, (_, at) => ({ command: { content: `item number ${at}` } }));
    expect(await world.fails('writeMany', { memories })).toMatchObject({ kind: 'too_large', limit: BATCH_ITEMS_MAX });
    expect((await world.must('list', {})).items).toEqual([]);
    expect((await world.must('writeMany', { memories: memories.slice(1) })).results.every(({ ok }) => ok)).toBe(true);
  });

  it('keeps first replies apart by key, and replays them', async () => {
    const world = createWorld();
    const memories = [
      { command: { content: 'one', idempotency_key: 'k1' } },
      { command: { content: 'two', idempotency_key: 'k2' } },
      { command: { content: 'one', idempotency_key: 'k1' } },
      { command: { content: 'other', idempotency_key: 'k1' } },
    ];
    const first = await world.must('writeMany', { memories });
    const outcome = (results: typeof first.results) => results.map((result) => (result.ok ? result.value.status : result.failure.kind));
    expect(outcome(first.results)).toEqual(['created', 'created', 'created', 'conflict']);
    expect(first.results[2]).toEqual(first.results[0]);
    expect(await world.must('writeMany', { memories })).toEqual(first);
    expect((await world.must('list', {})).items).toHaveLength(2);
  });
});

describe('working memory', () => {
  it('names what left, and what is larger than the budget', async () => {
    const world = createWorld();
    await world.must('write', { content: 'small talk', session_id: 's' });
    await world.must('configureSession', { session_id: 's', budget_tokens: 60 });
    const big: WriteReply = await world.must('write', { content: 'x'.repeat(400), session_id: 's' });
    expect(big.evicted_ids).toEqual([big.id]);
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ content }) => content)).toEqual(['small talk']);
  });

  it('shows a reworded memory in its newer wording', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'meet at the gate', session_id: 's' });
    await world.must('correct', { id, content: 'meet at the bridge' });
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ content }) => content)).toEqual(['meet at the bridge']);
  });
});
