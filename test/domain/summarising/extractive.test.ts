import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summariseExtractively } from '../../../src/domain/summarising/extractive.ts';
import { countCharacters } from '../../../src/domain/text/clean-text.ts';
import { languageOf } from '../../../src/domain/text/script.ts';
import { CHINESE_RELEASE, ENGLISH_TRIP, type Said } from './conversations.ts';

const charactersOf = (said: readonly Said[]) => said.reduce((sum, { content }) => sum + countCharacters(content), 0);

describe('the extractive summary', () => {
  it('keeps limits, decisions, corrections, errors and open tasks of an English conversation, and drops the talk', () => {
    const summary = summariseExtractively(ENGLISH_TRIP, 800);
    for (const kept of [
      'allergic to shellfish',
      '14th of May',
      '600 euros',
      'TP552',
      '22nd instead of the 21st',
      'error 409',
      'booked by Friday',
    ]) {
      expect(summary).toContain(kept);
    }
    for (const dropped of ['Hi there', 'pastry', 'coffee', 'grandfather', 'Thanks a lot', 'Got it', 'battery'])
      expect(summary).not.toContain(dropped);
    expect(languageOf(summary)).toBe('en');
  });

  it('does the same in Chinese, in Chinese', () => {
    const summary = summariseExtractively(CHINESE_RELEASE, 400);
    for (const kept of ['90秒', '下周三晚上十点', '王芳', '迁移脚本', '不要超过五行']) expect(summary).toContain(kept);
    for (const dropped of ['你好', '下雨', '球赛', '咖啡', '奶茶', '收到', '再见']) expect(summary).not.toContain(dropped);
    expect(languageOf(summary)).toBe('zh');
  });

  it.each([
    ['English', ENGLISH_TRIP, 800],
    ['Chinese', CHINESE_RELEASE, 400],
  ])('compresses the %s conversation between 5:1 and 10:1', (_language, said, max) => {
    const ratio = charactersOf(said) / countCharacters(summariseExtractively(said, max));
    expect(ratio).toBeGreaterThanOrEqual(5);
    expect(ratio).toBeLessThanOrEqual(10);
  });

  it('lets the ceiling win over the ratio, and the most important over the rest', () => {
    const summary = summariseExtractively(ENGLISH_TRIP, 100);
    expect(countCharacters(summary)).toBeLessThanOrEqual(100);
    expect(summary).toContain('booked by Friday');
  });

  it('keeps the facts of a few short notes whole, though a fifth of them would hold none', () => {
    const notes = [
      'Nice weather today, is it not?',
      'The user must never be called before 10 am.',
      'We decided to use PostgreSQL 17 for the archive.',
    ];
    const summary = summariseExtractively(
      notes.map((content) => ({ content, importance: 1 })),
      200,
    );
    expect(summary).toBe('The user must never be called before 10 am. We decided to use PostgreSQL 17 for the archive.');
  });

  it('says once what was said twice', () => {
    const notes = [
      'The deadline is Friday at noon.',
      'The deadline is Friday noon.',
      'The budget is 900 euros and not a cent more than that.',
      'Anyway, how are you?',
    ];
    const summary = summariseExtractively(
      notes.map((content) => ({ content, importance: 0.5 })),
      200,
    );
    expect(summary.match(/Friday/g)).toHaveLength(1);
    expect(summary).toContain('900 euros');
  });

  it('does not take another number or a negation for a repetition', () => {
    const notes = [
      'The upload limit must stay at 30 MB.',
      'The upload limit must stay at 90 MB.',
      'The upload limit must not stay at 90 MB.',
    ];
    const summary = summariseExtractively(
      [...notes, ...ENGLISH_TRIP.slice(0, 6).map(({ content }) => content)].map((content) => ({ content, importance: 1 })),
      200,
    );
    for (const note of notes) expect(summary).toContain(note);
  });

  it('cuts between words and characters, never inside them', () => {
    const long = 'The emergency number of the clinic which the whole family has to call before they go anywhere near it is 555-0199';
    expect(summariseExtractively([{ content: long, importance: 1 }], 40)).toMatch(/^The emergency( \w+)*…$/);
    const emoji = '👩‍👩‍👧‍👦'.repeat(30);
    expect(summariseExtractively([{ content: emoji, importance: 1 }], 20).isWellFormed()).toBe(true);
  });

  it.each(['The pump was replaced in March', '泵在三月换过'])('keeps one short sentence whole: %s', (content) => {
    expect(summariseExtractively([{ content, importance: 1 }], 200)).toBe(content);
    const twice = [{ content: `${content} ${content}`, importance: 1 }];
    expect(countCharacters(summariseExtractively(twice, 20))).toBeLessThanOrEqual(20);
  });

  it('is never empty, never over the ceiling, and shorter than its sources unless those are one sentence', () => {
    const text = fc.oneof(
      fc.string({ minLength: 2, unit: 'grapheme' }),
      fc.constantFrom(...ENGLISH_TRIP.map(({ content }) => content), ...CHINESE_RELEASE.map(({ content }) => content)),
    );
    fc.assert(
      fc.property(
        fc.array(
          text.filter((one) => one.trim().length > 1),
          { minLength: 1, maxLength: 8 },
        ),
        fc.integer({ min: 20, max: 500 }),
        (contents, max) => {
          const sources = contents.map((content) => ({ content: content.trim(), importance: 0.5, role: 'user' as const }));
          const summary = summariseExtractively(sources, max);
          expect(summary).not.toBe('');
          expect(countCharacters(summary)).toBeLessThanOrEqual(max);
          if (summary !== sources[0]?.content || sources.length > 1)
            expect(countCharacters(summary)).toBeLessThan(Math.max(2, charactersOf(sources)));
        },
      ),
    );
  });
});
