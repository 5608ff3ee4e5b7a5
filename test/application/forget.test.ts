import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/instant.ts';
import { createWorld, type World } from '../support/world.ts';

const SECRET_WORD = 'marzipan';

/** Everything that any reader can see of the namespace, as one text. */
async function everything(world: World): Promise<string> {
  const seen: unknown[] = [];
  for (const state of ['live', 'expired', 'superseded'] as const) seen.push(await world.must('list', { state, limit: 100 }));
  seen.push(await world.must('listFacts', {}), await world.must('stats', {}));
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page: { lines: readonly string[]; next: string | null } = await world.must('exportPage', { cursor });
    seen.push(page.lines);
    cursor = page.next;
  }
  return JSON.stringify(seen);
}

describe('forget by id', () => {
  it('leaves nothing but a tombstone, and says what it looked through', async () => {
    const world = createWorld();
    const gone = await world.must('write', { content: `I love ${SECRET_WORD} cake`, session_id: 's' });
    const stays = await world.must('write', { content: 'I love carrot cake', session_id: 's' });
    await world.must('correct', { id: gone.id, content: `I adore ${SECRET_WORD} cake` });
    const reply = await world.must('forget', { memory_id: gone.id });
    expect(reply).toMatchObject({
      status: 'forgotten',
      ids: [gone.id],
      receipt: {
        purged: { record: 1, versions: 2, lexical: 1, vector: 1, working: 1, summaries: 0 },
        remaining: { record: 0, versions: 0, lexical: 0, vector: 0, working: 0, summaries: 0 },
      },
      usage: { memories: 1 },
    });
    expect(await everything(world)).not.toContain(SECRET_WORD);
    expect(await everything(world)).toContain('carrot');
    expect(await world.fails('get', { id: gone.id })).toMatchObject({ kind: 'not_found' });
    expect(await world.fails('history', { id: gone.id })).toMatchObject({ kind: 'not_found' });
    expect(await world.must('get', { id: stays.id })).toMatchObject({ content: 'I love carrot cake' });
    expect((await world.must('readSession', { session_id: 's' })).items.map(({ id }) => id)).toEqual([stays.id]);
    expect(await world.must('stats', {})).toMatchObject({ counts: { episodic: { live: 1, forgotten: 1 } }, pending: 0 });
  });

  it('says not_found for what it does not know, twice forgotten included', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'once' });
    expect(await world.must('forget', { memory_id: id })).toMatchObject({ status: 'forgotten' });
    expect(await world.must('forget', { memory_id: id })).toMatchObject({ status: 'not_found', ids: [], not_found: [id], receipt: null });
  });

  it('says previously_forgotten when the same text is written anew', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'the blue door' });
    await world.must('forget', { memory_id: id });
    const again = await world.must('write', { content: 'the  blue door' });
    expect(again).toMatchObject({ status: 'created', previously_forgotten: true });
    expect(again.id).not.toBe(id);
    expect(await world.must('write', { content: 'the green door' })).not.toHaveProperty('previously_forgotten');
  });

  it('withdraws a summary with its last source, and makes it anew from the others', async () => {
    const world = createWorld();
    const tea = await world.must('write', { content: 'Green tea.' });
    const gone = await world.must('write', { content: `The user decided to hide ${SECRET_WORD} in the desk drawer.`, origin: 'user' });
    const both = await world.must('summarize', { memory_ids: [tea.id, gone.id] });
    const alone = await world.must('summarize', { memory_ids: [gone.id] });
    expect(both.summary).toContain(SECRET_WORD);
    const { receipt, status } = await world.must('forget', { memory_id: gone.id });
    expect(status).toBe('forgotten');
    expect(receipt?.summaries_withdrawn).toEqual([alone.id]);
    expect(receipt?.summaries_rebuilt).toHaveLength(1);
    expect(await world.fails('get', { id: both.id })).toMatchObject({ kind: 'not_found' });
    const [rebuilt = ''] = receipt?.summaries_rebuilt ?? [];
    expect((await world.must('get', { id: rebuilt })).source.ids).toEqual([tea.id]);
    expect(await everything(world)).not.toContain(SECRET_WORD);
  });

  it('leaves a key without a current value, and as_of over it is a gap', async () => {
    const world = createWorld();
    const tell = async (content: string) => {
      world.pass(DAY_MS);
      return world.must('write', { content, key: 'user.city' });
    };
    const rome = await tell('Rome');
    const paris = await tell('Paris');
    await world.must('forget', { memory_id: paris.id });
    expect(await world.must('readFact', { key: 'user.city' })).toMatchObject({ current: null, versions: [{ id: rome.id }] });
    expect((await world.must('listFacts', {})).items).toEqual([]);
    const at_paris = world.now();
    const oslo = await tell('Oslo');
    expect(oslo).toMatchObject({ status: 'created', superseded_id: null });
    const current = async (as_of?: number) =>
      (await world.must('readFact', { key: 'user.city', ...(as_of === undefined ? {} : { as_of }) })).current?.content ?? null;
    expect([await current(at_paris - 1), await current(at_paris), await current()]).toEqual(['Rome', null, 'Oslo']);
  });
});

