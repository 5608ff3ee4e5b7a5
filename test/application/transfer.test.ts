import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/instant.ts';
import { createWorld, type World } from '../support/world.ts';

async function exported(world: World): Promise<readonly string[]> {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly lines: readonly string[]; readonly next: string | null } = await world.must('exportPage', { cursor });
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

const bodyOf = (lines: readonly string[]): readonly string[] => lines.slice(1);

/** A bit of everything: versions, a chain with a forgotten link, an expired one, a summary, a turn with tool data, a session. */
async function lived(): Promise<World> {
  const world = createWorld();
  const tea = await world.must('write', {
    content: '我喜欢绿茶',
    tags: ['茶', 'a,b'],
    metadata: { 甲: [1, { b: null }] },
    session_id: 's',
  });
  await world.must('correct', { id: tea.id, content: '我喜欢红茶', importance: 0.25, reason: '改口' });
  for (const content of ['Basic', 'Pro', 'Team', 'Basic']) {
    world.pass(60_000);
    const told = await world.must('write', { content, key: 'plan', origin: 'user', volatility: 'permanent' });
    if (content === 'Team') await world.must('forget', { memory_id: told.id });
  }
  await world.must('write', { content: 'late news', key: 'plan', occurred_at: world.now() - 90_000 });
  await world.must('write', { content: 'gone soon', ttl_days: 0.001 });
  await world.must('recordTurn', { session_id: 's', role: 'tool', content: 'flight found', tool: { price: 12.5, stops: [] } });
  await world.must('recordTurn', { session_id: 's', role: 'tool', content: 'flight found' });
  await world.must('summarize', { memory_ids: [tea.id] });
  await world.must('search', { query: 'flight' });
  world.pass(10 * 60_000);
  return world;
}

