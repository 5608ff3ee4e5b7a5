import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, countCharacters, cutCharacters } from '../../../src/domain/text/clean-text.ts';
import { foldForIdentity } from '../../../src/domain/text/fold-text.ts';

/** Any sequence of UTF-16 code units: lone surrogates and controls included. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('a', ' ', '\r', '\n', '\u0000', '😀', 'é', '中'),
  ),
});

describe('cleanText', () => {
  it.each([
    ['plain text stays', 'User prefers tea.', 'User prefers tea.', false],
    ['NUL and C0 controls go', 'a\u0000b\u0007c\u001fd', 'abcd', true],
    ['tab and newline stay', 'a\tb\nc', 'a\tb\nc', false],
    ['CR LF becomes LF and loses nothing', 'a\r\nb', 'a\nb', false],
    ['a lone CR is a line end', 'a\rb', 'a\nb', true],
    ['half an emoji becomes U+FFFD', 'ok \ud83d!', 'ok \ufffd!', true],
    ['a low surrogate alone, too', '\udc00 ok', '\ufffd ok', true],
    ['a whole emoji stays', 'ok 😀', 'ok 😀', false],
    ['outer white space goes', ' \u3000\n靠窗座位\t ', '靠窗座位', false],
    ['composed form', 'cafe\u0301', 'caf\u00e9', false],
    ['C1 and DEL are no C0', 'a\u0085b\u007fc', 'a\u0085b\u007fc', false],
    ['only controls', '\u0000\u0001', '', true],
    ['nothing that can be seen', '\u200b\u200d \ufeff\u200b', '', false],
    ['a joiner inside an emoji stays', '👩\u200d💻', '👩\u200d💻', false],
    ['special tokens are plain text', '<|endoftext|>', '<|endoftext|>', false],
  ])('%s', (_name, raw, text, sanitized) => {
    expect(cleanText(raw)).toEqual({ text, sanitized });
  });

  it('is idempotent, well formed, free of controls, trimmed and NFC for any input', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const { text } = cleanText(raw);
        expect(cleanText(text)).toEqual({ text, sanitized: false });
        expect(text.isWellFormed()).toBe(true);
        expect(text).toBe(text.trim());
        expect(text).toBe(text.normalize('NFC'));
        expect([...text].some((character) => character < ' ' && character !== '\t' && character !== '\n')).toBe(false);
      }),
    );
  });
});

describe('countCharacters and cutCharacters', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['靠窗座位', 4],
    ['😀😀', 2],
    ['𠮷野家', 3],
    ['\ud83d', 1],
    ['a\ud83d', 2],
  ])('counts code points of %j', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it('counts as the string iterator does', () => {
    fc.assert(fc.property(anyText, (text) => countCharacters(text) === [...text].length));
  });

  it.each([
    ['shorter text is left alone', 'abc', 5, 'abc'],
    ['exactly at the limit', 'abc', 3, 'abc'],
    ['one above it', 'abcd', 3, 'abc'],
    ['a family is not split', 'ab👨‍👩‍👧', 4, 'ab'],
    ['a flag is not split', 'a🇨🇳b', 2, 'a'],
    ['a base and its mark stay together', 'ae\u0323b', 2, 'a'],
    ['one cluster alone is cut rather than lost', '👨‍👩‍👧', 2, '👨‍'],
    ['Chinese', '靠窗座位', 2, '靠窗'],
    ['zero', 'abc', 0, ''],
  ])('%s', (_name, text, max, expected) => {
    expect(cutCharacters(text, max)).toBe(expected);
  });

  it('gives a prefix within the limit that splits no surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
        const cut = cutCharacters(text, max);
        expect(text.startsWith(cut)).toBe(true);
        expect(countCharacters(cut)).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        if (max > 0 && text !== '') expect(cut).not.toBe('');
      }),
    );
  });
});

describe('foldForIdentity', () => {
  it('folds white space and composition', () => {
    expect(foldForIdentity(' a \n\t b\u3000cafe\u0301 ')).toBe('a b caf\u00e9');
  });
  it('keeps case and punctuation', () => {
    expect(foldForIdentity('Tea.')).not.toBe(foldForIdentity('tea.'));
    expect(foldForIdentity('Tea.')).not.toBe(foldForIdentity('Tea'));
  });
});
