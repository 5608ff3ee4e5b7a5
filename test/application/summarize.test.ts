import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { err, ok } from '../../src/domain/result.ts';
import { countCharacters } from '../../src/domain/text/clean-text.ts';
import type { Summarizer } from '../../src/ports/summarizer.ts';
import { CHINESE_RELEASE, ENGLISH_TRIP } from '../domain/summarising/conversations.ts';
import { createWorld, type World } from '../support/world.ts';

const NOTES = [
  'The user is allergic to peanuts and must never be served satay.',
  'Nice weather today, is it not? The birds are singing in the garden behind the house.',
  'We decided to deploy on Thursday at 14:00 with a timeout of 90 seconds.',
];

async function noted(world: World, contents: readonly string[] = NOTES): Promise<string[]> {
  const ids: string[] = [];
  for (const content of contents) {
    ids.push((await world.must('write', { content, origin: 'user' })).id);
    world.pass(60_000);
  }
  return ids;
}

const model = (answer: string | null): Summarizer => ({
  id: 'stand-in',
  summarize: async () => (answer === null ? err({ cause: 'timeout' }) : ok({ text: answer, method: 'llm' })),
});

describe('summarising memories', () => {
  it('makes an episodic record of its sources, with their span and ids, and leaves them alone', async () => {
    const world = createWorld();
    const ids = await noted(world);
    const reply = await world.must('summarize', { memory_ids: ids });
    expect(reply).toMatchObject({ status: 'created', method: 'extractive', source_ids: ids, usage: { memories: 4 } });
    expect(reply.summary).toContain('allergic to peanuts');
    expect(reply.summary).toContain('90 seconds');
    expect(reply.summary).not.toContain('weather');
    const characters = NOTES.reduce((sum, note) => sum + countCharacters(note), 0);
    expect(reply.compression_ratio).toBe(characters / countCharacters(reply.summary));
    const memory = await world.must('get', { id: reply.id });
    expect(memory).toMatchObject({
      layer: 'episodic',
      content: reply.summary,
      source: { ids, time_range: reply.time_range, method: 'extractive' },
    });
    expect(reply.time_range.to - reply.time_range.from).toBe(120_000);
    expect(memory.occurred_at).toBe(reply.time_range.to);
    for (const id of ids) expect((await world.must('get', { id })).state).toBe('live');
  });

  it('gives the same id for the same sources and length, in any order, and another for another length', async () => {
    const world = createWorld();
    const ids = await noted(world);
    const first = await world.must('summarize', { memory_ids: ids });
    const again = await world.must('summarize', { memory_ids: [...ids].reverse().concat(ids) });
    expect(again).toEqual({ ...first, status: 'duplicate' });
    expect((await world.must('summarize', { memory_ids: ids, max_length: 100 })).id).not.toBe(first.id);
    expect((await world.must('list', {})).items).toHaveLength(5);
  });

  it('never folds into a source that has the same text', async () => {
    const world = createWorld();
    const [fact] = NOTES;
    const ids = await noted(world, [fact ?? '', 'Hello!', 'How are you?']);
    const reply = await world.must('summarize', { memory_ids: ids });
    expect(reply.summary).toBe(fact);
    expect(ids).not.toContain(reply.id);
    const source = await world.must('get', { id: ids[0] ?? '' });
    expect(source.source.ids).toBeUndefined();
    expect(source.seen_count).toBe(1);
  });

  it('claims no more trust, weight or life than the least of its sources', async () => {
    const world = createWorld();
    const fields = [
      {
        content: 'The user prefers tea to coffee in the afternoon.',
        origin: 'user' as const,
        importance: 0.9,
        volatility: 'permanent' as const,
      },
      { content: 'The agent concluded that meetings should be short.', origin: 'agent' as const, ttl_days: 2 },
      { content: 'search_result: the office closes at 18:00 on Fridays.', origin: 'tool' as const },
    ];
    const ids = [];
    for (const field of fields) ids.push((await world.must('write', field)).id);
    const memory: Memory = {
      ...(await world.must('get', { id: (await world.must('summarize', { memory_ids: ids })).id })),
    } as unknown as Memory;
    expect(memory).toMatchObject({ origin: 'tool', importance: 0.4, volatility: 'volatile' });
    expect(memory.source.origin).toBe('tool');
    expect(memory.expires_at).toBe((await world.must('get', { id: ids[1] ?? '' })).expires_at);
    const trusted = await world.must('summarize', { memory_ids: ids.slice(0, 2) });
    expect(await world.must('get', { id: trusted.id })).toMatchObject({ origin: 'agent', importance: 0.6 });
  });

  it('refuses unknown ids, none, too many, and lengths out of range', async () => {
    const world = createWorld();
    const ids = await noted(world);
    const unknown = '019dedb5-ae00-7000-8000-00000000ffff';
    expect(await world.fails('summarize', { memory_ids: [...ids, unknown] })).toMatchObject({ kind: 'not_found', what: 'memory' });
    expect(await world.fails('summarize', { memory_ids: [] })).toMatchObject({ kind: 'invalid', field: 'memory_ids' });
    expect(await world.fails('summarize', { memory_ids: ids, max_length: 19 })).toMatchObject({ kind: 'invalid', field: 'max_length' });
    expect(await world.fails('summarize', { memory_ids: ids, max_length: 4001 })).toMatchObject({ kind: 'invalid', field: 'max_length' });
    expect(countCharacters((await world.must('summarize', { memory_ids: ids, max_length: 20 })).summary)).toBeLessThanOrEqual(20);
    expect((await world.must('list', {})).items).toHaveLength(4);
  });

  it('replays an idempotent call, and refuses its key for another', async () => {
    const world = createWorld();
    const ids = await noted(world);
    const first = await world.must('summarize', { memory_ids: ids, idempotency_key: 'k' });
    expect(await world.must('summarize', { memory_ids: ids, idempotency_key: 'k' })).toEqual(first);
    const other = await world.fails('summarize', { memory_ids: ids.slice(1), idempotency_key: 'k' });
    expect(other).toMatchObject({ kind: 'conflict', reason: 'idempotency' });
  });

  it('uses the model, and falls back with the reason when it fails', async () => {
    const answer = 'Peanut allergy; deploy Thursday 14:00, timeout 90 s.';
    const good = createWorld((deps) => ({ ...deps, model_summarizer: model(answer) }));
    expect(await good.must('summarize', { memory_ids: await noted(good) })).toMatchObject({ method: 'llm', summary: answer });
    const bad = createWorld((deps) => ({ ...deps, model_summarizer: model(null) }));
    const reply = await bad.must('summarize', { memory_ids: await noted(bad) });
    expect(reply).toMatchObject({ method: 'extractive', fallback_reason: 'timeout' });
    expect(reply.summary).toContain('90 seconds');
    expect(bad.events).toContainEqual({ event: 'degraded', store: 'stand-in', verb: 'summarize', cause: 'timeout' });
  });
});

