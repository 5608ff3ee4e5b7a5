/** What every CandidateSource must do: words, ids, neighbours, filters before the cut, and the two clocks. */
import { describe, expect } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { queryTermsOf, termsOf } from '../../src/domain/text/terms.ts';
import type { CandidateSource, Gathered, GatherRequest } from '../../src/ports/candidate-source.ts';
import type { Change } from '../../src/ports/memory-store.ts';
import { BITEMPORAL_ROWS, bitemporalHistory } from './bitemporal.ts';
import { type ContractOptions, checker, commit, day, idOf, insertOf, memoryOf, pages, revisionOf, tombstoneOf, view } from './contract.ts';

const request = (fields: Partial<GatherRequest> = {}): GatherRequest => ({
  terms: [],
  ids: [],
  filter: {},
  view: view(),
  lexical_limit: 50,
  neighbour_radius: 0,
  neighbour_of: 0,
  ...fields,
});

const gather = (candidates: CandidateSource, query: string, fields: Partial<GatherRequest> = {}): Promise<Gathered> =>
  candidates.gather(request({ terms: queryTermsOf(query), ...fields }));

const found = (gathered: Gathered) => gathered.candidates.map(({ memory }) => memory.id);
const insertAll = (memories: readonly Memory[]): Change[] => memories.map((memory) => insertOf(memory));

