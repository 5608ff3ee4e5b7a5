/**
 * One history with everything that moves: facts that follow each other, a late record, a correction, an expiry, a forgotten link, edits of
 * settings. The rows say what each moment shows. Every text holds the word `plan`; those without a key say `unkeyed`.
 */
import type { View } from '../../src/domain/view.ts';
import type { Change } from '../../src/ports/memory-store.ts';
import { day, insertOf, memoryOf, revisionOf, tombstoneOf } from './contract.ts';

/** Chain `tier`: Basic (true 1, recorded 1), Plus (true 20, recorded 40: late), Pro (true 30, recorded 30). Chain `gap`: X (2), Y (10, forgotten at 60). */
const basic = memoryOf(1, 'plan basic', { key: 'tier', occurred_at: day(1), created_at: day(1) });
const plus = memoryOf(2, 'plan plus', { key: 'tier', occurred_at: day(20), created_at: day(40) });
const pro = memoryOf(3, 'plan pro', { key: 'tier', occurred_at: day(30), created_at: day(30) });
const x = memoryOf(4, 'plan x', { key: 'gap', occurred_at: day(2), created_at: day(2) });
const y = memoryOf(5, 'plan y', { key: 'gap', occurred_at: day(10), created_at: day(10) });
const promo = memoryOf(6, 'plan promo unkeyed', { occurred_at: day(5), created_at: day(5), expires_at: day(25) });
const note = memoryOf(7, 'plan draft unkeyed', { occurred_at: day(3), created_at: day(3) });
const late = memoryOf(8, 'plan late unkeyed', { occurred_at: day(4), created_at: day(50) });

export function bitemporalHistory(): Change[][] {
  const final = revisionOf(note, day(35), { content: 'plan final unkeyed' });
  const retagged = revisionOf(final.next, day(36), { tags: ['edited'], importance: 0.1 });
  const link = (old: typeof basic, by: typeof basic, superseded_at: number): Change => ({
    type: 'relink',
    id: old.id,
    valid_to: by.occurred_at,
    superseded_at,
    superseded_by: by.id,
  });
  return [
    [insertOf(basic), insertOf(x), insertOf(note), insertOf(promo), insertOf(y), link(x, y, day(10))],
    [insertOf(pro), link(basic, pro, day(30)), final.change, retagged.change],
    [insertOf({ ...plus, valid_to: day(30), superseded_at: day(40), superseded_by: pro.id }), link(basic, plus, day(40))],
    [insertOf(late), { type: 'forget', tombstone: tombstoneOf(y, day(60)) }],
  ];
}

export interface BitemporalRow {
  readonly name: string;
  readonly view: Partial<View>;
  readonly expected: readonly string[];
}

const row = (name: string, moment: Partial<View>, ...expected: string[]): BitemporalRow => ({ name, view: moment, expected });
const trueAt = (number: number) => ({ as_of: day(number) });
const knownAt = (number: number) => ({ known_at: day(number) });
const bothAt = (as_of: number, known_at: number) => ({ as_of: day(as_of), known_at: day(known_at) });
const FINAL = 'plan final unkeyed';
const DRAFT = 'plan draft unkeyed';
const PROMO = 'plan promo unkeyed';
const LATE = 'plan late unkeyed';

