/** What every MemoryStore must do. One function, any implementation. */
import { describe, expect } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { contentHash, identityOf, keyHash } from '../../src/domain/text/hash.ts';
import type { Change } from '../../src/ports/memory-store.ts';
import {
  type ContractOptions,
  checker,
  commit,
  day,
  guardOf,
  idOf,
  insertOf,
  memoryOf,
  NO_LOOKUP,
  pages,
  revisionOf,
  tombstoneOf,
  versionOf,
} from './contract.ts';

const NOW = day(100);
const LIVE = { filter: {}, states: ['live'] as const, now: NOW };
const ids = (memories: readonly Memory[]) => memories.map(({ id }) => id);
const supersede = (old: Memory, by: Memory, at: number): Change => ({
  type: 'relink',
  id: old.id,
  valid_to: by.occurred_at,
  superseded_at: at,
  superseded_by: by.id,
});

export function memoryStoreContract(options: ContractOptions): void {
  const check = checker(options);

  describe(`${options.name}: records`, () => {
    check('a memory comes back as it was put, in every field', async ({ store }) => {
      const memory = memoryOf(1, '靠窗座位 "quoted" \\ 🙂\nline', {
        key: 'user.seat',
        layer: 'semantic',
        tags: ['a_b', '%', "o'neil", '标签'],
        metadata: { nested: [1, null, { deep: '值' }], flag: true },
        session_id: 's/1',
        expires_at: day(200),
        origin: null,
        importance: 0.123456789,
        seen_count: 3,
        access_count: 7,
        last_accessed_at: day(9),
        source: { via: 'import', origin: 'tool', role: 'tool', tool: { name: 'x', arguments: [1] }, method: 'llm' },
      });
      const version = versionOf(memory, { source: { via: 'rest:PATCH' }, reason: 'because' });
      await commit(store, insertOf(memory, [version]));
      expect(await store.get([memory.id, idOf(2)])).toEqual(new Map([[memory.id, memory]]));
      expect(await store.versions(memory.id)).toEqual([version]);
      expect(await store.versions(idOf(2))).toEqual([]);
    });

    check('500 memories in one batch are all there', async ({ store }) => {
      const many = Array.from({ length: 500 }, (_, index) => memoryOf(index + 1, `note number ${index} 编号`, { tags: [`t${index % 7}`] }));
      await commit(store, ...many.map((memory) => insertOf(memory)));
      expect((await store.get(ids(many))).size).toBe(500);
      expect((await store.counts(NOW, null)).counts.episodic.live).toBe(500);
    });

    check('a batch is all or nothing', async ({ store }) => {
      const [first, second] = [memoryOf(1, 'kept'), memoryOf(2, 'never')];
      await commit(store, insertOf(first));
      const bad: Change = { type: 'seen', id: idOf(99), seen_count: 2 };
      await expect(
        store.commit([insertOf(second), { type: 'seen', id: first.id, seen_count: 2 }, bad], await guardOf(store)),
      ).rejects.toThrow();
      expect(ids([...(await store.get([first.id, second.id])).values()])).toEqual([first.id]);
      expect((await store.get([first.id])).get(first.id)?.seen_count).toBe(1);
      expect((await store.counts(NOW, null)).pending).toBe(1);
    });

    check('a guard that moved is a conflict, and changes nothing', async ({ store }) => {
      const guard = await guardOf(store);
      await commit(store, insertOf(memoryOf(1, 'faster')));
      expect(await store.commit([insertOf(memoryOf(2, 'slower'))], guard)).toBe('conflict');
      expect(ids((await store.list({ ...LIVE, limit: 10, after: null })).items)).toEqual([idOf(1)]);
    });

    check('parallel commits under one guard: exactly one wins', async ({ store }) => {
      const guard = await guardOf(store);
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5].map((number) => store.commit([insertOf(memoryOf(number, `racer ${number}`))], guard)),
      );
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
      expect((await store.counts(NOW, null)).counts.episodic.live).toBe(1);
    });

    check('insert, revise and forget of one memory in one batch keep their order', async ({ store }) => {
      const [gone, kept] = [memoryOf(1, 'first wording'), memoryOf(2, 'other')];
      const { change, next } = revisionOf(gone, day(3), { content: 'second wording' });
      await commit(store, insertOf(gone), change, insertOf(kept), { type: 'forget', tombstone: tombstoneOf(next, day(4)) });
      expect([...(await store.get([gone.id, kept.id])).keys()]).toEqual([kept.id]);
      expect((await store.counts(NOW, null)).counts.episodic).toEqual({ live: 1, expired: 0, superseded: 0, forgotten: 1 });
    });

    check('a revision keeps the older wording, and the counts of use', async ({ store }) => {
      const memory = memoryOf(1, 'blue', { tags: ['old'] });
      await commit(store, insertOf(memory));
      await store.touch([memory.id, memory.id, idOf(9)], day(5));
      const { change, next } = revisionOf(memory, day(6), { content: 'green', tags: ['new'], importance: 1 });
      await commit(store, change);
      expect((await store.get([memory.id])).get(memory.id)).toEqual({ ...next, access_count: 1, last_accessed_at: day(5) });
      expect(
        (await store.versions(memory.id)).map(({ version, content, tags, recorded_at, replaced_at }) => [
          version,
          content,
          tags,
          recorded_at,
          replaced_at,
        ]),
      ).toEqual([
        [1, 'blue', ['old'], day(1), day(6)],
        [2, 'green', ['new'], day(6), null],
      ]);
      const tagged = async (tag: string) => (await store.list({ ...LIVE, filter: { tags: [tag] }, limit: 5, after: null })).items.length;
      expect([await tagged('old'), await tagged('new')]).toEqual([0, 1]);
    });
  });

  describe(`${options.name}: look-up`, () => {
    check('identities, keys, hashes, ids and kept replies are found, and nothing else', async ({ store }) => {
      const memory = memoryOf(1, 'Tea, no sugar', { key: 'drink' });
      const buried = tombstoneOf(memoryOf(7, 'secret wish', { key: 'wish' }), day(8), ['secret wish', 'older wish']);
      const reply: Change = { type: 'remember_reply', idempotency_key: 'k1', fingerprint: 'f1', reply: '{"id":"x"}', expires_at: day(101) };
      await commit(store, insertOf(memory), { type: 'bury', tombstone: buried }, reply);
      const found = await store.lookUp(
        {
          identities: [identityOf(memory), 'nope'],
          content_hashes: [contentHash('older wish'), contentHash('nope')],
          keys: ['drink', 'wish', 'nope'],
          idempotency_keys: ['k1', 'k2'],
          ids: [memory.id, buried.id, idOf(50)],
        },
        NOW,
      );
      expect(found.by_identity).toEqual(new Map([[identityOf(memory), memory]]));
      expect(found.by_id).toEqual(new Map([[memory.id, memory]]));
      expect(found.tombstones_by_hash).toEqual(new Map([[contentHash('older wish'), [buried]]]));
      expect(found.tombstones_by_id).toEqual(new Map([[buried.id, buried]]));
      expect(found.replies).toEqual(new Map([['k1', { fingerprint: 'f1', reply: '{"id":"x"}' }]]));
      expect(found.chains.get('drink')?.map(({ id, forgotten }) => [id, forgotten])).toEqual([[memory.id, false]]);
      expect(found.chains.get('wish')?.map(({ id, forgotten, identity }) => [id, forgotten, identity])).toEqual([[buried.id, true, null]]);
      expect(found.chains.get('nope')).toEqual([]);
      expect(found.live).toBe(1);
    });

    check(
      'the value of a key comes without being asked for by id; older values, forgotten ones and those of other keys do not',
      async ({ store }) => {
        const [rome, oslo, tea] = [
          memoryOf(1, 'Rome', { key: 'city', valid_to: day(2), superseded_at: day(2), superseded_by: idOf(2) }),
          memoryOf(2, 'Oslo', { key: 'city' }),
          memoryOf(3, 'Tea', { key: 'drink' }),
        ];
        await commit(store, insertOf(rome), insertOf(oslo), insertOf(tea));
        const valuesOf = async (...keys: string[]) => [...(await store.lookUp({ ...NO_LOOKUP, keys }, NOW)).by_id.values()];
        expect(await valuesOf('city')).toEqual([oslo]);
        expect(await valuesOf('city', 'drink', 'nope')).toHaveLength(2);
        expect(await valuesOf()).toEqual([]);
        await commit(store, { type: 'forget', tombstone: tombstoneOf(oslo, day(9), ['Oslo']) });
        expect(await valuesOf('city')).toEqual([]);
      },
    );

    check('without a guard a commit is made whatever others have committed meanwhile, and with one it is not', async ({ store }) => {
      const reply = (text: string): Change => ({
        type: 'remember_reply',
        idempotency_key: 'k',
        fingerprint: 'f',
        reply: text,
        expires_at: day(101),
      });
      const kept = async () => (await store.lookUp({ ...NO_LOOKUP, idempotency_keys: ['k'] }, NOW)).replies.get('k')?.reply;
      const { guard } = await store.lookUp(NO_LOOKUP, NOW);
      expect(await store.commit([reply('"first"')], guard)).toBe('committed');
      await commit(store, insertOf(memoryOf(1, 'somebody else')));
      expect(await store.commit([reply('"lost"')], guard)).toBe('conflict');
      expect(await store.commit([reply('"second"')], null)).toBe('committed');
      expect(await kept()).toBe('"second"');
    });

    check('a kept reply ends with its time', async ({ store }) => {
      await commit(store, { type: 'remember_reply', idempotency_key: 'k', fingerprint: 'f', reply: 'r', expires_at: day(10) });
      const at = async (now: number) => (await store.lookUp({ ...NO_LOOKUP, idempotency_keys: ['k'] }, now)).replies.size;
      expect([await at(day(10) - 1), await at(day(10))]).toEqual([1, 0]);
    });

    check('of several memories with one identity the newest comes', async ({ store }) => {
      const [a, b] = [memoryOf(1, 'A', { key: 'k' }), memoryOf(2, 'A', { key: 'k' })];
      await commit(store, insertOf(b), insertOf(a));
      expect((await store.lookUp({ ...NO_LOOKUP, identities: [identityOf(a)] }, NOW)).by_identity.get(identityOf(a))?.id).toBe(b.id);
    });

    check('a chain is in chain order, with ties by recording and then id, and keeps forgotten places', async ({ store }) => {
      const at = (number: number, occurred: number, created: number) =>
        memoryOf(number, `v${number}`, { key: 'k', occurred_at: day(occurred), created_at: day(created) });
      const links = [at(5, 3, 3), at(4, 2, 9), at(3, 2, 8), at(2, 2, 8), at(1, 1, 10)];
      await commit(store, ...links.map((memory) => insertOf(memory)));
      await commit(store, { type: 'forget', tombstone: tombstoneOf(at(3, 2, 8), day(20)) });
      const chain = await store.chain('k');
      expect(chain.map(({ link }) => link.id)).toEqual([1, 2, 3, 4, 5].map(idOf));
      expect(chain.map(({ link, memory }) => [link.forgotten, memory?.content ?? null])).toEqual([
        [false, 'v1'],
        [false, 'v2'],
        [true, null],
        [false, 'v4'],
        [false, 'v5'],
      ]);
    });
  });

  describe(`${options.name}: lists`, () => {
    check('newest first, ties by id, complete in pages of any size, stable while others write', async ({ store }) => {
      const many = Array.from({ length: 23 }, (_, index) => memoryOf(index + 1, `n${index}`, { created_at: day(Math.floor(index / 5)) }));
      await commit(store, ...many.map((memory) => insertOf(memory)));
      const expected = ids([...many].reverse());
      for (const limit of [1, 5, 7, 23, 100]) expect(ids(await pages(limit, (page) => store.list({ ...LIVE, ...page })))).toEqual(expected);
      let number = 500;
      const during = await pages(
        4,
        (page) => store.list({ ...LIVE, ...page }),
        async () => {
          number += 1;
          await commit(store, insertOf(memoryOf(number, 'late', { created_at: day(50) })));
        },
      );
      expect(ids(during)).toEqual(expected);
    });

    check('a page survives the loss of the item that it ended with', async ({ store }) => {
      const many = [1, 2, 3, 4].map((number) => memoryOf(number, `n${number}`));
      await commit(store, ...many.map((memory) => insertOf(memory)));
      const first = await store.list({ ...LIVE, limit: 2, after: null });
      await commit(store, { type: 'forget', tombstone: tombstoneOf(memoryOf(3, 'n3'), day(9)) });
      expect(ids((await store.list({ ...LIVE, limit: 2, after: first.next })).items)).toEqual([idOf(2), idOf(1)]);
    });

    check('filters are literal and all must hold', async ({ store }) => {
      const make = (number: number, tags: string[], fields: Partial<Memory> = {}) =>
        insertOf(memoryOf(number, `n${number}`, { tags, ...fields }));
      await commit(
        store,
        make(1, ['a_b', 'x'], { session_id: 's' }),
        make(2, ['axb', 'x']),
        make(3, ['%', 'A_B']),
        make(4, ['a,b', '*'], { key: 'k', session_id: 's' }),
        make(5, [`x' OR 1=1 --`]),
      );
      const found = async (filter: object) => ids((await store.list({ ...LIVE, filter, limit: 10, after: null })).items);
      expect(await found({ tags: ['a_b'] })).toEqual([idOf(1)]);
      expect(await found({ tags: ['%'] })).toEqual([idOf(3)]);
      expect(await found({ tags: ['*'] })).toEqual([idOf(4)]);
      expect(await found({ tags: ['x'] })).toEqual([idOf(2), idOf(1)]);
      expect(await found({ tags: ['x', 'axb'] })).toEqual([idOf(2)]);
      expect(await found({ tags: [`x' OR 1=1 --`] })).toEqual([idOf(5)]);
      expect(await found({ tags: ['a', 'b'] })).toEqual([]);
      expect(await found({ session_id: 's' })).toEqual([idOf(4), idOf(1)]);
      expect(await found({ session_id: 's', layer: 'semantic' })).toEqual([idOf(4)]);
      expect(await found({ key: 'k' })).toEqual([idOf(4)]);
      expect(await found({ since: day(2), until: day(3) })).toEqual([idOf(3), idOf(2)]);
      expect(await found({ ids: [idOf(5), idOf(77)] })).toEqual([idOf(5)]);
    });

    check('states follow precedence at the moment asked for, swept or not', async ({ store }) => {
      const [old, next, brief, plain] = [
        memoryOf(1, 'old', { key: 'k', expires_at: day(5) }),
        memoryOf(2, 'next', { key: 'k' }),
        memoryOf(3, 'brief', { expires_at: day(50) }),
        memoryOf(4, 'plain'),
      ];
      await commit(store, insertOf(old), insertOf(next), insertOf(brief), insertOf(plain), supersede(old, next, day(2)));
      const listed = async (state: 'live' | 'expired' | 'superseded', now: number) =>
        ids((await store.list({ filter: {}, states: [state], now, limit: 10, after: null })).items);
      const all = async (now: number) => [await listed('live', now), await listed('expired', now), await listed('superseded', now)];
      const before = [[plain.id, brief.id, next.id], [], [old.id]];
      const after = [[plain.id, next.id], [brief.id], [old.id]];
      expect([await all(day(50) - 1), await all(day(50))]).toEqual([before, after]);
      await store.expire(day(50), 100);
      expect(await all(day(60))).toEqual(after);
    });

    check('a dump holds every memory with its versions, then the tombstones, in creation order', async ({ store }) => {
      const many = [1, 2, 3, 4, 5].map((number) => memoryOf(number, `n${number}`, { created_at: day(1) }));
      await commit(store, ...[...many].reverse().map((memory) => insertOf(memory)));
      const { change } = revisionOf(memoryOf(2, 'n2', { created_at: day(1) }), day(9), { content: 'n2 again' });
      const graves = [many[3], many[0]].flatMap((memory) => (memory === undefined ? [] : [tombstoneOf(memory, day(9))]));
      await commit(store, change, ...graves.map((tombstone): Change => ({ type: 'forget', tombstone })));
      for (const limit of [1, 2, 3, 5, 50]) {
        const items = await pages(limit, (page) => store.dump(page));
        expect(
          items.map((item) => ('memory' in item ? [item.memory.id, item.versions.map(({ content }) => content)] : item.tombstone.id)),
        ).toEqual([[idOf(2), ['n2', 'n2 again']], [idOf(3), ['n3']], [idOf(5), ['n5']], idOf(1), idOf(4)]);
      }
    });

    check('a cursor that nobody handed out is no error', async ({ store }) => {
      await commit(store, insertOf(memoryOf(1, 'n')));
      for (const after of ['', '!!', 'e30', 'bnVsbA', '%5B1%5D']) {
        expect((await store.list({ ...LIVE, limit: 5, after })).items, after).toEqual([]);
        expect((await store.dump({ limit: 5, after })).items, after).toEqual([]);
      }
    });
  });

  describe(`${options.name}: forgetting`, () => {
    check('record, versions, look-ups and chain place lose the text; the tombstone stays', async ({ store }) => {
      const [gone, kept] = [memoryOf(1, 'forget me', { key: 'k', tags: ['t'] }), memoryOf(2, 'keep me', { key: 'k', tags: ['t'] })];
      await commit(store, insertOf(gone), insertOf(kept), supersede(gone, kept, day(2)));
      const tombstone = tombstoneOf(gone, day(9));
      await commit(store, { type: 'forget', tombstone });
      expect([...(await store.get([gone.id, kept.id])).keys()]).toEqual([kept.id]);
      expect(await store.versions(gone.id)).toEqual([]);
      const found = await store.lookUp(
        { ...NO_LOOKUP, identities: [identityOf(gone), identityOf(kept)], content_hashes: [contentHash('forget me')] },
        NOW,
      );
      expect([...found.by_identity.keys()]).toEqual([identityOf(kept)]);
      expect(found.tombstones_by_hash.get(contentHash('forget me'))).toEqual([tombstone]);
      expect((await store.counts(NOW, null)).counts.semantic).toEqual({ live: 1, expired: 0, superseded: 0, forgotten: 1 });
      expect(JSON.stringify(await pages(10, (page) => store.dump(page)))).not.toContain('forget me');
      expect(tombstone.key_hash).toBe(keyHash('k'));
      expect((await store.pending(10, NOW)).remove).toEqual([gone.id]);
    });

    check('a kept reply that quotes the text goes, one that names the id stays', async ({ store }) => {
      const memory = memoryOf(1, 'say "cheese"\n please');
      const keep = (key: string, reply: object): Change => ({
        type: 'remember_reply',
        idempotency_key: key,
        fingerprint: 'f',
        reply: JSON.stringify(reply),
        expires_at: day(101),
      });
      await commit(store, insertOf(memory), keep('quotes', { memory }), keep('names', { id: memory.id }), keep('other', { id: idOf(2) }));
      await commit(store, { type: 'forget', tombstone: tombstoneOf(memory, day(9)) });
      const { replies } = await store.lookUp({ ...NO_LOOKUP, idempotency_keys: ['quotes', 'names', 'other'] }, NOW);
      expect([...replies.keys()].sort()).toEqual(['names', 'other']);
    });

    check('summaries of a memory are found through summaries of summaries', async ({ store }) => {
      const summary = (number: number, sources: readonly number[]) =>
        memoryOf(number, `sum ${number}`, { source: { via: 'compression', ids: sources.map(idOf), method: 'extractive' } });
      await commit(
        store,
        ...[memoryOf(1, 'a'), memoryOf(2, 'b'), summary(3, [1, 2]), summary(4, [3]), summary(5, [2])].map((memory) => insertOf(memory)),
      );
      expect(ids(await store.summariesOf([idOf(1)]))).toEqual([idOf(3), idOf(4)]);
      expect(ids(await store.summariesOf([idOf(2), idOf(1)]))).toEqual([idOf(3), idOf(4), idOf(5)]);
      expect(await store.summariesOf([idOf(4)])).toEqual([]);
      await commit(store, { type: 'forget', tombstone: tombstoneOf(summary(3, [1, 2]), day(9)) });
      expect(await store.summariesOf([idOf(1)])).toEqual([]);
    });

    check('erasing takes everything, says how much, and outdates guards', async ({ store }) => {
      await commit(store, ...[1, 2, 3].map((number) => insertOf(memoryOf(number, `n${number}`, { key: 'k' }))));
      await commit(store, { type: 'forget', tombstone: tombstoneOf(memoryOf(1, 'n1', { key: 'k' }), day(9)) });
      const guard = await guardOf(store);
      expect(await store.erase()).toEqual({ memories: 2, tombstones: 1 });
      expect(await pages(10, (page) => store.dump(page))).toEqual([]);
      expect(await store.chain('k')).toEqual([]);
      expect(await store.counts(NOW, null)).toEqual({
        counts: {
          episodic: { live: 0, expired: 0, superseded: 0, forgotten: 0 },
          semantic: { live: 0, expired: 0, superseded: 0, forgotten: 0 },
        },
        unembedded: 0,
        pending: 0,
        oldest: null,
        newest: null,
      });
      expect(await store.commit([insertOf(memoryOf(1, 'n1'))], guard)).toBe('conflict');
      await commit(store, insertOf(memoryOf(1, 'n1')));
      expect((await store.get([idOf(1)])).size).toBe(1);
    });
  });

  describe(`${options.name}: expiry, counts and the outbox`, () => {
    check('expiry counts to the millisecond before any sweep, and the sweep changes no count', async ({ store }) => {
      await commit(
        store,
        insertOf(memoryOf(1, 'a', { expires_at: day(10) })),
        insertOf(memoryOf(2, 'b', { expires_at: day(20), key: 'k' })),
        insertOf(memoryOf(3, 'c')),
      );
      const live = async (now: number) => {
        const { counts, unembedded, oldest, newest } = await store.counts(now, 'g');
        return [counts.episodic.live, counts.episodic.expired, counts.semantic.live, counts.semantic.expired, unembedded, oldest, newest];
      };
      const expected = [
        [2, 0, 1, 0, 3, day(1), day(3)],
        [1, 1, 1, 0, 2, day(2), day(3)],
        [1, 1, 0, 1, 1, day(3), day(3)],
      ];
      const moments = [day(10) - 1, day(10), day(20)];
      for (const [index, moment] of moments.entries()) expect(await live(moment)).toEqual(expected[index]);
      expect(await store.expire(day(10), 10)).toEqual([idOf(1)]);
      expect(await store.expire(day(10), 10)).toEqual([]);
      expect(await live(day(10))).toEqual(expected[1]);
      expect(await live(day(20))).toEqual(expected[2]);
      expect((await store.pending(10, NOW)).remove).toEqual([idOf(1)]);
      expect((await store.lookUp(NO_LOOKUP, day(20))).live).toBe(1);
    });

    check('an expired memory can be revived, purged after its retention, and its place in a chain stays', async ({ store }) => {
      const [a, b] = [memoryOf(1, 'a', { expires_at: day(10) }), memoryOf(2, 'b', { expires_at: day(10), key: 'k' })];
      await commit(store, insertOf(a), insertOf(b));
      await store.expire(day(11), 10);
      await store.settleRemoved([a.id, b.id]);
      const { change } = revisionOf(a, day(12), { expires_at: null });
      await commit(store, change);
      expect((await store.pending(10, NOW)).index).toEqual([a.id]);
      expect(await store.purge(day(20), day(11) - 1, 10)).toBe(0);
      expect(await store.purge(day(20), day(11), 10)).toBe(1);
      expect([...(await store.get([a.id, b.id])).keys()]).toEqual([a.id]);
      expect((await store.counts(NOW, null)).counts).toEqual({
        episodic: { live: 1, expired: 0, superseded: 0, forgotten: 0 },
        semantic: { live: 0, expired: 0, superseded: 0, forgotten: 0 },
      });
      expect((await store.chain('k')).map(({ link, memory }) => [link.id, link.forgotten, memory])).toEqual([[b.id, true, null]]);
    });

    check('what is due next is an expiry, a retry or a purge, whichever comes first', async ({ store }) => {
      expect(await store.nextDue(day(0))).toBeNull();
      await commit(store, insertOf(memoryOf(1, 'a', { expires_at: day(10) }), undefined, false));
      expect(await store.nextDue(day(0))).toBe(day(10));
      expect(await store.nextDue(day(12))).toBe(day(12));
      await commit(store, insertOf(memoryOf(2, 'b')));
      await store.defer([idOf(2)], day(5));
      expect(await store.nextDue(day(0))).toBe(day(5));
      await store.settle([idOf(2)], 'g');
      await store.expire(day(10), 10);
      await store.settleRemoved([idOf(1)]);
      expect(await store.nextDue(day(10))).toBeGreaterThan(day(11));
    });

    check('the outbox holds what the index must learn, in order, until it is settled or its retry comes', async ({ store }) => {
      await commit(
        store,
        ...[1, 2, 3].map((number) => insertOf(memoryOf(number, `n${number}`))),
        insertOf(memoryOf(4, 'n4'), undefined, false),
      );
      expect(await store.pending(10, NOW)).toEqual({ index: [idOf(1), idOf(2), idOf(3)], remove: [] });
      expect((await store.pending(2, NOW)).index).toEqual([idOf(1), idOf(2)]);
      await store.settle([idOf(1)], 'g');
      await store.settle([idOf(2)], null);
      await store.defer([idOf(3)], day(200));
      expect(await store.pending(10, NOW)).toEqual({ index: [], remove: [] });
      expect((await store.pending(10, day(200))).index).toEqual([idOf(3)]);
      const { pending, unembedded } = await store.counts(NOW, 'g');
      expect([pending, unembedded]).toEqual([1, 3]);
      expect((await store.counts(NOW, 'other')).unembedded).toBe(4);
    });

    check('a new wording is queued again, a mere setting is not', async ({ store }) => {
      const memory = memoryOf(1, 'a');
      await commit(store, insertOf(memory));
      await store.settle([memory.id], 'g');
      const { change, next } = revisionOf(memory, day(2), { importance: 0.1 });
      await commit(store, change);
      expect((await store.pending(10, NOW)).index).toEqual([]);
      await commit(store, revisionOf(next, day(3), { content: 'b' }).change);
      expect((await store.pending(10, NOW)).index).toEqual([memory.id]);
      expect((await store.counts(NOW, 'g')).unembedded).toBe(1);
    });

    check('a vector that was made while its memory was forgotten is queued for removal', async ({ store }) => {
      await commit(store, insertOf(memoryOf(1, 'a')), insertOf(memoryOf(2, 'b')));
      await commit(store, { type: 'forget', tombstone: tombstoneOf(memoryOf(1, 'a'), day(3)) });
      await store.settleRemoved([idOf(1)]);
      await store.settle([idOf(1), idOf(2)], 'g');
      expect(await store.pending(10, NOW)).toEqual({ index: [], remove: [idOf(1)] });
    });

    check('a new embedder queues what it has not seen, once, and not what it cannot read', async ({ store }) => {
      await commit(store, ...[1, 2, 3].map((number) => insertOf(memoryOf(number, `n${number}`))));
      expect(await store.enqueueStale('g1')).toBe(0);
      await store.settle([idOf(1), idOf(2)], 'g1');
      await store.settle([idOf(3)], null);
      expect(await store.enqueueStale('g1')).toBe(0);
      expect(await store.enqueueStale('g2')).toBe(3);
      expect(await store.enqueueStale('g2')).toBe(0);
      expect((await store.pending(10, NOW)).index).toEqual([1, 2, 3].map(idOf));
    });

    check('superseding and its reversal move the counts', async ({ store }) => {
      const [a, b] = [memoryOf(1, 'a', { key: 'k' }), memoryOf(2, 'b', { key: 'k' })];
      await commit(store, insertOf(a), insertOf(b), supersede(a, b, day(2)));
      expect((await store.counts(NOW, null)).counts.semantic).toEqual({ live: 1, expired: 0, superseded: 1, forgotten: 0 });
      expect((await store.get([a.id])).get(a.id)).toEqual({ ...a, valid_to: day(2), superseded_at: day(2), superseded_by: b.id });
      await commit(store, { type: 'relink', id: a.id, valid_to: null, superseded_at: null, superseded_by: null });
      expect((await store.counts(NOW, null)).counts.semantic).toEqual({ live: 2, expired: 0, superseded: 0, forgotten: 0 });
    });

    check('it answers a ping', async ({ store }) => {
      expect(await store.ping()).toBe(true);
    });
  });
}
