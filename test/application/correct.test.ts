import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/instant.ts';
import { createWorld, NOON } from '../support/world.ts';

describe('correct', () => {
  it.each([
    ['content', { content: 'blue' }],
    ['importance', { importance: 0.1 }],
    ['tags', { tags: ['b'] }],
    ['metadata', { metadata: { n: 2 } }],
    ['ttl', { ttl_days: 3 }],
    ['volatility', { volatility: 'permanent' as const }],
    ['cleared tags', { tags: [] }],
    ['cleared metadata', { metadata: null }],
  ])('a change of %s makes one version', async (_what, change) => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red', tags: ['a'], metadata: { n: 1 } });
    world.pass(1_000);
    const reply = await world.must('correct', { id, ...change, reason: 'because' });
    expect(reply).toMatchObject({ status: 'updated', index: 'ready', memory: { id, version: 2, created_at: NOON, occurred_at: NOON } });
    const [current, first] = (await world.must('history', { id })).items;
    expect(current).toMatchObject({ version: 2, reason: 'because', recorded_at: NOON + 1_000, replaced_at: null, current: true });
    expect(first).toMatchObject({ version: 1, content: 'red', tags: ['a'], metadata: { n: 1 }, replaced_at: NOON + 1_000, current: false });
  });

  it.each([
    ['the same content', { content: ' red ' }],
    ['the same tags in another order', { tags: ['b', 'a', 'b'] }],
    ['equal metadata', { metadata: { m: { y: 2, x: 1 }, n: 1 } }],
    ['no expiry where there is none', { ttl_days: null }],
    ['nothing', {}],
  ])('%s makes none', async (_what, change) => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red', tags: ['a', 'b'], metadata: { n: 1, m: { x: 1, y: 2 } } });
    expect(await world.must('correct', { id, ...change })).toMatchObject({ status: 'unchanged', memory: { version: 1 } });
    expect((await world.must('history', { id })).items).toHaveLength(1);
  });

  it('counts ttl from now, clears it with null, and revives', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red', ttl_days: 1 });
    world.pass(DAY_MS / 2);
    expect((await world.must('correct', { id, ttl_days: 1 })).memory.expires_at).toBe(NOON + 1.5 * DAY_MS);
    world.pass(2 * DAY_MS);
    expect(await world.must('get', { id })).toMatchObject({ state: 'expired' });
    const revived = await world.must('correct', { id, ttl_days: null });
    expect(revived).toMatchObject({ memory: { state: 'live', expires_at: null }, usage: { memories: 1 } });
  });

  it('says what is wrong, and stores nothing then', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red' });
    const field = async (change: object) => {
      const failure = await world.fails('correct', { id, ...change });
      return failure.kind === 'invalid' ? failure.field : failure.kind;
    };
    expect(await field({ content: '  ' })).toBe('content');
    expect(await field({ importance: 2 })).toBe('importance');
    expect(await field({ ttl_days: 0 })).toBe('ttl_days');
    expect(await field({ tags: [''] })).toBe('tags');
    expect(await field({ restore_version: 1, content: 'x' })).toBe('restore_version');
    expect(await field({ restore_version: 9 })).toBe('not_found');
    expect(await world.fails('correct', { id: 'unknown', content: 'x' })).toMatchObject({ kind: 'not_found', what: 'memory' });
    expect((await world.must('history', { id })).items).toHaveLength(1);
  });

  it('restores an older version as a new one', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red', tags: ['a'] });
    await world.must('correct', { id, content: 'blue', tags: ['b'] });
    expect((await world.must('correct', { id, restore_version: 1 })).memory).toMatchObject({ content: 'red', tags: ['a'], version: 3 });
    expect(await world.must('correct', { id, restore_version: 1 })).toMatchObject({ status: 'unchanged' });
  });

  it('finds the new wording and no longer the old one as a repeat', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red' });
    await world.must('correct', { id, content: 'blue' });
    expect(await world.must('write', { content: 'blue' })).toMatchObject({ id, status: 'duplicate' });
    expect(await world.must('write', { content: 'red' })).toMatchObject({ status: 'created' });
  });

  it('replays its first reply, text and all, though the memory moved on, and keeps no text for that', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'red' });
    const command = { id, content: 'turquoise', tags: ['paint'], idempotency_key: 'k' };
    const first = await world.must('correct', command);
    await world.must('correct', { id, content: 'green' });
    await world.must('write', { content: 'green' });
    expect(await world.must('correct', command)).toEqual(first);
    expect(await world.fails('correct', { ...command, content: 'teal' })).toMatchObject({ kind: 'conflict', reason: 'idempotency' });
    const kept = await world.deps.store.lookUp(
      { identities: [], content_hashes: [], keys: [], idempotency_keys: ['k'], ids: [] },
      world.now(),
    );
    expect(kept.replies.get('k')?.reply).toBeDefined();
    expect(kept.replies.get('k')?.reply).not.toMatch(/turquoise|paint/);
    await world.must('forget', { memory_id: id });
    expect(await world.fails('correct', command)).toMatchObject({ kind: 'not_found' });
  });
});
