import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { READERS } from '../../scripts/transfer/formats/formats.ts';
import { lookThrough } from '../../scripts/transfer/import-file.ts';
import { readLine } from '../../src/domain/transfer/read-line.ts';
import { CHATGPT, CLAUDE, MCP_MEMORY, MEM0 } from './transfer-fixtures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'transfer-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SILENT = () => ({ at: () => undefined, end: () => undefined });

function fixture(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  utimesSync(file, new Date('2026-04-01'), new Date('2026-04-01'));
  return file;
}

interface Shown {
  readonly id: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Every line is one that the service takes; the reasons of what was left out. */
async function readAll(format: string, text: string) {
  const reader = READERS[format];
  if (reader === undefined) throw new Error(`no reader ${format}`);
  const memories: Shown[] = [];
  const skipped: string[] = [];
  for await (const item of reader(fixture(`${format}.json`, text), () => undefined)) {
    if ('skipped' in item) skipped.push(`${item.place}: ${item.skipped}`);
    else {
      expect(readLine(item.line, 'refuse')).toMatchObject({ ok: true });
      memories.push(JSON.parse(item.line));
    }
  }
  const again: string[] = [];
  for await (const item of reader(fixture(`${format}.json`, text), () => undefined))
    if ('line' in item) again.push(JSON.parse(item.line).id);
  expect(again).toEqual(memories.map(({ id }) => id));
  expect(new Set(again).size).toBe(again.length);
  return { memories, skipped };
}

describe('files of other systems', () => {
  it('memory.json of the MCP reference server: observations and relations are facts', async () => {
    const { memories, skipped } = await readAll('mcp-memory', MCP_MEMORY);
    expect(memories.map(({ content, layer, origin, tags }) => [content, layer, origin, tags])).toEqual([
      ['Mina: Sits at the window', 'semantic', 'agent', ['Mina', 'person']],
      ['Mina: 喜欢靠窗的座位', 'semantic', 'agent', ['Mina', 'person']],
      ['Rail_Club (organization)', 'semantic', 'agent', ['Rail_Club', 'organization']],
      ['Mina is member of Rail_Club', 'semantic', 'agent', ['Mina', 'Rail_Club', 'is_member_of']],
    ]);
    expect(memories[0]).toMatchObject({ created_at: '2026-04-01T00:00:00.000Z', source: { via: 'import:mcp-memory', origin: 'agent' } });
    expect(skipped).toEqual(['line 4: neither entity nor relation', 'line 5: not a JSON object']);
  });

  it('mem0: facts with their time, owner and run', async () => {
    const { memories, skipped } = await readAll('mem0', MEM0);
    expect(memories).toMatchObject([
      {
        content: 'Travels to Hamburg on Mondays',
        layer: 'semantic',
        created_at: '2026-02-03T17:30:00.123Z',
        occurred_at: '2026-02-03T17:30:00.123Z',
        session_id: 'trip-7',
        tags: ['travel'],
        metadata: { confidence: 0.9, user_id: 'mina' },
        importance: 0.6,
      },
      { content: '不吃辣', metadata: null, session_id: null },
    ]);
    expect(skipped).toEqual(['memory 3: no created_at']);
    const list = JSON.stringify(JSON.parse(MEM0).results);
    expect((await readAll('mem0', `\ufeff ${list}`)).memories.map(({ id }) => id)).toEqual(memories.map(({ id }) => id));
  });

  it('ChatGPT: the branch that was seen last, as episodes of one session', async () => {
    const { memories, skipped } = await readAll('chatgpt', CHATGPT);
    expect(memories.map(({ content, origin, session_id, occurred_at }) => [content, origin, session_id, occurred_at])).toEqual([
      ['Book me a window seat', 'user', 'chatgpt:c-1', '2026-01-01T09:00:00.500Z'],
      ['Seat 12A is booked', 'agent', 'chatgpt:c-1', '2026-01-01T09:00:00.500Z'],
      ['谢谢', 'user', 'chatgpt:c-1', '2026-01-01T09:00:00.500Z'],
    ]);
    expect(memories[0]).toMatchObject({ layer: 'episodic', metadata: { title: 'A trip 旅行' }, source: { role: 'user' }, importance: 1 });
    expect(memories[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(skipped).toEqual(['conversation 1, message 2: spoken by system', 'conversation 1, message 5: content of type code']);
  });

  it('Claude: messages with their attachments, without thinking; a long one in parts', async () => {
    const { memories, skipped } = await readAll('claude', CLAUDE);
    expect(memories.map(({ content, origin }) => [content.slice(0, 60), origin])).toEqual([
      ['What does the file say?\n\n[times.txt]\n9:15 Hamburg', 'user'],
      ['It leaves at 9:15.', 'agent'],
      ['x'.repeat(60), 'agent'],
      ['x'.repeat(60), 'agent'],
    ]);
    expect(memories.slice(2).map(({ content, metadata }) => [content.length, metadata])).toEqual([
      [32_768, { title: 'Timetable', part: 1, parts: 2 }],
      [7_232, { title: 'Timetable', part: 2, parts: 2 }],
    ]);
    expect(skipped).toEqual(['conversation 1, message 4: no text']);
  });

  it('a dry run counts what would be sent and what not, and why', async () => {
    const counted = async (format: string, text: string) => {
      const reader = READERS[format];
      if (reader === undefined) throw new Error(`no reader ${format}`);
      const { summary, types } = await lookThrough({ file: fixture('dry.json', text), reader }, SILENT);
      return { types, skipped: summary.skipped, problems: summary.problems };
    };
    expect(await counted('mcp-memory', MCP_MEMORY)).toEqual({
      types: { memory: 4 },
      skipped: { 'neither entity nor relation': 1, 'not a JSON object': 1 },
      problems: [],
    });
    expect(await counted('chatgpt', CHATGPT)).toMatchObject({ types: { memory: 3 } });
    expect(await counted('claude', CLAUDE)).toMatchObject({ types: { memory: 4 }, skipped: { 'no text': 1 } });
    expect(await counted('mem0', MEM0)).toMatchObject({ types: { memory: 2 }, skipped: { 'no created_at': 1 } });
    expect(await counted('hindsight', '{"type":"header","format":"hindsight-export","version":1}\n[]\n')).toEqual({
      types: { header: 1 },
      skipped: {},
      problems: ['line 2: This line is not a JSON object.'],
    });
  });

  it('a file that is not what it is said to be is an error and not an empty import', async () => {
    await expect(readAll('mem0', 'not json at all')).rejects.toThrow();
    await expect(readAll('claude', '[{"uuid": "cut off"')).rejects.toThrow();
  });
});
