import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BIGRAM_MARK } from '../../../src/domain/text/cjk-terms.ts';
import { dateTermsOf, queryTermsOf, termsOf } from '../../../src/domain/text/terms.ts';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from '../../support/growth.ts';

describe('termsOf English', () => {
  it('folds case, stems, strips possessives and keeps order and repeats', () => {
    expect(termsOf("The User's seats, the user’s SEAT!")).toEqual(['the', 'user', 'seat', 'the', 'user', 'seat']);
    expect(termsOf('running runs')).toEqual(['run', 'run']);
  });
  it('resolves contractions', () => {
    expect(termsOf("can't won't don't I'm we'll")).toEqual(['can', 'not', 'will', 'not', 'do', 'not', 'i', 'we']);
  });
  it.each([
    ['an e-mail address', 'write to Ann.Lee@example.org.', ['ann.lee@example.org', 'ann', 'lee', 'example.org']],
    ['a file name', 'open Report_v2.PDF', ['report_v2.pdf', 'report', 'v2', 'pdf']],
    ['a path', 'see src/domain/score.ts:12', ['src/domain/score.ts:12', 'src/domain/score.ts', 'score.ts', 'domain']],
    ['a Windows path', 'C:\\Users\\ann\\a.txt', ['c:/users/ann/a.txt', 'a.txt', 'ann']],
    ['a URL host', 'https://docs.example.com/a?b=1', ['docs.example.com', 'exampl']],
    ['a URL with a user', 'https://ann@git.example.com/x', ['git.example.com']],
    ['a version', 'since v1.2.3', ['v1.2.3', '1.2.3']],
    ['a ticket', 'fix ABC-123 (and abc_4)', ['abc-123', 'abc', '123', 'abc_4']],
    ['a port', 'on localhost:5432, port 8080', ['localhost:5432', 'localhost', '5432', '8080']],
    ['languages', 'C++, C# and .NET', ['c++', 'c#', '.net', 'net']],
    ['snake and camel case', 'call get_user or getUserName', ['get_user', 'getusernam', 'user', 'name']],
    ['a quantity', 'runs 10km in 1,200s', ['10km', '10', 'km', '1200']],
    ['a decimal', 'costs $12.50', ['12.50']],
    ['a date', 'on 2023-05-08', ['2023-05-08', '2023', '5', '8']],
    ['a clock time', 'at 5:30', ['5:30']],
    ['a UUID, whole only', '550e8400-e29b-41d4-a716-446655440000', ['550e8400-e29b-41d4-a716-446655440000']],
    ['a short compound', 'e-mail and Wi-Fi', ['e-mail', 'email', 'wi-fi', 'wifi']],
    ['accents', 'Café Müller', ['cafe', 'muller']],
    ['an apostrophe in a name', "O'Brien", ['obrien', 'brien']],
  ])('keeps %s', (_name, text, expected) => {
    expect(termsOf(text)).toEqual(expect.arrayContaining(expected));
  });
  it('does not take a language for its letter, nor a brand for its parts', () => {
    expect(termsOf('C++')).toEqual(['c++']);
    expect(termsOf('C')).toEqual(['c']);
    expect(termsOf('JavaScript')).toEqual(['javascript']);
  });
  it('makes a term for other scripts, too', () => {
    expect(termsOf('Привет, мир')).toEqual(['привет', 'мир']);
    expect(termsOf('ภาษาไทย')).toEqual(['ภาษา', 'ไทย']);
    expect(termsOf('서울에서')).toEqual(['서울에서', 'ǀ서울', 'ǀ울에', 'ǀ에서']);
  });
});

describe('queryTermsOf', () => {
  it('drops stop words and repeats', () => {
    expect(queryTermsOf('What does the user like about the window window?')).toEqual(['user', 'like', 'window']);
    expect(queryTermsOf('我们什么时候去上海？')).toEqual(expect.arrayContaining(['上海']));
    expect(queryTermsOf('我们什么时候去上海？')).not.toContain('什么');
  });
  it('keeps stop words where nothing else remains', () => {
    expect(queryTermsOf('to be or to do')).toEqual(['to', 'be', 'or', 'do']);
    expect(queryTermsOf('The Who')).toEqual(['the', 'who']);
    expect(queryTermsOf('是什么').length).toBeGreaterThan(0);
  });
  it('finds nothing in punctuation alone', () => {
    expect(queryTermsOf('?! … 。')).toEqual([]);
  });
});

describe('dateTermsOf', () => {
  it('gives year, month, day and weekday in both languages', () => {
    const terms = dateTermsOf(Date.UTC(2023, 4, 8, 23, 59));
    for (const text of ['2023', 'May', '8', 'Monday', '2023-05-08', '2023年', '5月', '8日', '周一']) {
      expect(terms).toEqual(expect.arrayContaining([...termsOf(text)]));
    }
    expect(terms).not.toContain('9');
    expect(terms).toEqual([...new Set(terms)]);
  });
});

describe('every term', () => {
  const anyText = fc.string({
    unit: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) },
      { weight: 3, arbitrary: fc.constantFrom(...'aB1中の가.,-_/:@#+\'"%() \n\t😀ﬁ＂', '上海', 'http://', '10', '年') },
    ),
    maxLength: 60,
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the claim
  const UNFIT = /[\s"\u0000-\u001f\u007f-\u009f]/;

  it('is not empty and holds no white space, double quote or control character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of termsOf(text)) {
          expect(term).not.toBe('');
          expect(UNFIT.test(term)).toBe(false);
          expect(term.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
  it('of a query is a term of the same text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const all = new Set(termsOf(text));
        expect(queryTermsOf(text).every((term) => all.has(term))).toBe(true);
        expect(queryTermsOf(text).length > 0).toBe(all.size > 0);
      }),
    );
  });
  it.each(['a-', "a'", 'a@', 'a:', 'a/', '1,', '://', 'aB', '+', '.', '一', 'の', '1年', '#', 'a://'])(
    'comes in linear time from %s repeated',
    { timeout: GROWTH_TEST_MS },
    (unit) => {
      expect(growthOf((characters) => termsOf(unit.repeat(characters / unit.length)), 8_192)).toBeLessThan(GROWTH_MAX);
    },
  );
});

describe('pictures', () => {
  it.each([
    ['party 🎂 on Friday', ['parti', '🎂', 'on', 'fridai']],
    ['👍🏽 and 👍', ['👍', 'and', '👍']],
    ['I ❤️ tea☕', ['i', '❤', 'tea', '☕']],
    ['🇯🇵🇨🇳', ['🇯🇵', '🇨🇳']],
    ['今天😀', ['今天', `${BIGRAM_MARK}今天`, '😀']],
    ['👩‍👧', ['👩', '👧']],
  ])('of %j are terms by themselves', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('are asked for like words', () => {
    expect(queryTermsOf('😀')).toEqual(['😀']);
    expect(queryTermsOf('what is 🎂?')).toEqual(['🎂']);
  });
});