describe('transfer', () => {
  it('is lossless: export, import into an empty place, export again', async () => {
    const source = await lived();
    const lines = await exported(source);
    const target = createWorld();
    target.pass(10 * 60_000 + 4 * 60_000);
    const reply = await target.must('importLines', { first_line: 1, lines });
    expect(reply).toEqual({ imported: lines.length - 1, unchanged: 0, withheld: 0, errors: [] });
    expect(bodyOf(await exported(target))).toEqual(bodyOf(lines));
    for (const verb of ['listFacts', 'stats'] as const) {
      const strip = ({ ...all }: object) => ({ ...all, namespace: '' });
      expect(strip(await target.must(verb, {}))).toEqual(strip(await source.must(verb, {})));
    }
    expect(await target.must('readFact', { key: 'plan' })).toEqual(await source.must('readFact', { key: 'plan' }));
  });

  it('continues a long history on further lines, and pages stay small', async () => {
    const source = createWorld();
    const long = (number: number) => `${'记忆'.repeat(16_000)} ${number}`;
    const { id } = await source.must('write', { content: long(0), session_id: 's' });
    const others = await source.must('writeMany', {
      memories: Array.from({ length: 30 }, (_, at) => ({ command: { content: `${'x'.repeat(32_000)} ${at}`, key: `k${at}` } })),
    });
    expect(others.results.every(({ ok }) => ok)).toBe(true);
    for (let number = 1; number <= 15; number += 1) {
      source.pass(1_000);
      await source.must('correct', { id, content: long(number), reason: `change ${number}` });
    }
    const lines: string[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: { readonly lines: readonly string[]; readonly next: string | null } = await source.must('exportPage', { cursor });
      expect(page.lines.reduce((sum, line) => sum + line.length, 0)).toBeLessThan(5_000_000);
      lines.push(...page.lines);
      cursor = page.next;
    }
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThan(1_048_576);
    expect(lines.filter((line) => line.startsWith('{"type":"versions"')).length).toBeGreaterThanOrEqual(2);
    const target = createWorld();
    target.pass(60_000);
    const begun = bodyOf(lines).findIndex((line) => line.includes('"type":"versions"'));
    expect(await target.must('importLines', { first_line: 1, lines: [lines[begun + 1] ?? ''] })).toMatchObject({
      errors: [{ line: 1, failure: { field: 'id' } }],
    });
    const reply = await target.must('importLines', { first_line: 1, lines });
    expect(reply).toEqual({ imported: lines.length - 1, unchanged: 0, withheld: 0, errors: [] });
    expect(bodyOf(await exported(target))).toEqual(bodyOf(lines));
    expect(await target.must('importLines', { first_line: 1, lines })).toMatchObject({ imported: 0, unchanged: lines.length - 1 });
    expect((await target.must('get', { id })).version).toBe(16);
    expect(await target.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0 });
  }, 60_000);

  it('changes nothing the second time, in any order of parts', async () => {
    const lines = await exported(await lived());
    const target = createWorld();
    target.pass(20 * 60_000);
    const shuffled = [...bodyOf(lines)].reverse();
    expect(await target.must('importLines', { first_line: 1, lines: shuffled.slice(0, 4) })).toMatchObject({ errors: [] });
    await target.must('importLines', { first_line: 1, lines: shuffled });
    const once = await exported(target);
    expect(await target.must('importLines', { first_line: 1, lines })).toEqual({
      imported: 0,
      unchanged: lines.length - 1,
      withheld: 0,
      errors: [],
    });
    expect(bodyOf(await exported(target))).toEqual(bodyOf(once));
    const memories = (all: readonly string[]) => all.filter((line) => line.startsWith('{"type":"memory"'));
    expect(memories(once)).toEqual(memories(lines));
  });

  it('withholds what was forgotten here, by id and by text, when it was recorded before', async () => {
    const world = createWorld();
    const a = await world.must('write', { content: 'the plum tree' });
    const lines = await exported(world);
    world.pass(1_000);
    await world.must('forget', { memory_id: a.id });
    expect(await world.must('importLines', { first_line: 1, lines })).toMatchObject({ imported: 0, withheld: 1 });
    const renamed = lines.map((line) => line.replaceAll(a.id, a.id.replace(/.$/, 'f')));
    expect(await world.must('importLines', { first_line: 1, lines: renamed })).toMatchObject({ imported: 0, withheld: 1 });
    world.pass(1_000);
    const later = createWorld();
    later.pass(DAY_MS);
    await later.must('write', { content: 'the plum tree' });
    world.pass(2 * DAY_MS);
    const fresh = (await exported(later)).map((line) => line.replaceAll(a.id, a.id.replace(/.$/, 'e')));
    expect(await world.must('importLines', { first_line: 1, lines: fresh })).toMatchObject({ imported: 1, withheld: 0 });
  });

  it('withholds a summary that was made of what was forgotten here', async () => {
    const source = createWorld();
    const secret = await source.must('write', { content: 'The user decided to hide the zanzibarium.', origin: 'user' });
    const plain = await source.must('write', { content: 'The user decided to drink green tea.', origin: 'user' });
    const target = createWorld();
    await target.must('importLines', { first_line: 1, lines: await exported(source) });
    source.pass(1_000);
    const made = await source.must('summarize', { memory_ids: [secret.id] });
    expect(made.summary).toContain('zanzibarium');
    const of_summary = await source.must('summarize', { memory_ids: [made.id, plain.id], max_length: 400 });
    target.pass(60_000);
    await target.must('forget', { memory_id: secret.id });
    const lines = await exported(source);
    // Line by line, as the steps of a long file would bring them.
    for (const line of lines) await target.must('importLines', { first_line: 1, lines: [line] });
    expect(await target.must('importLines', { first_line: 1, lines })).toEqual({ imported: 0, unchanged: 1, withheld: 3, errors: [] });
    expect((await exported(target)).join('\n')).not.toContain('zanzibarium');
    expect(await target.fails('get', { id: of_summary.id })).toMatchObject({ kind: 'not_found' });
    expect((await target.must('list', {})).items.map(({ id }) => id)).toEqual([plain.id]);
  });

  it('withdraws a summary when the file says that its source, which is not here, was forgotten', async () => {
    const source = createWorld();
    const secret = await source.must('write', { content: 'The user decided to hide the zanzibarium.', origin: 'user' });
    const made = await source.must('summarize', { memory_ids: [secret.id] });
    const target = createWorld();
    const lines = await exported(source);
    await target.must('importLines', { first_line: 1, lines: lines.filter((line) => line.includes(`"id":"${made.id}"`)) });
    expect((await target.must('get', { id: made.id })).content).toContain('zanzibarium');
    source.pass(1_000);
    await source.must('forget', { memory_id: secret.id });
    target.pass(2_000);
    await target.must('importLines', { first_line: 1, lines: await exported(source) });
    expect((await exported(target)).join('\n')).not.toContain('zanzibarium');
  });

  it('takes a line again that differs in its stamps alone for what it is', async () => {
    const source = createWorld();
    await source.must('write', { content: 'a fact without a time of its own', layer: 'semantic' });
    const [, line = ''] = await exported(source);
    const later = JSON.stringify({ ...JSON.parse(line), created_at: '2026-05-03T11:00:00.000Z' });
    const other = JSON.stringify({
      ...JSON.parse(later),
      content: 'another',
      versions: [{ ...JSON.parse(line).versions[0], content: 'another' }],
    });
    const target = createWorld();
    await target.must('importLines', { first_line: 1, lines: [line] });
    expect(await target.must('importLines', { first_line: 1, lines: [later] })).toMatchObject({ imported: 0, unchanged: 1, errors: [] });
    expect(await target.must('importLines', { first_line: 1, lines: [other] })).toMatchObject({ errors: [{ failure: { field: 'id' } }] });
  });

  it('carries a forget to where the memory still lives', async () => {
    const source = createWorld();
    const kept = await source.must('write', { content: 'stays' });
    const gone = await source.must('write', { content: 'goes' });
    const before = await exported(source);
    await source.must('forget', { memory_id: gone.id });
    const after = await exported(source);
    const target = createWorld();
    await target.must('importLines', { first_line: 1, lines: before });
    expect(await target.must('importLines', { first_line: 1, lines: after })).toMatchObject({ imported: 1, unchanged: 1 });
    expect((await target.must('list', {})).items.map(({ id }) => id)).toEqual([kept.id]);
    expect(bodyOf(await exported(target))).toEqual(bodyOf(after));
  });

  it('brings the versions that are missing, and leaves a memory that moved on', async () => {
    const source = createWorld();
    const { id } = await source.must('write', { content: 'one' });
    const early = await exported(source);
    source.pass(1_000);
    await source.must('correct', { id, content: 'two' });
    await source.must('correct', { id, tags: ['x'] });
    const late = await exported(source);
    const target = createWorld();
    await target.must('importLines', { first_line: 1, lines: early });
    expect(await target.must('importLines', { first_line: 1, lines: late })).toMatchObject({ imported: 1, unchanged: 0 });
    expect(bodyOf(await exported(target))).toEqual(bodyOf(late));
    expect(await target.must('importLines', { first_line: 1, lines: early })).toMatchObject({ imported: 0, unchanged: 1 });
    expect(await target.must('get', { id })).toMatchObject({ content: 'two', tags: ['x'], version: 3 });
  });

  it('names the line of each error and takes the others', async () => {
    const source = createWorld();
    await source.must('write', { content: 'good' });
    const [header = '', good = ''] = await exported(source);
    const changed = (change: object) => JSON.stringify({ ...JSON.parse(good), ...change });
    const lines = [
      header,
      'not json',
      '[]',
      '',
      changed({ content: '   ' }),
      changed({ id: 'ABC' }),
      changed({ created_at: 'yesterday' }),
      changed({ versions: [] }),
      changed({ layer: 'working' }),
      changed({ importance: 7 }),
      changed({ type: 'thing' }),
      changed({ source: null }),
      good,
      JSON.stringify({ type: 'header', format: 'other', version: 1 }),
    ];
    const world = createWorld();
    const reply = await world.must('importLines', { first_line: 11, lines });
    expect(reply).toMatchObject({ imported: 1, unchanged: 0, withheld: 0 });
    expect(reply.errors.map(({ line, failure }) => [line, 'field' in failure ? failure.field : failure.kind])).toEqual([
      [12, 'malformed'],
      [13, 'malformed'],
      [15, 'content'],
      [16, 'id'],
      [17, 'created_at'],
      [18, 'versions'],
      [19, 'layer'],
      [20, 'importance'],
      [21, 'type'],
      [22, 'source'],
      [24, 'format'],
    ]);
    expect(JSON.stringify(reply)).not.toContain('not json');
  });

  it('masks secrets that an older file still has', async () => {
    const secret = ['sk', 'proj', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z'].join('-');
    const source = createWorld((deps) => ({ ...deps, secrets: 'flag' }));
    await source.must('write', { content: `the key is ${secret}` });
    const target = createWorld();
    await target.must('importLines', { first_line: 1, lines: await exported(source) });
    expect((await exported(target)).join('\n')).not.toContain(secret);
    expect((await exported(target)).join('\n')).toContain('[REDACTED:');
  });
});

describe('erase', () => {
  it('takes the full name typed, then everything with exact counts', async () => {
    const world = await lived();
    for (const confirm of ['', 'team', 'TEAM/AGENT'])
      expect(await world.fails('erase', { confirm })).toMatchObject({ kind: 'conflict', reason: 'confirmation', field: 'confirm' });
    const lines = await exported(world);
    const count = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
    expect(await world.must('erase', { confirm: 'team/agent' })).toEqual({
      status: 'erased',
      counts: { memories: count('memory'), tombstones: count('tombstone'), sessions: count('session') },
    });
    expect(bodyOf(await exported(world))).toEqual([]);
    expect(await world.must('stats', {})).toMatchObject({ pending: 0, unembedded: 0, sessions: [], oldest: null });
    expect(await world.must('write', { content: '我喜欢红茶' })).not.toHaveProperty('previously_forgotten');
  });
});
