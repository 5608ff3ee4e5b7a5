import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/instant.ts';
import { evidenceOf } from '../../../src/domain/ranking/evidence.ts';
import { readQuestion } from '../../../src/domain/ranking/question.ts';
import { rank } from '../../../src/domain/ranking/rank.ts';
import { relevanceOf } from '../../../src/domain/ranking/relevance.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { candidateOf, contentsOf, NOW, poolOf, rankGiven } from './pool.ts';

const words = fc.constantFrom('tea', 'window', 'seat', 'port', 'Priya', 'invoice', 'June', '座位', '茶', 'INC-1234', 'yesterday', '?');
const text = fc.array(words, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
const given = fc.record({
  content: text,
  cosine: fc.double({ min: -1, max: 1, noNaN: true }),
  session_id: fc.constantFrom(null, 's1', 's2'),
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  occurred_at: fc.integer({ min: NOW - 4_000 * DAY_MS, max: NOW + 10 * DAY_MS }),
});

/** Two sessions whose words tell the same in another order: a sum of floats that goes by the texts differs in its last bit. */
const early = { cosine: 0, importance: 0, occurred_at: 1_433_678_400_000 };
const ROUNDING: [string, { content: string; cosine: number; session_id: string | null; importance: number; occurred_at: number }[]] = [
  'tea June invoice',
  [
    { ...early, content: 'tea', session_id: 's1' },
    { ...early, content: 'invoice June tea', session_id: null },
    { ...early, content: 'invoice Priya', session_id: null },
    { ...early, content: 'June invoice tea', session_id: 's1' },
    { ...early, content: 'invoice 座位', session_id: null },
    { ...early, content: 'Priya seat seat port', session_id: 's1', occurred_at: 1_433_678_400_001 },
    { ...early, content: 'seat seat seat seat', session_id: 's2' },
    { ...early, content: 'June invoice tea', session_id: 's2' },
  ],
];

describe('laws of ranking', () => {
  it('keeps every part in its bounds, and the score is their product', () => {
    fc.assert(
      fc.property(text, fc.array(given, { minLength: 1, maxLength: 12 }), (query, all) => {
        for (const hit of rankGiven(query, all)) {
          expect(hit.relevance).toBeGreaterThanOrEqual(0);
          expect(hit.relevance).toBeLessThanOrEqual(1);
          expect(hit.decay).toBeGreaterThan(0);
          expect(hit.importance).toBeGreaterThanOrEqual(0.5);
          expect(hit.score).toBeCloseTo(hit.relevance * hit.decay * hit.importance, 12);
        }
      }),
    );
  });

  it('does not depend on the order in which candidates come', () => {
    fc.assert(
      fc.property(text, fc.array(given, { minLength: 2, maxLength: 10 }), (query, all) => {
        const candidates = all.map(candidateOf);
        const cosines = new Map(all.map(({ cosine }, at) => [candidates[at]?.memory.id ?? '', cosine]));
        const order = (list: typeof candidates) =>
          rank({
            question: readQuestion(query, NOW),
            pool: poolOf(list, query),
            cosines,
            generality: 0,
            at: NOW,
            tuning: DEFAULT_TUNING,
          }).map(({ candidate }) => candidate.memory.id);
        expect(order([...candidates].reverse())).toEqual(order(candidates));
      }),
      { numRuns: 300, examples: [ROUNDING] },
    );
  });

  it('rises with each part of the evidence, and falls with each deduction', () => {
    const question = readQuestion('window seat', NOW);
    const [base] = evidenceOf(question, poolOf([candidateOf({ content: 'a seat' }, 0)], 'window seat'), new Map(), DEFAULT_TUNING.ranking);
    if (base === undefined) throw new Error('no evidence');
    const part = fc.constantFrom(
      'dense',
      'lexical',
      'phrase',
      'window',
      'neighbours',
      'reply',
      'session',
      'date',
      'speaker',
      'answer',
      'quoted',
    );
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    const relevance = (change: object) =>
      relevanceOf(question, [{ ...base, in_session: true, dense: 0.5, ...change }], DEFAULT_TUNING.ranking)[0]?.relevance ?? -1;
    fc.assert(
      fc.property(part, value, value, (name, a, b) => {
        expect(relevance({ [name]: Math.max(a, b) })).toBeGreaterThanOrEqual(relevance({ [name]: Math.min(a, b) }));
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('question', 'thin'), value, value, (name, a, b) => {
        expect(relevance({ [name]: Math.max(a, b) })).toBeLessThanOrEqual(relevance({ [name]: Math.min(a, b) }));
      }),
    );
  });

  it('puts an exact identifier first, however old, unimportant and unlike it is', () => {
    fc.assert(
      fc.property(
        fc.array(given, { minLength: 1, maxLength: 10 }),
        fc.constantFrom('ABC-9876', 'ops@example.org', 'deploy.yaml'),
        (others, id) => {
          const target = {
            content: `old note on ${id}`,
            cosine: 0,
            importance: 0,
            volatility: 'volatile' as const,
            occurred_at: NOW - 4_000 * DAY_MS,
          };
          const hits = rankGiven(`what about ${id}`, [
            ...others.map((one) => ({ ...one, importance: 1, volatility: 'permanent' as const })),
            target,
          ]);
          expect(hits[0]?.candidate.content).toBe(target.content);
        },
      ),
    );
  });
});

describe('ranking by kinds of evidence', () => {
  it('prefers what means the same over one word in passing', () => {
    const hits = rankGiven('earliest slot for a call', [
      { content: 'Manager is called Priya', cosine: 0.3 },
      { content: 'Never schedules meetings before ten', cosine: 0.33 },
    ]);
    expect(contentsOf(hits)[0]).toBe('Never schedules meetings before ten');
  });

  it('lets the words decide where most of them match', () => {
    const hits = rankGiven('API rate limit', [
      { content: 'The API rate limit is 600 requests a minute', cosine: 0.4 },
      { content: 'Traffic rules are strict', cosine: 0.45 },
    ]);
    expect(contentsOf(hits)[0]).toBe('The API rate limit is 600 requests a minute');
  });

  it('finds the reply to a question through the turn before it', () => {
    const turns = ['Ben: Hello', 'Ana: Where did you grow up?', 'Ben: Oslo, by the harbour', 'Ana: Nice', 'Ben: I had soup'];
    const hits = rankGiven(
      'where did Ben grow up',
      turns.map((content, at) => ({ content, session_id: 's', cosine: [0, 0.4, 0.2, 0, 0.2][at] ?? 0 })),
    );
    expect(contentsOf(hits)[0]).toBe('Ben: Oslo, by the harbour');
    expect(hits[0]?.detail.reply).toBeGreaterThan(0);
  });

  it('prefers the speaker whom the question names, and the time that it asks for', () => {
    const both = ['Ana: I painted a boat', 'Ben: I painted a boat'].map((content) => ({ content, session_id: 's', cosine: 0.4 }));
    expect(contentsOf(rankGiven('what did Ben paint', both))[0]).toBe('Ben: I painted a boat');
    expect(contentsOf(rankGiven('what did Ana paint', both))[0]).toBe('Ana: I painted a boat');
    const dated = [Date.UTC(2026, 4, 12), Date.UTC(2026, 3, 12)].map((occurred_at) => ({
      content: 'went to a concert',
      cosine: 0.4,
      occurred_at,
    }));
    expect(rankGiven('which concert last week', dated)[0]?.candidate.memory.occurred_at).toBe(Date.UTC(2026, 4, 12));
    expect(rankGiven('which concert last month', dated)[0]?.candidate.memory.occurred_at).toBe(Date.UTC(2026, 3, 12));
  });

  it('gives a memory without a session none of the parts of a conversation', () => {
    const [hit] = rankGiven('window seat', [{ content: 'prefers a window seat', cosine: 0.6 }]);
    expect(Object.keys(hit?.detail ?? {})).not.toContain('session');
    expect(Object.keys(rankGiven('window seat', [{ content: 'a window seat', session_id: 's' }])[0]?.detail ?? {})).toContain('session');
  });

  it('does not let age bury the only right answer under fresh noise', () => {
    const noise = Array.from({ length: 20 }, (_, at) => ({ content: `lunch note ${at}`, cosine: 0.15, volatility: 'volatile' as const }));
    const right = { content: 'Allergic to penicillin', cosine: 0.5, volatility: 'volatile' as const, occurred_at: NOW - 900 * DAY_MS };
    expect(rankGiven('which medicine is dangerous', [...noise, right])[0]).toMatchObject({
      decay: 0.3,
      candidate: { content: right.content },
    });
    const equal = [0, 400].map((days) => ({ content: 'Allergic to penicillin', cosine: 0.5, occurred_at: NOW - days * DAY_MS }));
    expect(rankGiven('penicillin', equal)[0]?.candidate.memory.occurred_at).toBe(NOW);
  });
});
