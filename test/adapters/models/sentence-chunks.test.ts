import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens, sentenceChunks } from '../../../src/adapters/models/sentence-chunks.ts';

const LIMIT = 40;
const withoutSpace = (text: string): string => text.replace(/\s+/gu, '');

describe('sentence chunks', () => {
  it('hold the limit, lose nothing and keep the order', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('The gate is shut. ', '门关了。', 'x'.repeat(300), '\n\n', 'Is it? Yes! ', '鑰匙在花盆下面嗎？'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const chunks = sentenceChunks(text, LIMIT, estimateTokens);
        // A single character is never split, whatever it is worth.
        for (const chunk of chunks) expect(estimateTokens(chunk) <= LIMIT || [...chunk].length === 1).toBe(true);
        expect(withoutSpace(chunks.join(''))).toBe(withoutSpace(text));
      }),
    );
  });

  it('end where sentences end, in both languages', () => {
    const english = sentenceChunks(
      'One two three four five six. Seven eight nine ten eleven. Twelve is the last of them.',
      20,
      estimateTokens,
    );
    expect(english).toEqual(['One two three four five six. Seven eight nine ten eleven.', 'Twelve is the last of them.']);
    const chinese = sentenceChunks('门关了。窗户也关了。钥匙在花盆下面。', 16, estimateTokens);
    expect(chinese).toEqual(['门关了。窗户也关了。', '钥匙在花盆下面。']);
  });

  it('leave short text alone', () => {
    expect(sentenceChunks('  As it stands. Twice.  ', LIMIT, estimateTokens)).toEqual(['  As it stands. Twice.  ']);
  });
});
