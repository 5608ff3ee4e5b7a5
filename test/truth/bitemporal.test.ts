/**
 * One history told over HTTP (writes, late records, corrections, expiry, a forgotten value, a value that returns), and what every way of reading
 * says of it from each moment: search, the list of facts, each key, and the context block.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NamespaceClient, type RunningService, START_MS, startService } from '../support/running-service.ts';

/** Day N of a time before today, so that what the service stamps itself comes after all of it. */
const day = (number: number): string => new Date(Date.UTC(2025, 0, 1) + number * 86_400_000).toISOString();
const before = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();

/** Moments that the service's own clock gives: before and after each step that cannot be dated back. */
const real = { start: '', corrected: '', edited: '', forgotten: '', restored: '' };

const SESSION = 'desk';
let service: RunningService;
let client: NamespaceClient;

const write = (content: string, fields: object) => client.must('POST', '/v1/memories', { content, ...fields });
const dated = (occurred: number, created = occurred) => ({ occurred_at: day(occurred), created_at: day(created) });

/** Waits until the next stamp differs, so that "before" and "after" of a step are apart. */
async function moment(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 25));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 25));
  return now;
}

beforeAll(async () => {
  service = await startService({ HINDSIGHT_EMBEDDER: 'none' });
  client = service.in('bitemporal');
  // tier: Basic from day 1, Pro from day 30, and Plus from day 20 that is heard of on day 40.
  await write('plan basic', { key: 'tier', ...dated(1) });
  await write('plan pro', { key: 'tier', ...dated(30) });
  await write('plan plus', { key: 'tier', ...dated(20, 40) });
  // gap: X from day 2, Y from day 10, which is forgotten now.
  await write('plan x', { key: 'gap', ...dated(2) });
  const y = await write('plan y', { key: 'gap', ...dated(10) });
  // mode: a value that goes and returns.
  for (const [content, at] of [
    ['plan dark', 6],
    ['plan light', 16],
    ['plan dark', 26],
  ] as const)
    await write(content, { key: 'mode', ...dated(at) });
  // lease: ends by itself on day 25. ring: superseded by what had ended before it came.
  await write('plan lease', { key: 'lease', ...dated(5), expires_at: day(25) });
  // Without a key: a promotion that runs out, a note that is corrected now, one recorded late. The note is in a session's working set.
  await write('plan promo', { ...dated(5), expires_at: day(25) });
  const note = await write('plan draft', { ...dated(3), session_id: SESSION });
  await write('plan late', dated(4, 50));
  real.start = await moment();
  await client.must('PATCH', `/v1/memories/${note.body.id}`, { content: 'plan final', reason: 'decided' });
  real.corrected = await moment();
  await client.must('PATCH', `/v1/memories/${note.body.id}`, { tags: ['edited'], importance: 0.1 });
  real.edited = await moment();
  await client.must('DELETE', `/v1/memories/${y.body.id}`);
  real.forgotten = await moment();
  await client.must('PATCH', `/v1/memories/${note.body.id}`, { restore_version: 1 });
  real.restored = await moment();
}, START_MS);
afterAll(() => service.worker.stop());

interface Moment {
  readonly as_of?: string;
  readonly known_at?: string;
}
type Row = readonly [name: string, moment: () => Moment, keyed: readonly string[], unkeyed: readonly string[]];

const trueAt = (number: number) => () => ({ as_of: day(number) });
const knownAt = (number: number) => () => ({ known_at: day(number) });
const bothAt = (as_of: number, known_at: number) => () => ({ as_of: day(as_of), known_at: day(known_at) });

