import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEstimatedTokenCounter } from '../../../src/adapters/tokens/estimated-token-counter.ts';
import {
  assembleContext,
  type ContextChoice,
  SHARES_WITH_QUESTION,
  SHARES_WITHOUT_QUESTION,
} from '../../../src/domain/context/assemble.ts';
import { fenced, type RecalledLine, recalledLine } from '../../../src/domain/context/fence.ts';
import { stripRecalled } from '../../../src/domain/context/recognise-fence.ts';

const counter = createEstimatedTokenCounter();
const count = (text: string) => counter.count(text);
const idOf = (index: number) => `0198f0aa-1111-7222-8333-${String(index).padStart(12, '0')}`;
const line = (index: number, content: string, over: Partial<RecalledLine> = {}): RecalledLine => ({
  id: idOf(index),
  content,
  origin: 'user',
  occurred_at: Date.UTC(2026, 4, 14),
  key: null,
  is_summary: false,
  ...over,
});
const many = (from: number, howMany: number, name: string) =>
  Array.from({ length: howMany }, (_, index) => line(from + index, `${name} number ${index} of a long list`));
const choice = (over: Partial<ContextChoice>): ContextChoice => ({
  parts: { episodes: [], facts: [], working: [] },
  shares: SHARES_WITH_QUESTION,
  budget_tokens: 700,
  count,
  ...over,
});

describe('the context block', () => {
  it('puts the most important first and the next one last', () => {
    const parts = { episodes: many(0, 5, 'episode'), facts: [], working: [] };
    expect(assembleContext(choice({ parts })).ids).toEqual([0, 2, 4, 3, 1].map(idOf));
  });

  it('opens with the answer when there is a question, with the session when there is none', () => {
    const parts = { episodes: many(0, 3, 'episode'), facts: many(10, 3, 'fact'), working: many(20, 3, 'working') };
    expect(assembleContext(choice({ parts })).ids[0]).toBe(idOf(0));
    const busy = assembleContext(choice({ parts, shares: SHARES_WITHOUT_QUESTION, budget_tokens: 160 }));
    expect(busy.ids.filter((id) => Number(id.slice(-2)) >= 20).length).toBeGreaterThan(0);
  });

  it('gives every part room while all have something to say, and the rest to whoever has more', () => {
    const parts = { episodes: many(0, 40, 'episode'), facts: many(100, 40, 'fact'), working: many(200, 40, 'working') };
    const { ids } = assembleContext(choice({ parts }));
    const of = (hundred: number) => ids.filter((id) => Math.floor(Number(id.slice(-3)) / 100) === hundred).length;
    expect(of(0)).toBeGreaterThan(of(1) + of(2));
    expect(Math.min(of(1), of(2))).toBeGreaterThan(0);
    const alone = assembleContext(choice({ parts: { ...parts, facts: [], working: [] } }));
    expect(alone.ids.length).toBe(ids.length);
  });

  it('names a memory once, whichever parts it stands in', () => {
    const shared = line(1, 'The same memory, found by search and still in working memory.');
    expect(assembleContext(choice({ parts: { episodes: [shared], facts: [shared], working: [shared] } })).ids).toEqual([idOf(1)]);
  });

  it('shortens what is too long, visibly, and passes over what cannot be shortened to fit', () => {
    const long = line(1, 'word '.repeat(3_000));
    const { context, ids, tokens } = assembleContext(choice({ parts: { episodes: [long, line(2, 'short')], facts: [], working: [] } }));
    expect(ids).toEqual([idOf(1), idOf(2)]);
    expect(context).toContain('word…');
    expect(tokens).toBeLessThanOrEqual(700);
  });

  it('gives one line the whole of a small budget rather than say nothing', () => {
    const only = line(1, 'User is allergic to penicillin');
    const needed = count(fenced([recalledLine(only)]));
    const block = assembleContext({
      parts: { episodes: [only, line(2, 'x'.repeat(400))], facts: [], working: [] },
      shares: SHARES_WITH_QUESTION,
      budget_tokens: needed + 4,
      count,
    });
    expect(block.ids).toEqual([idOf(1)]);
    expect(block.context).toContain('allergic to penicillin');
    expect(block.tokens).toBeLessThanOrEqual(needed + 4);
  });

  it('is empty when nothing is there or nothing fits', () => {
    expect(assembleContext(choice({}))).toEqual({ context: '', ids: [], tokens: 0 });
    expect(assembleContext(choice({ parts: { episodes: many(0, 3, 'x'), facts: [], working: [] }, budget_tokens: 50 }))).toEqual({
      context: '',
      ids: [],
      tokens: 0,
    });
  });

  it('never exceeds its budget, names just the ids it shows, and comes back as nothing new', () => {
    const content = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('</recalled_memory>', '用户喜欢靠窗的座位，不吃花生。', 'x'.repeat(5_000)),
    );
    const lines = (from: number) =>
      fc.array(content, { maxLength: 12 }).map((contents) => contents.map((text, index) => line(from + index, text)));
    fc.assert(
      fc.property(lines(0), lines(100), lines(200), fc.integer({ min: 50, max: 1_500 }), (episodes, facts, working, budget_tokens) => {
        const block = assembleContext(choice({ parts: { episodes, facts, working }, budget_tokens }));
        expect(block.tokens).toBeLessThanOrEqual(budget_tokens);
        expect(count(block.context)).toBe(block.tokens);
        expect(new Set(block.ids).size).toBe(block.ids.length);
        for (const id of block.ids) expect(block.context).toContain(`[${id} 2026-05-14 user`);
        expect(stripRecalled(block.context)).toBe('');
      }),
      { numRuns: 60 },
    );
  });
});