export const BITEMPORAL_ROWS: readonly BitemporalRow[] = [
  row('today: the current values; the forgotten one left its key without one', {}, 'plan pro', FINAL, LATE),
  row('today with superseded ones', { include_superseded: true }, 'plan basic', 'plan plus', 'plan pro', 'plan x', FINAL, LATE),
  row('today, before the promotion ran out', { now: day(25) - 1 }, 'plan pro', FINAL, LATE, PROMO),
  row('today, the moment it ran out', { now: day(25) }, 'plan pro', FINAL, LATE),
  row('true before anything', trueAt(0)),
  row('true on the first day: from its start', trueAt(1), 'plan basic'),
  row('true just before', { as_of: day(1) - 1 }),
  row('true on day 2: two chains', trueAt(2), 'plan basic', 'plan x'),
  row('true on day 3: today’s wording of the note', trueAt(3), 'plan basic', 'plan x', FINAL),
  row('true on day 4: recorded much later, true then', trueAt(4), 'plan basic', 'plan x', FINAL, LATE),
  row('true on day 9: expired since, superseded since', trueAt(9), 'plan basic', 'plan x', FINAL, LATE, PROMO),
  row('true on day 10: a forgotten version is a gap', trueAt(10), 'plan basic', FINAL, LATE, PROMO),
  row('true on day 19', { as_of: day(20) - 1 }, 'plan basic', FINAL, LATE, PROMO),
  row('true on day 20: the late record took over', trueAt(20), 'plan plus', FINAL, LATE, PROMO),
  row('true on day 25: the promotion ended', trueAt(25), 'plan plus', FINAL, LATE),
  row('true on day 29', { as_of: day(30) - 1 }, 'plan plus', FINAL, LATE),
  row('true on day 30', trueAt(30), 'plan pro', FINAL, LATE),
  row('true on day 36: edits of tags and importance change nothing', trueAt(36), 'plan pro', FINAL, LATE),
  row('true in the future', trueAt(500), 'plan pro', FINAL, LATE),
  row(
    'true on day 9, with versions that had ended or not begun to end',
    { ...trueAt(9), include_superseded: true },
    'plan basic',
    'plan x',
    FINAL,
    LATE,
    PROMO,
  ),
  row(
    'true on day 30, with superseded ones',
    { ...trueAt(30), include_superseded: true },
    'plan basic',
    'plan plus',
    'plan pro',
    'plan x',
    FINAL,
    LATE,
  ),
  row('known before anything', knownAt(0)),
  row('known on day 1', knownAt(1), 'plan basic'),
  row('known on day 3: the wording of then', knownAt(3), 'plan basic', 'plan x', DRAFT),
  row('known on day 4: what was recorded later is not known', knownAt(4), 'plan basic', 'plan x', DRAFT),
  row('known on day 9', knownAt(9), 'plan basic', 'plan x', DRAFT, PROMO),
  row('known on day 10: the forgotten version had taken over', knownAt(10), 'plan basic', DRAFT, PROMO),
  row('known on day 24', { known_at: day(25) - 1 }, 'plan basic', DRAFT, PROMO),
  row('known on day 25: expired by then', knownAt(25), 'plan basic', DRAFT),
  row('known on day 29: no late record yet', { known_at: day(30) - 1 }, 'plan basic', DRAFT),
  row('known on day 30', knownAt(30), 'plan pro', DRAFT),
  row('known on day 34', { known_at: day(35) - 1 }, 'plan pro', DRAFT),
  row('known on day 35: the new wording', knownAt(35), 'plan pro', FINAL),
  row('known on day 36: the retagging changes nothing', knownAt(36), 'plan pro', FINAL),
  row('known on day 40: the late record entered as already superseded', knownAt(40), 'plan pro', FINAL),
  row('known on day 49', { known_at: day(50) - 1 }, 'plan pro', FINAL),
  row('known on day 50', knownAt(50), 'plan pro', FINAL, LATE),
  row(
    'known on day 40, with superseded ones',
    { ...knownAt(40), include_superseded: true },
    'plan basic',
    'plan plus',
    'plan pro',
    'plan x',
    FINAL,
  ),
  row('true on day 9 and known on day 9', bothAt(9, 9), 'plan basic', 'plan x', DRAFT, PROMO),
  row('true on day 9, known on day 50: it is enough to be recorded by then', bothAt(9, 50), 'plan basic', 'plan x', FINAL, PROMO, LATE),
  row('true on day 4, known on day 49: the late one is not known', { as_of: day(4), known_at: day(50) - 1 }, 'plan basic', 'plan x', FINAL),
  row('true on day 20, known on day 40: the late record', bothAt(20, 40), 'plan plus', FINAL, PROMO),
  row('true on day 30, known on day 30', bothAt(30, 30), 'plan pro', DRAFT),
  row('true on day 1, known on day 40: superseded since', bothAt(1, 40), 'plan basic'),
];