describe('automatic compression', () => {
  const BUDGET = 300;
  async function replay(world: World, said = ENGLISH_TRIP) {
    const compressed = [];
    const evicted: string[] = [];
    const ids: string[] = [];
    for (const [index, { role, content }] of said.entries()) {
      const reply = await world.must('recordTurn', { session_id: 's', role, content });
      if (index === 0) await world.must('configureSession', { session_id: 's', budget_tokens: BUDGET });
      ids.push(reply.id);
      evicted.push(...reply.evicted_ids);
      if (reply.compressed !== undefined) compressed.push(reply.compressed);
      world.pass(30_000);
    }
    return { compressed, evicted, ids };
  }

  it('makes a summary of what leaves together, covers each memory once, and keeps the formula', async () => {
    const world = createWorld((deps) => ({ ...deps, compress: true }));
    const { compressed, evicted } = await replay(world);
    expect(compressed.length).toBeGreaterThan(0);
    const covered = compressed.flatMap(({ source_ids }) => source_ids);
    expect(new Set(covered).size).toBe(covered.length);
    expect(covered.every((id) => evicted.includes(id))).toBe(true);
    for (const { id, source_ids } of compressed) {
      const summary = await world.must('get', { id });
      const sources = await Promise.all(source_ids.map((source) => world.must('get', { id: source })));
      const characters = sources.reduce((sum, { content }) => sum + countCharacters(content), 0);
      expect(summary).toMatchObject({ layer: 'episodic', session_id: 's', source: { via: 'compression', ids: source_ids } });
      expect(summary.importance).toBe(Math.min(...sources.map(({ importance }) => importance)));
      expect(countCharacters(summary.content)).toBeLessThanOrEqual(characters / 5);
    }
    const plain = createWorld();
    const uncompressed = await replay(plain);
    const places = (replayed: { readonly ids: readonly string[]; readonly evicted: readonly string[] }) =>
      replayed.evicted.map((id) => replayed.ids.indexOf(id));
    expect(uncompressed.compressed).toEqual([]);
    expect(places({ ids: await replayIds(world), evicted })).toEqual(places(uncompressed));
  });

  /** The session's turns in the order in which they were said. */
  async function replayIds(world: World): Promise<string[]> {
    const { items } = await world.must('list', { session_id: 's', limit: 100 });
    return items
      .filter(({ source }) => source.role !== undefined)
      .map(({ id }) => id)
      .reverse();
  }

  it('works in Chinese, for a lower budget too, and adds nothing when nothing new leaves', async () => {
    const world = createWorld((deps) => ({ ...deps, compress: true }));
    for (const { role, content } of CHINESE_RELEASE) await world.must('recordTurn', { session_id: 's', role, content });
    const summaries = async () => (await world.must('list', { limit: 100 })).items.filter(({ source }) => source.ids !== undefined);
    expect(await summaries()).toEqual([]);
    const lowered = await world.must('configureSession', { session_id: 's', budget_tokens: 60 });
    const [summary, ...others] = await summaries();
    expect(others).toEqual([]);
    expect(new Set(summary?.source.ids)).toEqual(new Set(lowered.evicted_ids));
    expect(lowered.compressed).toEqual({ id: summary?.id, source_ids: summary?.source.ids });
    expect(summary?.content).toMatch(/下周三|90秒|迁移脚本/);
    const again = await world.must('configureSession', { session_id: 's', budget_tokens: 60 });
    expect([again.evicted_ids, again.compressed]).toEqual([[], undefined]);
    expect(await summaries()).toHaveLength(1);
  });
});
