/** What is special about SQLite in an object: sizes of parameters, borrowed texts, exact tallies. */
import { expect, test } from 'vitest';
import { CONTENT_CHARACTERS_MAX } from '../../../src/domain/limits.ts';
import { queryTermsOf, termsOf } from '../../../src/domain/text/terms.ts';
import type { Change } from '../../../src/ports/memory-store.ts';
import { commit, day, guardOf, idOf, insertOf, memoryOf, NO_LOOKUP, revisionOf, tombstoneOf, view } from '../../contracts/contract.ts';
import { withEmbeddedStores } from './with-stores.ts';

/** No two neighbours alike, so that every bigram is a term of its own. */
const chinese = (length: number): string =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join('');

/** Segmenting the longest Chinese content takes most of the time. */
test('the longest contents and the largest tool data fit, and come back whole', { timeout: 30_000 }, async () => {
  await withEmbeddedStores(async ({ store, candidates }) => {
    const long = memoryOf(1, chinese(CONTENT_CHARACTERS_MAX));
    const quoted = memoryOf(2, '"\\'.repeat(CONTENT_CHARACTERS_MAX / 2), {
      source: { via: 'turn', tool: { output: '"'.repeat(480_000) } },
    });
    const many = Array.from({ length: 6 }, (_, index) => memoryOf(index + 3, chinese(2_000 + index)));
    await commit(store, ...[long, quoted, ...many].map((memory) => insertOf(memory)));
    const found = await store.get([long.id, quoted.id, idOf(8)]);
    expect([found.get(long.id), found.get(quoted.id), found.get(idOf(8))]).toEqual([long, quoted, many[5]]);
    const gathered = await candidates.gather({
      terms: queryTermsOf(chinese(2)),
      ids: [],
      filter: {},
      view: view(),
      lexical_limit: 100,
      neighbour_radius: 0,
      neighbour_of: 0,
    });
    expect(gathered.candidates.find(({ memory }) => memory.id === long.id)?.terms).toEqual(termsOf(long.content));
  });
});

test('look-ups take five hundred of everything', async () => {
  await withEmbeddedStores(async ({ store }) => {
    const names = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(64, 'x'));
    const found = await store.lookUp(
      { identities: names, content_hashes: names, keys: names, idempotency_keys: names, ids: names },
      day(1),
    );
    expect([found.by_identity.size, found.chains.size, found.replies.size, found.live]).toEqual([0, 500, 0, 0]);
  });
});

test('an item that borrows its memory’s words is gone with them, one with words of its own stays until it is withdrawn', async () => {
  await withEmbeddedStores(async ({ store, working }, storage) => {
    const [lent, own] = [memoryOf(1, 'lent words'), memoryOf(2, 'wording')];
    await commit(store, insertOf(lent), insertOf(own));
    const texts = () => storage.sql.exec('SELECT count(*) AS n FROM texts').one().n;
    const before = Number(texts());
    const item = { tokens: 1, importance: 1, pinned: false, added_turn: 1, used_order: 1, retrieved: 0 };
    const put = [
      { ...item, id: lent.id, content: 'lent words', added_order: 1 },
      { ...item, id: own.id, content: 'own words', added_order: 2 },
    ];
    const header = { id: 's', turn: 1, order: 1, budget_tokens: 9, strategy: 'fifo', created_at: day(1), last_active_at: day(1) } as const;
    await working.apply('s', { header, put, remove: [], expires_at: day(99) }, 'absent');
    expect(Number(texts()) - before).toBe(1);
    const items = async () => {
      const loaded = await working.load('s', day(2));
      return loaded.ok ? loaded.value.session?.items.map(({ content }) => content) : null;
    };
    expect(await items()).toEqual(['lent words', 'own words']);
    await commit(store, ...[lent, own].map((memory): Change => ({ type: 'forget', tombstone: tombstoneOf(memory, day(3)) })));
    expect(await items()).toEqual(['own words']);
    expect(await working.withdraw([lent.id, own.id])).toEqual({ ok: true, value: 2 });
    expect(await items()).toEqual([]);
  });
});

test('tallies equal a count of the rows after everything that moves them', async () => {
  await withEmbeddedStores(async ({ store }, storage) => {
    const memories = Array.from({ length: 30 }, (_, index) =>
      memoryOf(index + 1, `note ${index}`, {
        ...(index % 3 === 0 ? { key: `k${index}` } : {}),
        ...(index % 4 === 0 ? { expires_at: day(10) } : {}),
      }),
    );
    await commit(store, ...memories.map((memory) => insertOf(memory)));
    await store.settle(
      memories.slice(0, 20).map(({ id }) => id),
      'g',
    );
    await store.expire(day(11), 4);
    for (const memory of memories.slice(0, 12)) {
      const { change } = revisionOf(memory, day(12), { content: `${memory.content} again`, expires_at: null });
      await store.commit([change], await guardOf(store));
    }
    await commit(store, { type: 'relink', id: idOf(1), valid_to: day(2), superseded_at: day(2), superseded_by: idOf(4) });
    await commit(store, ...memories.slice(5, 9).map((memory): Change => ({ type: 'forget', tombstone: tombstoneOf(memory, day(13)) })));
    await store.expire(day(14), 100);
    await store.purge(day(14), day(11), 2);
    const tally = (name: string) => Number(storage.sql.exec('SELECT total FROM tallies WHERE name = ?', name).one().total);
    const count = (statement: string) => Number(storage.sql.exec(`SELECT ${statement} AS n`).one().n);
    for (const layer of ['episodic', 'semantic'])
      for (const state of ['live', 'superseded', 'expired'])
        expect(tally(`${layer}/${state}`), `${layer}/${state}`).toBe(
          count(`(SELECT count(*) FROM memories WHERE layer = '${layer}' AND state = '${state}')`),
        );
    expect(tally('unswept')).toBe(count('(SELECT count(*) FROM memories WHERE swept = 0)'));
    expect(tally('generation/g')).toBe(count(`(SELECT count(*) FROM memories WHERE swept = 0 AND generation = 'g')`));
    expect(tally('documents')).toBe(count('(SELECT count(*) FROM versions)'));
    expect(tally('terms')).toBe(count('(SELECT sum(term_count) FROM versions)'));
    expect(tally('documents')).toBe(count('(SELECT count(*) FROM lexicon)'));
    expect((await store.lookUp(NO_LOOKUP, day(14))).live).toBe(count(`(SELECT count(*) FROM memories WHERE state = 'live')`));
  });
});
