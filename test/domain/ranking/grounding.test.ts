import { describe, expect, it } from 'vitest';
import { groupAlike } from '../../../src/domain/ranking/alike.ts';
import type { Evidence } from '../../../src/domain/ranking/evidence.ts';
import { groundingOf } from '../../../src/domain/ranking/grounding.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { candidateOf, contentsOf, NOW, rankGiven } from './pool.ts';

const evidence: Evidence = {
  candidate: candidateOf({ content: 'text' }, 0),
  in_session: false,
  dense: 0.5,
  lexical: 0,
  phrase: 0,
  window: 0,
  neighbours: 0,
  reply: 0,
  session: 0,
  date: 0,
  speaker: 0,
  answer: 0,
  topic: 0,
  of_another: 0,
  question: 0,
  thin: 0,
  identifier: 0,
  quoted: 0,
  verbatim: 0,
};

describe('grounding', () => {
  it('asks more of a general question than of a personal one, and never falls below nothing', () => {
    const { floor } = DEFAULT_TUNING.ranking;
    expect(groundingOf(evidence, { generality: 1, bare: false, personal: true }, floor)).toBeCloseTo(0.5 - floor.generality);
    expect(groundingOf(evidence, { generality: 0.5, bare: false, personal: true }, floor)).toBeCloseTo(0.5 - floor.generality / 2);
    for (const personal of [0, -1])
      expect(groundingOf(evidence, { generality: personal, bare: false, personal: true }, floor)).toBeCloseTo(
        0.5 - floor.generality * floor.generality_min,
      );
    expect(groundingOf(evidence, { generality: 9, bare: false, personal: true }, floor)).toBe(0);
    expect(groundingOf(evidence, { generality: null, bare: false, personal: true }, floor)).toBeCloseTo(0.5 - floor.plain);
    expect(groundingOf({ ...evidence, dense: 0, identifier: 1 }, { generality: 9, bare: false, personal: true }, floor)).toBe(1);
  });

  it('takes a moment for an answer only where something of one’s own is asked for', () => {
    const { floor } = DEFAULT_TUNING.ranking;
    const dated = { ...evidence, dense: 0, date: 1 };
    expect(groundingOf(dated, { generality: 0, bare: false, personal: true }, floor)).toBeCloseTo(floor.date);
    expect(groundingOf(dated, { generality: 1, bare: false, personal: true }, floor)).toBe(0);
  });

  it('knows a fact that was only written down then from one that has a moment', () => {
    const dateOf = (given: object) => {
      const [hit] = rankGiven('what did I do today', [{ content: 'the bicycle', cosine: 0.3, ...given }]);
      return hit?.detail.date ?? 0;
    };
    expect(dateOf({ layer: 'semantic', occurred_at: NOW, created_at: NOW })).toBe(0);
    expect(dateOf({ layer: 'semantic', occurred_at: NOW - 1_000, created_at: NOW })).toBeGreaterThan(0);
    expect(dateOf({ layer: 'episodic', occurred_at: NOW, created_at: NOW })).toBeGreaterThan(0);
  });

  it('of a bare identifier goes by letters alone', () => {
    const facts = [{ content: 'the invoice is INV-2291', cosine: 0.9 }];
    const grounding = (query: string) => rankGiven(query, facts)[0]?.grounding ?? 0;
    expect(grounding('INV-2292')).toBeLessThan(DEFAULT_TUNING.ranking.floor.hybrid);
    expect(grounding('INV-2291')).toBeGreaterThanOrEqual(1);
    expect(grounding('2291')).toBeGreaterThan(DEFAULT_TUNING.ranking.floor.hybrid);
    expect(grounding('which invoice is INV-2292?')).toBeGreaterThan(DEFAULT_TUNING.ranking.floor.hybrid);
  });

  it('takes the person named in the question as a sign that it is about this memory', () => {
    const turns = [
      { content: 'Gina: I love that film', cosine: 0.1 },
      { content: 'Jon: we should dance', cosine: 0.1 },
    ];
    const [gina, jon] = ['Gina', 'Jon'].map((name) =>
      rankGiven('When did Gina mention the actor?', turns).find(({ candidate }) => candidate.content.startsWith(name)),
    );
    expect((gina?.grounding ?? 0) - (jon?.grounding ?? 0)).toBeGreaterThan(DEFAULT_TUNING.ranking.floor.speaker - 0.01);
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
