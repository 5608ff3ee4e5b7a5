/** Candidates for the tests of ranking, as gather brings them. */
import type { Memory } from '../../../src/domain/memory.ts';
import type { RankingCandidate, RankingNeighbour, RankingPool } from '../../../src/domain/ranking/candidate.ts';
import { readQuestion } from '../../../src/domain/ranking/question.ts';
import { type RankedHit, rank } from '../../../src/domain/ranking/rank.ts';
import { termsOf } from '../../../src/domain/text/terms.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';

export const NOW = Date.UTC(2026, 4, 20, 12);

export interface Given extends Partial<Memory> {
  readonly content: string;
  readonly cosine?: number;
}

export function candidateOf(given: Given, index: number): RankingCandidate {
  const { cosine: _, ...fields } = given;
  const memory: Memory = {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    layer: 'semantic',
    origin: null,
    importance: 0.5,
    volatility: 'stable',
    key: null,
    tags: [],
    metadata: null,
    session_id: null,
    occurred_at: NOW,
    created_at: NOW,
    expires_at: null,
    source: { via: 'test' },
    version: 1,
    seen_count: 1,
    access_count: 0,
    last_accessed_at: null,
    valid_to: null,
    superseded_at: null,
    superseded_by: null,
    ...fields,
  };
  return { memory, content: given.content, terms: termsOf(given.content) };
}

export function poolOf(candidates: readonly RankingCandidate[], query: string, neighbours: readonly RankingNeighbour[] = []): RankingPool {
  const { terms } = readQuestion(query, NOW);
  return {
    candidates,
    neighbours,
    document_frequency: Object.fromEntries(terms.map((term) => [term, candidates.filter((one) => one.terms.includes(term)).length])),
    documents: candidates.length,
    mean_terms: candidates.reduce((sum, one) => sum + one.terms.length, 0) / Math.max(1, candidates.length),
  };
}

/** Turns of one session get their neighbours; cosines are those given, none when no memory has one. */
export function rankGiven(query: string, given: readonly Given[]): readonly RankedHit[] {
  const candidates = given.map(candidateOf);
  const neighbours = candidates.flatMap((one, at) =>
    [-2, -1, 1, 2].flatMap((distance) => {
      const other = candidates[at + distance];
      const together = one.memory.session_id !== null && other?.memory.session_id === one.memory.session_id;
      return together && other !== undefined ? [{ id: other.memory.id, of: one.memory.id, distance }] : [];
    }),
  );
  const cosines = given.some(({ cosine }) => cosine !== undefined)
    ? new Map(given.flatMap(({ cosine }, at) => (cosine === undefined ? [] : [[candidates[at]?.memory.id ?? '', cosine] as const])))
    : null;
  return rank({
    question: readQuestion(query, NOW),
    pool: poolOf(candidates, query, neighbours),
    cosines,
    generality: null,
    at: NOW,
    tuning: DEFAULT_TUNING,
  });
}

export const contentsOf = (hits: readonly RankedHit[]): readonly string[] => hits.map(({ candidate }) => candidate.content);
