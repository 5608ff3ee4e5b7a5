import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/instant.ts';
import { dateFit, readDateCues } from '../../../src/domain/ranking/date-cue.ts';
import { pastFrom, toldFit } from '../../../src/domain/ranking/told-time.ts';
import { contentsOf, NOW, rankGiven } from './pool.ts';

const at = (iso: string): number => Date.parse(`${iso}T10:00:00Z`);
const told = (question: string, content: string, iso: string): number => toldFit(readDateCues(question, NOW), content, at(iso));

describe('a time that a text names', () => {
  it.each([
    ['what did I do last week?', 'We moved last week', '2026-05-19', 1],
    ['what did I do last week?', 'We move next week', '2026-05-19', 0],
    ['what did I do last week?', 'We moved last week', '2026-05-11', 0],
    ['what happened on 7 May 2023?', 'I went to the group yesterday', '2023-05-08', 1],
    ['when in June 2023 did we camp?', 'We camped last week', '2023-07-02', 1],
    ['what do I do in May?', 'We get married in May', '2026-01-02', 1],
    ['上周我做了什么', '上周搬家了', '2026-05-19', 1],
    ['昨天吃了什么', '昨天吃了拉面', '2026-05-20', 1],
    ['what did I eat?', 'I had soup yesterday', '2026-05-20', 0],
  ])('%s %s (%s)', (question, content, said, fit) => expect(told(question, content, said)).toBe(fit));

  it('fits by the share of it that is asked for', () => {
    expect(told('what did I do yesterday?', 'This year I learn to swim', '2026-05-19')).toBeCloseTo(1 / 365);
  });
});

describe('a past time', () => {
  it('begins where the question says, and only when it is over', () => {
    const from = (question: string) => pastFrom(readDateCues(question, NOW), NOW);
    expect(from('what did I do last week')).toBe(Date.UTC(2026, 4, 11));
    expect(from('昨天')).toBe(Date.UTC(2026, 4, 19));
    expect(from('what did we plan in November')).toBe(Date.UTC(2025, 10, 1));
    expect(from('what do I do today')).toBeNull();
    expect(from('what did I do this week')).toBeNull();
    expect(from('what did I do')).toBeNull();
  });

  it('is not followed by an aftermath while that lasts', () => {
    const fitOf = (question: string, iso: string) => dateFit(readDateCues(question, NOW), at(iso));
    expect(fitOf('what did I do last week', '2026-05-20')).toBe(0);
    expect(fitOf('what did I do two weeks ago', '2026-05-12')).toBe(0.5);
  });

  it('comes before what is fresher, with scores that are still the product of their parts', () => {
    const volatile = { volatility: 'volatile' as const, layer: 'episodic' as const };
    const given = [
      { ...volatile, content: 'decided to hire a designer', cosine: 0.5, occurred_at: NOW },
      { ...volatile, content: 'decided to move the launch', cosine: 0.45, occurred_at: NOW - 8 * DAY_MS },
    ];
    expect(contentsOf(rankGiven('what was decided', given))[0]).toBe('decided to hire a designer');
    const hits = rankGiven('what was decided last week', given);
    expect(contentsOf(hits)[0]).toBe('decided to move the launch');
    for (const hit of hits) expect(hit.score).toBeCloseTo(hit.relevance * hit.decay * hit.importance, 12);
  });
});
