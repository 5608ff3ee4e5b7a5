import { describe, expect, it } from 'vitest';
import { identifierMatcher, readIdentifiers, readQuotedPhrases } from '../../../src/domain/ranking/identifiers.ts';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from '../../support/growth.ts';

describe('identifiers', () => {
  it.each([
    ['what happened with INC-4821?', ['inc-4821']],
    ['mail anna.berg+x@example.co.uk about it', ['anna.berg+x@example.co.uk']],
    ['which service listens on port 80?', ['80']],
    ['谁在用端口 8443', ['8443']],
    ['工单INC-4821的状态', ['inc-4821']],
    ['where is config.prod.yaml?', ['config.prod.yaml']],
    ['open src/domain/rank.ts', ['src/domain/rank.ts']],
    ['did v2.3.1 ship', ['v2.3.1']],
    ['the MAX_RETRIES setting', ['max_retries']],
    ['order 12,000 was paid', ['12000']],
    ['what happened in 2023', []],
    ['meet at 10:30 on 2023-05-08', []],
    ['about 5 km or 10 minutes', []],
    ['and/or, he/she, e.g. this', []],
  ])('%s', (question, expected) => expect(readIdentifiers(question)).toEqual(expected));

  it('matches whole identifiers only, in any case and width', () => {
    const holds = identifierMatcher(['443']);
    expect(holds('port 443 is open')).toBe(1);
    expect(holds('端口443已开放')).toBe(1);
    expect(holds('port 8443 or 4430')).toBe(0);
    expect(identifierMatcher(['inc-4821'])('Ｉｎｃ-４８２１ is closed')).toBe(1);
    expect(identifierMatcher(['inc-4821'])('INC-48210')).toBe(0);
    expect(identifierMatcher(['a1', 'b2'])('only a1')).toBe(0.5);
    expect(identifierMatcher([])('anything')).toBe(0);
  });

  it('reads phrases in quotation marks of both languages', () => {
    expect(readQuotedPhrases('who said "Go Home" and 「三体」')).toEqual(['go home', '三体']);
    expect(readQuotedPhrases("it's the user's")).toEqual([]);
  });
});

it.each(['a ', '“', '"', '1年', 'not '])('a question of %j repeated is read in linear time', { timeout: GROWTH_TEST_MS }, (unit) => {
  const read = (characters: number) => {
    const question = unit.repeat(characters / unit.length);
    return [readIdentifiers(question), readQuotedPhrases(question)];
  };
  expect(growthOf(read, 4_000)).toBeLessThan(GROWTH_MAX);
});