export function candidateSourceContract(options: ContractOptions): void {
  const check = checker(options);

  describe(`${options.name}: candidates`, () => {
    check(
      'words find their memory in English and Chinese, two characters included, with terms and statistics',
      async ({ store, candidates }) => {
        const memories = [
          memoryOf(1, 'He prefers a window seat on long flights'),
          memoryOf(2, '他喜欢靠窗座位，不要过道'),
          memoryOf(3, 'Meeting notes about C++ and C# builds'),
          memoryOf(4, 'The parcel went to user@example.com'),
        ];
        await commit(store, ...insertAll(memories));
        for (const [query, id] of [
          ['window seats', 1],
          ['座位', 2],
          ['靠窗', 2],
          ['C++', 3],
          ['user@example.com', 4],
        ] as const)
          expect(found(await gather(candidates, query))[0], query).toBe(idOf(id));
        const gathered = await gather(candidates, 'window parcel zebra');
        const [window, parcel, zebra] = queryTermsOf('window parcel zebra');
        expect(gathered.document_frequency).toEqual({ [window ?? '']: 1, [parcel ?? '']: 1, [zebra ?? '']: 0 });
        expect(gathered.documents).toBe(4);
        const lengths = memories.map(({ content }) => termsOf(content).length);
        expect(gathered.mean_terms).toBeCloseTo(lengths.reduce((sum, length) => sum + length, 0) / 4, 10);
        for (const { memory, content, terms, found_by } of gathered.candidates) {
          expect([content, terms, found_by]).toEqual([memory.content, termsOf(memory.content), 'lexical']);
          expect(memories).toContainEqual(memory);
        }
      },
    );

    check('the better match comes first, and the cut keeps the best', async ({ store, candidates }) => {
      const filler = Array.from({ length: 30 }, (_, index) => memoryOf(index + 10, `filler ${index} about trains and weather`));
      await commit(
        store,
        ...insertAll([
          ...filler,
          memoryOf(1, 'zebra zebra zebra'),
          memoryOf(2, 'one zebra among many other animals of the wide savanna plain'),
        ]),
      );
      expect(found(await gather(candidates, 'zebra trains', { lexical_limit: 2 }))).toEqual([idOf(1), idOf(2)]);
    });

    check('text that looks like a query language is plain text', async ({ store, candidates }) => {
      await commit(store, ...insertAll([memoryOf(1, 'alpha beta'), memoryOf(2, 'NOT gamma'), memoryOf(3, 'drop table memories')]));
      const hostile = [
        'alpha NOT beta',
        '"alpha',
        'alpha*',
        'NEAR(alpha beta, 2)',
        'tokens:alpha',
        '^alpha',
        '(alpha',
        'alpha AND',
        '-alpha',
        "alpha' OR 1=1 --",
        'alpha); DROP TABLE memories;--',
      ];
      for (const query of hostile) expect(found(await gather(candidates, query)), query).toContain(idOf(1));
      for (const term of ['"', "'", '*', '""', 'a"b', '\\', '%', '{}', 'NOT', 'AND', 'OR', '😀', '‮'])
        await expect(candidates.gather(request({ terms: [term] }))).resolves.toMatchObject({ documents: 3 });
      expect(found(await gather(candidates, 'alph'))).toEqual([]);
      expect(found(await candidates.gather(request()))).toEqual([]);
    });

    check('filters and view come before the cut: no dead or foreign row eats a slot', async ({ store, candidates }) => {
      const dead = Array.from({ length: 40 }, (_, index) =>
        memoryOf(index + 100, 'apple apple apple', { expires_at: day(5), tags: ['t'] }),
      );
      const foreign = Array.from({ length: 40 }, (_, index) => memoryOf(index + 200, 'apple apple', { session_id: 'other', tags: ['t%'] }));
      const wanted = Array.from({ length: 5 }, (_, index) =>
        memoryOf(index + 1, `apple number ${index} in a longer sentence`, { session_id: 'mine', tags: ['t', 'a_b'] }),
      );
      await commit(store, ...insertAll([...dead, ...foreign, ...wanted]));
      await commit(store, ...dead.slice(0, 10).map((memory): Change => ({ type: 'forget', tombstone: tombstoneOf(memory, day(9)) })));
      const five = wanted.map(({ id }) => id);
      for (const filter of [{ session_id: 'mine' }, { tags: ['t', 'a_b'] }, { until: day(5), since: day(1) }])
        expect(found(await gather(candidates, 'apple', { filter, lexical_limit: 5 })).sort()).toEqual(five);
      expect(found(await gather(candidates, 'apple', { filter: { tags: ['axb'] } }))).toEqual([]);
      expect(found(await gather(candidates, 'apple', { filter: { ids: five.slice(0, 2) }, lexical_limit: 5 })).sort()).toEqual(
        five.slice(0, 2),
      );
    });

    check('ids of other arms are checked against filter and view, and come once', async ({ store, candidates }) => {
      const memories = [
        memoryOf(1, 'apple', { tags: ['t'] }),
        memoryOf(2, 'pear'),
        memoryOf(3, 'plum', { expires_at: day(5) }),
        memoryOf(4, 'fig'),
      ];
      await commit(store, ...insertAll(memories));
      const gathered = await gather(candidates, 'apple', { ids: [idOf(4), idOf(2), idOf(3), idOf(1), idOf(99)] });
      expect(gathered.candidates.map(({ memory, found_by }) => [memory.id, found_by])).toEqual([
        [idOf(1), 'lexical'],
        [idOf(4), 'id'],
        [idOf(2), 'id'],
      ]);
      expect(found(await gather(candidates, 'apple', { ids: [idOf(2)], filter: { tags: ['t'] } }))).toEqual([idOf(1)]);
    });

    check('neighbours are the turns around the best, in the order of the session, ties included', async ({ store, candidates }) => {
      const turn = (number: number, content: string, occurred: number, fields: Partial<Memory> = {}) =>
        memoryOf(number, content, { session_id: 's', occurred_at: day(occurred), created_at: day(50), ...fields });
      await commit(
        store,
        ...insertAll([
          turn(1, 'one', 1),
          turn(2, 'two', 2),
          turn(3, 'target', 2),
          turn(4, 'gone', 2, { expires_at: day(60) }),
          turn(5, 'five', 2),
          turn(6, 'six', 3),
          turn(7, 'stranger', 2, { session_id: 'other' }),
          memoryOf(8, 'target without a session'),
        ]),
      );
      const gathered = await gather(candidates, 'target', { neighbour_radius: 2, neighbour_of: 5 });
      const near = [...gathered.neighbours].sort((a, b) => a.distance - b.distance);
      expect(near).toEqual([
        { id: idOf(1), of: idOf(3), distance: -2 },
        { id: idOf(2), of: idOf(3), distance: -1 },
        { id: idOf(5), of: idOf(3), distance: 1 },
        { id: idOf(6), of: idOf(3), distance: 2 },
      ]);
      expect(
        gathered.candidates
          .filter(({ found_by }) => found_by === 'neighbour')
          .map(({ memory }) => memory.id)
          .sort(),
      ).toEqual([1, 2, 5, 6].map(idOf));
      expect((await gather(candidates, 'target', { neighbour_radius: 2, neighbour_of: 0 })).neighbours).toEqual([]);
      const filtered = await gather(candidates, 'target', {
        neighbour_radius: 1,
        neighbour_of: 5,
        filter: { until: day(2), since: day(2) },
        ids: [idOf(2)],
      });
      expect(filtered.neighbours.map(({ id, of, distance }) => [id, of, distance]).sort()).toEqual(
        [
          [idOf(2), idOf(3), -1],
          [idOf(5), idOf(3), 1],
          [idOf(3), idOf(2), 1],
        ].sort(),
      );
    });

    check('a forgotten text is found by no word, and leaves no count', async ({ store, candidates }) => {
      const [gone, kept] = [memoryOf(1, 'zirconium 水獭'), memoryOf(2, 'rhodium 海狸')];
      const { change, next } = revisionOf(gone, day(3), { content: 'hafnium 水獭' });
      await commit(store, ...insertAll([gone, kept]), change);
      await commit(store, { type: 'forget', tombstone: tombstoneOf(next, day(4)) });
      for (const query of ['zirconium', 'hafnium', '水獭']) {
        const gathered = await gather(candidates, query, { ids: [gone.id], view: view({ include_superseded: true }) });
        expect([found(gathered), Math.max(...Object.values(gathered.document_frequency))]).toEqual([[], 0]);
      }
      for (const query of ['rhodium', '海狸']) expect(found(await gather(candidates, query))).toEqual([kept.id]);
      expect((await gather(candidates, 'rhodium')).documents).toBe(1);
    });

    check('a corrected wording is what counts today, the older one is found by known_at', async ({ store, candidates }) => {
      const memory = memoryOf(1, 'the gate is amber', { tags: ['before'], importance: 0.2 });
      const { change, next } = revisionOf(memory, day(10), { content: 'the gate is violet', tags: ['after'], importance: 0.9 });
      await commit(store, insertOf(memory), change);
      const then = { view: view({ known_at: day(9) }) };
      expect([found(await gather(candidates, 'amber')), found(await gather(candidates, 'violet'))]).toEqual([[], [next.id]]);
      expect([found(await gather(candidates, 'amber', then)), found(await gather(candidates, 'violet', then))]).toEqual([[next.id], []]);
      const [old] = (await gather(candidates, 'amber', then)).candidates;
      expect([old?.content, old?.memory.tags, old?.memory.importance, old?.memory.version, old?.terms]).toEqual([
        'the gate is amber',
        ['before'],
        0.2,
        1,
        termsOf('the gate is amber'),
      ]);
      expect(found(await gather(candidates, 'amber', { ...then, filter: { tags: ['before'] } }))).toEqual([next.id]);
      expect(found(await gather(candidates, 'amber', { ...then, filter: { tags: ['after'] } }))).toEqual([]);
      expect(found(await gather(candidates, 'violet', { filter: { tags: ['after'] } }))).toEqual([next.id]);
      expect(found(await gather(candidates, 'violet', { view: view({ as_of: day(5) }) }))).toEqual([next.id]);
    });
  });

  describe(`${options.name}: many at once`, () => {
    check('each is answered as alone, in order', async ({ store, candidates }) => {
      await commit(store, ...insertAll(Array.from({ length: 60 }, (_, at) => memoryOf(at + 1, `apple number${at + 1}`))));
      const requests = Array.from({ length: 60 }, (_, at) => request({ terms: queryTermsOf(`number${at + 1}`), lexical_limit: 1 }));
      requests.push(request(), request({ terms: queryTermsOf('apple'), ids: [idOf(9)], lexical_limit: 2 }));
      const together = await candidates.gatherMany(requests);
      expect(together.slice(0, 60).map((gathered) => found(gathered))).toEqual(Array.from({ length: 60 }, (_, at) => [idOf(at + 1)]));
      const alone = [];
      for (const one of requests) alone.push(await candidates.gather(one));
      expect(together).toEqual(alone);
      expect(await candidates.gatherMany([])).toEqual([]);
    });
  });

  describe(`${options.name}: beside the candidates`, () => {
    check('how many live, and whether the scope holds anything, found or not', async ({ store, candidates }) => {
      const [current, outdated, over] = [
        memoryOf(1, 'apple'),
        memoryOf(2, 'pear', { tags: ['old'], superseded_at: day(4), superseded_by: idOf(1) }),
        memoryOf(3, 'plum', { tags: ['over'], expires_at: day(6) }),
      ];
      const beside = async (fields: Partial<GatherRequest> = {}) => {
        const { live, occupied } = await gather(candidates, 'zebra', { view: view({ now: day(9) }), ...fields });
        return [live, occupied];
      };
      expect(await beside()).toEqual([0, false]);
      await commit(store, ...insertAll([current, outdated, over]));
      expect(await beside()).toEqual([1, true]);
      expect(await beside({ filter: { tags: ['nope'] } })).toEqual([1, false]);
      expect((await gather(candidates, 'apple', { view: view({ now: day(9) }) })).occupied).toBe(true);
      expect(await beside({ filter: { tags: ['over'] } })).toEqual([1, false]);
      expect(await beside({ filter: { tags: ['over'] }, view: view({ now: day(5) }) })).toEqual([2, true]);
      expect(await beside({ filter: { tags: ['old'] } })).toEqual([1, false]);
      expect(await beside({ filter: { tags: ['old'] }, view: view({ now: day(9), include_superseded: true }) })).toEqual([1, true]);
      expect(await beside({ filter: { tags: ['over'] }, view: view({ now: day(9), as_of: day(5) }) })).toEqual([1, true]);
    });

    check('the scope is what the view shows: as of a moment, known by a moment', async ({ store, candidates }) => {
      const early = memoryOf(1, 'apple', { occurred_at: day(2), created_at: day(6), tags: ['early'], expires_at: day(8) });
      await commit(store, ...insertAll([early]));
      const holds = async (at: { readonly as_of?: number; readonly known_at?: number }, query = 'zebra') =>
        (await gather(candidates, query, { view: view({ now: day(9), ...at }), filter: { tags: ['early'] } })).occupied;
      for (const query of ['zebra', 'apple']) {
        expect(await holds({}, query), query).toBe(false);
        expect(await holds({ as_of: day(1) }, query), query).toBe(false);
        expect(await holds({ as_of: day(3) }, query), query).toBe(true);
        expect(await holds({ as_of: day(8) }, query), query).toBe(false);
        expect(await holds({ known_at: day(5) }, query), query).toBe(false);
        expect(await holds({ known_at: day(7) }, query), query).toBe(true);
        expect(await holds({ as_of: day(3), known_at: day(5) }, query), query).toBe(false);
        expect(await holds({ as_of: day(3), known_at: day(7) }, query), query).toBe(true);
      }
    });
  });

  describe(`${options.name}: two clocks`, () => {
    for (const [index, row] of BITEMPORAL_ROWS.entries())
      check(`row ${index + 1}: ${row.name}`, async ({ store, candidates }) => {
        for (const batch of bitemporalHistory()) await commit(store, ...batch);
        await store.expire(day(70), 100);
        const sorted = [...row.expected].sort();
        const gathered = await candidates.gather(request({ ids: bitemporalIds, view: view(row.view) }));
        expect(gathered.candidates.map(({ content }) => content).sort()).toEqual(sorted);
        const byWord = await gather(candidates, 'plan', { view: view(row.view), lexical_limit: 100 });
        expect(byWord.candidates.map(({ content }) => content).sort()).toEqual(sorted);
        const facts = await pages(2, (page) => store.facts(view(row.view), page));
        expect(facts.map(({ content }) => content).sort()).toEqual(sorted.filter((content) => !content.includes('unkeyed')));
        expect(facts.map(({ key }) => key)).toEqual([...facts.map(({ key }) => key)].sort());
      });
  });
}

const bitemporalIds = Array.from({ length: 20 }, (_, index) => idOf(index + 1));