describe('forget by query', () => {
  it('previews, then acts on what was confirmed and still matches', async () => {
    const world = createWorld();
    const cake = await world.must('write', { content: 'cake with cherries' });
    const pie = await world.must('write', { content: 'cherries in a pie' });
    const other = await world.must('write', { content: 'a red bicycle' });
    const preview = await world.must('forget', { query: 'cherries' });
    expect(preview).toMatchObject({ status: 'preview', ids: [], receipt: null });
    expect(preview.candidates.map(({ id }) => id).sort()).toEqual([cake.id, pie.id].sort());
    expect((await world.must('list', {})).items).toHaveLength(3);
    const done = await world.must('forget', { query: 'cherries', confirm_ids: [cake.id, other.id, 'unknown'] });
    expect(done).toMatchObject({ status: 'forgotten', ids: [cake.id], not_found: [other.id, 'unknown'] });
    expect((await world.must('list', {})).items.map(({ id }) => id).sort()).toEqual([pie.id, other.id].sort());
  });

  it('matches only what answers by itself: a search may show more around a good hit, a deletion may not', async () => {
    const world = createWorld();
    const meant = await world.must('write', { content: 'My gym locker number is 4471' });
    const other = await world.must('write', {
      content: 'The gym opens at six',
    });
    const query = 'gym locker number';
    expect((await world.must('search', { query })).results.map(({ id }) => id)).toEqual([meant.id, other.id]);
    expect((await world.must('forget', { query })).candidates.map(({ id }) => id)).toEqual([meant.id]);
    const reply = await world.must('forget', { query, confirm_ids: [other.id, meant.id] });
    expect(reply).toMatchObject({ status: 'forgotten', ids: [meant.id], not_found: [other.id] });
    expect(await world.must('get', { id: other.id })).toMatchObject({ state: 'live' });
  });

  it('takes confirm_ids without a query as a list of ids, and refuses to be unscoped', async () => {
    const world = createWorld();
    const a = await world.must('write', { content: 'alpha' });
    const b = await world.must('write', { content: 'beta' });
    expect(await world.must('forget', { confirm_ids: [a.id, b.id, a.id] })).toMatchObject({ status: 'forgotten', ids: [a.id, b.id] });
    expect(await world.fails('forget', {})).toMatchObject({ kind: 'invalid', field: 'memory_id' });
    expect(await world.fails('forget', { confirm_ids: [] })).toMatchObject({ kind: 'invalid' });
    expect(await world.fails('forget', { query: '  ' })).toMatchObject({ kind: 'invalid', field: 'query' });
    expect(await world.fails('forget', { memory_id: a.id, query: 'x' })).toMatchObject({ kind: 'invalid' });
  });
});

describe('fade', () => {
  it('halves importance and makes volatile; restoring the version undoes it', async () => {
    const world = createWorld();
    const { id } = await world.must('write', { content: 'prefers rail', layer: 'semantic', origin: 'user' });
    expect(await world.must('forget', { memory_id: id, mode: 'fade' })).toMatchObject({ status: 'faded', ids: [id] });
    expect(await world.must('get', { id })).toMatchObject({ importance: 0.5, volatility: 'volatile', version: 2 });
    await world.must('correct', { id, restore_version: 1 });
    expect(await world.must('get', { id })).toMatchObject({ importance: 1, volatility: 'stable', version: 3 });
    const history = await world.must('history', { id });
    expect(history.items.map(({ version, reason, current }) => [version, reason, current])).toEqual([
      [3, 'restore of version 1', true],
      [2, 'fade', false],
      [1, null, false],
    ]);
  });
});