const ROWS: readonly Row[] = [
  ['today', () => ({}), ['pro', 'dark'], ['draft', 'late']],
  ['true before anything', trueAt(0), [], []],
  ['true just before the first value', () => ({ as_of: before(day(1)) }), [], []],
  ['true on day 1', trueAt(1), ['basic'], []],
  ['true just before day 2', () => ({ as_of: before(day(2)) }), ['basic'], []],
  ['true on day 2', trueAt(2), ['basic', 'x'], []],
  ['true on day 3: today’s wording', trueAt(3), ['basic', 'x'], ['draft']],
  ['true on day 4: recorded much later, true then', trueAt(4), ['basic', 'x'], ['draft', 'late']],
  ['true on day 5: what has expired since', trueAt(5), ['basic', 'x', 'lease'], ['draft', 'late', 'promo']],
  ['true on day 6', trueAt(6), ['basic', 'x', 'dark', 'lease'], ['draft', 'late', 'promo']],
  ['true just before day 10', () => ({ as_of: before(day(10)) }), ['basic', 'x', 'dark', 'lease'], ['draft', 'late', 'promo']],
  ['true on day 10: a forgotten value is a gap', trueAt(10), ['basic', 'dark', 'lease'], ['draft', 'late', 'promo']],
  ['true on day 16: the value went', trueAt(16), ['basic', 'light', 'lease'], ['draft', 'late', 'promo']],
  ['true just before day 20', () => ({ as_of: before(day(20)) }), ['basic', 'light', 'lease'], ['draft', 'late', 'promo']],
  ['true on day 20: the late record took over', trueAt(20), ['plus', 'light', 'lease'], ['draft', 'late', 'promo']],
  ['true just before it ran out', () => ({ as_of: before(day(25)) }), ['plus', 'light', 'lease'], ['draft', 'late', 'promo']],
  ['true the moment it ran out', trueAt(25), ['plus', 'light'], ['draft', 'late']],
  ['true on day 26: the value returned', trueAt(26), ['plus', 'dark'], ['draft', 'late']],
  ['true just before day 30', () => ({ as_of: before(day(30)) }), ['plus', 'dark'], ['draft', 'late']],
  ['true on day 30', trueAt(30), ['pro', 'dark'], ['draft', 'late']],
  ['true on day 60', trueAt(60), ['pro', 'dark'], ['draft', 'late']],
  ['true before the correction: today’s wording', () => ({ as_of: real.start }), ['pro', 'dark'], ['draft', 'late']],
  ['true in the future', () => ({ as_of: '2999-01-01' }), ['pro', 'dark'], ['draft', 'late']],
  ['a date alone is the whole of its day', () => ({ as_of: '2025-01-02' }), ['basic'], []],
  ['with an offset', () => ({ as_of: '2025-01-03T08:00:00+08:00' }), ['basic', 'x'], []],
  ['known before anything', knownAt(0), [], []],
  ['known on day 1', knownAt(1), ['basic'], []],
  ['known on day 3', knownAt(3), ['basic', 'x'], ['draft']],
  ['known on day 4: not what was recorded later', knownAt(4), ['basic', 'x'], ['draft']],
  ['known on day 9', knownAt(9), ['basic', 'x', 'dark', 'lease'], ['draft', 'promo']],
  ['known on day 10: the forgotten value had taken over', knownAt(10), ['basic', 'dark', 'lease'], ['draft', 'promo']],
  ['known on day 20: the late record is not known', knownAt(20), ['basic', 'light', 'lease'], ['draft', 'promo']],
  ['known on day 25: expired by then', knownAt(25), ['basic', 'light'], ['draft']],
  ['known just before day 30', () => ({ known_at: before(day(30)) }), ['basic', 'dark'], ['draft']],
  ['known on day 30', knownAt(30), ['pro', 'dark'], ['draft']],
  ['known on day 40: the late record came in as history', knownAt(40), ['pro', 'dark'], ['draft']],
  ['known just before day 50', () => ({ known_at: before(day(50)) }), ['pro', 'dark'], ['draft']],
  ['known on day 50', knownAt(50), ['pro', 'dark'], ['draft', 'late']],
  ['known before the correction', () => ({ known_at: real.start }), ['pro', 'dark'], ['draft', 'late']],
  ['known after the correction', () => ({ known_at: real.corrected }), ['pro', 'dark'], ['final', 'late']],
  ['known after the edit of tags and importance', () => ({ known_at: real.edited }), ['pro', 'dark'], ['final', 'late']],
  ['known after the forgetting', () => ({ known_at: real.forgotten }), ['pro', 'dark'], ['final', 'late']],
  ['known after the restoring', () => ({ known_at: real.restored }), ['pro', 'dark'], ['draft', 'late']],
  ['both: day 9 by the records of day 9', bothAt(9, 9), ['basic', 'x', 'dark', 'lease'], ['draft', 'promo']],
  ['both: day 9 by the records of day 50', bothAt(9, 50), ['basic', 'x', 'dark', 'lease'], ['draft', 'promo', 'late']],
  ['both: day 20 by the records of day 39', bothAt(20, 39), ['light', 'lease'], ['draft', 'promo']],
  ['both: day 20 by the records of day 40', bothAt(20, 40), ['plus', 'light', 'lease'], ['draft', 'promo']],
  ['both: day 4 just before the late record', () => ({ as_of: day(4), known_at: before(day(50)) }), ['basic', 'x'], ['draft']],
  ['both: day 30 before the correction', () => ({ as_of: day(30), known_at: real.start }), ['pro', 'dark'], ['draft', 'late']],
  ['both: day 30 after the correction', () => ({ as_of: day(30), known_at: real.corrected }), ['pro', 'dark'], ['final', 'late']],
  ['both: day 12 over the gap', bothAt(12, 60), ['basic', 'dark', 'lease'], ['draft', 'promo', 'late']],
];

