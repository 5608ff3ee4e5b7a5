import { describe, expect, it } from 'vitest';
import { groupAlike } from '../../../src/domain/ranking/alike.ts';
import { backgroundOf } from '../../../src/domain/ranking/background.ts';
import { GENERAL_QUESTIONS } from '../../../src/domain/ranking/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../../src/domain/ranking/personal-questions.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { contentsOf, rankGiven } from './pool.ts';

const axis = (at: number) => Float32Array.from({ length: 4 }, (_, index) => (index === at ? 1 : 0));

describe('grounding', () => {
  it('rises with nearness to general questions, falls with nearness to personal ones', () => {
    const cohort = { general: [axis(0), axis(0), axis(0)], personal: [axis(1), axis(1), axis(1)] };
    const { floor } = DEFAULT_TUNING.ranking;
    expect(backgroundOf(axis(0), cohort, floor)).toBe(1);
    expect(backgroundOf(axis(1), cohort, floor)).toBeCloseTo(-floor.personal_weight);
    expect(backgroundOf(axis(2), cohort, floor)).toBe(0);
    expect(backgroundOf(axis(2), { general: [], personal: [] }, floor)).toBe(0);
  });

  it('holds no question twice, in two languages', () => {
    const all = [...GENERAL_QUESTIONS, ...PERSONAL_QUESTIONS];
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((question) => question.trim() === question && question !== '')).toBe(true);
  });

  it('takes no support from the turns around', () => {
    const turns = ['We sailed the ocean all day', 'The ocean was calm', 'Lovely'].map((content, at) => ({
      content,
      session_id: 's',
      cosine: [0.3, 0.3, 0.1][at] ?? 0,
    }));
    const hits = rankGiven('ocean', turns);
    const lovely = hits.find(({ candidate }) => candidate.content === 'Lovely');
    expect(lovely?.relevance).toBeGreaterThan(0);
    expect(lovely?.grounding).toBeLessThan(hits[0]?.grounding ?? 0);
    expect(lovely?.grounding).toBeLessThan(DEFAULT_TUNING.ranking.floor.hybrid);
  });
});

describe('groups', () => {
  it('folds restatements, keeps what differs in a number, and flags a contradiction', () => {
    const hits = rankGiven('staging port', [
      { content: 'The staging database listens on port 5433', cosine: 0.6 },
      { content: 'The staging database listens on port 5433.', cosine: 0.6 },
      { content: 'The staging database listens on port 5432', cosine: 0.6 },
    ]);
    const grouped = groupAlike(hits, DEFAULT_TUNING);
    expect(grouped).toHaveLength(2);
    expect(grouped.map(({ grouped: folded }) => folded.length).sort()).toEqual([0, 1]);
    expect(grouped.every(({ conflicts }) => conflicts.length === 1)).toBe(true);
  });

  it('leaves keyed facts and events alone', () => {
    const hits = rankGiven('codename', [
      { content: 'The codename is Orion', key: 'a' },
      { content: 'The codename is Helix', key: 'b' },
    ]);
    expect(groupAlike(hits, DEFAULT_TUNING).flatMap(({ conflicts }) => contentsOf(conflicts))).toEqual([]);
  });
});
