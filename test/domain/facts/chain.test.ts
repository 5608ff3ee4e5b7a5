import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Link, OPEN, place, predecessor } from '../../../src/domain/facts/chain.ts';

interface Told {
  readonly id: string;
  readonly occurred_at: number;
  readonly created_at: number;
}

const linkOf = (told: Told): Link => ({ ...told, ...OPEN, forgotten: false, identity: `says ${told.id}` });

const build = (told: readonly Told[]): readonly Link[] => told.reduce<readonly Link[]>((links, one) => place(links, linkOf(one)).links, []);

const forget = (links: readonly Link[], id: string): readonly Link[] =>
  links.map((link) => (link.id === id ? { ...link, forgotten: true, identity: null } : link));

const current = (links: readonly Link[]): readonly Link[] => links.filter((link) => !link.forgotten && link.superseded_at === null);

describe('place', () => {
  it('opens a chain', () => {
    const { entry, relinked, superseded_id } = place([], linkOf({ id: 'a', occurred_at: 1, created_at: 1 }));
    expect([entry.valid_to, entry.superseded_at, relinked, superseded_id]).toEqual([null, null, [], null]);
  });

  it('supersedes the value before', () => {
    const chain = build([{ id: 'a', occurred_at: 1, created_at: 1 }]);
    const { entry, relinked, superseded_id } = place(chain, linkOf({ id: 'b', occurred_at: 5, created_at: 7 }));
    expect(superseded_id).toBe('a');
    expect(relinked).toMatchObject([{ id: 'a', valid_to: 5, superseded_at: 7, superseded_by: 'b' }]);
    expect(entry).toMatchObject(OPEN);
  });

  it('lets an older value enter as superseded, and shortens the one before it', () => {
    const chain = build([
      { id: 'a', occurred_at: 1, created_at: 1 },
      { id: 'c', occurred_at: 9, created_at: 2 },
    ]);
    const { entry, relinked, superseded_id } = place(chain, linkOf({ id: 'b', occurred_at: 5, created_at: 3 }));
    expect(superseded_id).toBeNull();
    expect(entry).toMatchObject({ valid_to: 9, superseded_at: 3, superseded_by: 'c' });
    expect(relinked).toMatchObject([{ id: 'a', valid_to: 5, superseded_at: 2, superseded_by: 'b' }]);
  });

  it('breaks a tie of occurred_at by the later recording, then by id', () => {
    const chain = build([
      { id: 'b', occurred_at: 1, created_at: 3 },
      { id: 'c', occurred_at: 1, created_at: 2 },
      { id: 'a', occurred_at: 1, created_at: 3 },
    ]);
    expect(chain.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(current(chain).map(({ id }) => id)).toEqual(['b']);
  });

  it('keeps the place of a forgotten last value: the key has no current one until the next is told', () => {
    const chain = forget(
      build([
        { id: 'a', occurred_at: 1, created_at: 1 },
        { id: 'b', occurred_at: 5, created_at: 5 },
      ]),
      'b',
    );
    expect(current(chain)).toEqual([]);
    const { links, superseded_id, relinked } = place(chain, linkOf({ id: 'c', occurred_at: 8, created_at: 8 }));
    expect([superseded_id, relinked]).toEqual([null, []]);
    expect(links.map(({ id, valid_to }) => [id, valid_to])).toEqual([
      ['a', 5],
      ['b', 8],
      ['c', null],
    ]);
  });

  it('never reopens what a purged neighbour ended', () => {
    const orphan: Link = { ...linkOf({ id: 'a', occurred_at: 1, created_at: 1 }), valid_to: 3, superseded_at: 4, superseded_by: 'gone' };
    const { links } = place([orphan], linkOf({ id: 'z', occurred_at: 9, created_at: 9 }));
    expect(links[0]).toMatchObject({ valid_to: 3, superseded_at: 4, superseded_by: 'gone' });
  });
});

describe('predecessor', () => {
  it('is the value that held just before, and none over a forgotten one', () => {
    const chain = build([
      { id: 'a', occurred_at: 1, created_at: 1 },
      { id: 'b', occurred_at: 5, created_at: 5 },
    ]);
    const at = (occurred_at: number) => predecessor(chain, { id: 'n', occurred_at, created_at: 9 })?.id ?? null;
    expect([at(0), at(1), at(4), at(5), at(9)]).toEqual([null, 'a', 'a', 'b', 'b']);
    expect(predecessor(forget(chain, 'b'), { id: 'n', occurred_at: 9, created_at: 9 })).toBeNull();
  });
});

describe('laws of a chain', () => {
  const told = fc
    .array(fc.record({ occurred_at: fc.integer({ min: 0, max: 12 }), created_at: fc.integer({ min: 0, max: 12 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((times) => times.map((time, at): Told => ({ ...time, id: String.fromCharCode(97 + at) })));
  const orders = told.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));

  it('any order of telling gives the same chain', () => {
    fc.assert(
      fc.property(orders, ([list, shuffled]) => {
        expect(build(shuffled)).toEqual(build(list));
      }),
    );
  });

  it('exactly one value is current, the last one', () => {
    fc.assert(
      fc.property(told, (list) => {
        const chain = build(list);
        expect(current(chain).map(({ id }) => id)).toEqual([[...list].sort(compare).at(-1)?.id]);
      }),
    );
  });

  it('validity has no gap and no overlap, and nobody is superseded before being recorded', () => {
    fc.assert(
      fc.property(told, (list) => {
        const chain = build(list);
        for (const [at, link] of chain.entries()) {
          const next = chain[at + 1];
          expect([link.valid_to, link.superseded_by]).toEqual(next === undefined ? [null, null] : [next.occurred_at, next.id]);
          if (link.superseded_at !== null) expect(link.superseded_at).toBeGreaterThanOrEqual(link.created_at);
        }
      }),
    );
  });

  it('the value current by the records of any time is the last one recorded by then', () => {
    fc.assert(
      fc.property(told, fc.integer({ min: 0, max: 12 }), (list, known_at) => {
        const then = build(list).filter(
          ({ created_at, superseded_at }) => created_at <= known_at && (superseded_at === null || superseded_at > known_at),
        );
        const recorded = list.filter(({ created_at }) => created_at <= known_at).sort(compare);
        expect(then.map(({ id }) => id)).toEqual(recorded.slice(-1).map(({ id }) => id));
      }),
    );
  });

  it('changes come back for remembered neighbours only, and only when something changed', () => {
    fc.assert(
      fc.property(told, (list) => {
        let links: readonly Link[] = [];
        for (const one of list) {
          const placed = place(links, linkOf(one));
          const changed = placed.links.filter((link) => {
            const old = links.find(({ id }) => id === link.id);
            return old !== undefined && JSON.stringify(old) !== JSON.stringify(link);
          });
          expect(placed.relinked).toEqual(changed);
          links = placed.links;
        }
      }),
    );
  });
});