const KEYS = ['tier', 'gap', 'mode', 'lease'];
const WORDS = ['basic', 'pro', 'plus', 'x', 'y', 'dark', 'light', 'lease', 'promo', 'draft', 'final', 'late'];
const sorted = (words: readonly string[]): readonly string[] => [...words].sort();
/** Words once each: a value that returned is two records, which a search shows as one hit. */
const said = (memories: readonly { readonly content: string }[]): readonly string[] =>
  sorted(memories.map(({ content }) => content.replace('plan ', '')));

describe('the same from every moment, in search, facts, each key and context', () => {
  test.each(ROWS)('%s', async (_name, at, keyed, unkeyed) => {
    const asked = at();
    const found = await client.must('POST', '/v1/memories/search', { query: 'plan', top_k: 50, min_score: 0, ...asked });
    expect(said(found.body.results)).toEqual(sorted([...keyed, ...unkeyed]));

    const query = `?${new URLSearchParams(asked as Record<string, string>)}`;
    expect(said((await client.must('GET', `/v1/facts${query}`)).body.facts)).toEqual(sorted(keyed));
    const current: string[] = [];
    for (const key of KEYS) {
      const { body } = await client.must('GET', `/v1/facts/${key}${query}`);
      if (body.current !== null) current.push(...said([body.current]));
    }
    expect(sorted(current)).toEqual(sorted(keyed));

    const block = (await client.must('POST', `/v1/sessions/${SESSION}/context`, { query: 'plan', budget_tokens: 5_000, ...asked })).body
      .context;
    const shown = WORDS.filter((word) => new RegExp(`plan ${word}\\b`).test(block));
    expect(sorted(shown)).toEqual(sorted([...keyed, ...unkeyed]));
  });
});

test('with superseded ones, what had ended is shown as well, and what was forgotten never', async () => {
  const ask = async (asked: object) =>
    said(
      (await client.must('POST', '/v1/memories/search', { query: 'plan', top_k: 50, min_score: 0, include_superseded: true, ...asked }))
        .body.results,
    );
  expect(await ask({})).toEqual(sorted(['basic', 'plus', 'pro', 'x', 'dark', 'light', 'draft', 'late']));
  expect(await ask({ as_of: day(20) })).toEqual(sorted(['basic', 'plus', 'x', 'dark', 'light', 'lease', 'draft', 'late', 'promo']));
  expect(await ask({ known_at: day(20) })).toEqual(sorted(['basic', 'x', 'dark', 'light', 'lease', 'draft', 'promo']));
});

test('state is today’s, whatever moment was asked for', async () => {
  const { results } = (await client.must('POST', '/v1/memories/search', { query: 'plan', top_k: 50, min_score: 0, as_of: day(6) })).body;
  const states = Object.fromEntries(results.map((hit: { content: string; state: string }) => [hit.content, hit.state]));
  expect(states).toEqual({
    'plan basic': 'superseded',
    'plan x': 'superseded',
    'plan dark': 'superseded',
    'plan lease': 'expired',
    'plan promo': 'expired',
    'plan draft': 'live',
    'plan late': 'live',
  });
});
