/** Hits that say the same, and hits that contradict one another, judged when they are read. Nothing is dropped from the store for it. */
import { differenceThatMatters } from '../duplicates/near-duplicate-guard.ts';
import { scoreOf } from '../scoring/score.ts';
import type { Tuning } from '../tuning.ts';
import { byRank, type RankedHit } from './rank.ts';

export interface GroupedHit extends RankedHit {
  /** Lower hits that say the same, best first. */
  readonly grouped: readonly RankedHit[];
  /** Unkeyed facts among the hits that may say otherwise. */
  readonly conflicts: readonly RankedHit[];
}

/** Hits that pages of one search can reach: few enough to compare each with each, and what ranks lower is no answer. */
export const REACHABLE_HITS_MAX = 150;

/** A rival lifts a fact only when the question hardly tells them apart: "mother" and "father" may differ in all but the answer. */
const RIVAL_SHARE_MIN = 0.8;

/**
 * Whether the Dice coefficient of two sets of terms reaches `least`. Gives up as soon as too many terms are missing: nearly all pairs differ
 * within their first few terms, and there are ten thousand pairs.
 */
function overlaps(left: ReadonlySet<string>, right: ReadonlySet<string>, least: number): boolean {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let missing_left = small.size - (least * (left.size + right.size)) / 2;
  if (missing_left < 0 || small.size === 0) return false;
  for (const term of small) {
    if (large.has(term)) continue;
    missing_left -= 1;
    if (missing_left < 0) return false;
  }
  return true;
}

interface Compared {
  readonly hit: RankedHit;
  readonly terms: ReadonlySet<string>;
}

const samePlace = ({ candidate: a }: RankedHit, { candidate: b }: RankedHit): boolean =>
  a.memory.layer === b.memory.layer && a.memory.key === b.memory.key;

const isLooseFact = ({ candidate: { memory } }: RankedHit): boolean => memory.layer === 'semantic' && memory.key === null;

/**
 * Folds restatements into the best of them. Contradicting unkeyed facts that fit the question about equally take the best
 * relevance among them: then decay puts the newer first. Output best first, at most REACHABLE_HITS_MAX;
 * an earlier hit becomes the head of a later one that says the same.
 */
export function groupAlike(hits: readonly RankedHit[], tuning: Tuning): readonly GroupedHit[] {
  const compared: Compared[] = hits.slice(0, REACHABLE_HITS_MAX).map((hit) => ({ hit, terms: new Set(hit.candidate.terms) }));
  const groups: { readonly head: Compared; readonly grouped: RankedHit[] }[] = [];
  for (const one of compared) {
    const group = groups.find(({ head }) => saysTheSame(head, one, tuning.ranking.group_overlap));
    if (group === undefined) groups.push({ head: one, grouped: [] });
    else group.grouped.push(one.hit);
  }
  const settled = groups.map(({ head, grouped }) => {
    const rivals = isLooseFact(head.hit) ? rivalsOf(head, groups, tuning.duplicates.conflict_terms) : [];
    return { ...lifted(head.hit, rivals), grouped, conflicts: rivals };
  });
  return settled.sort(byRank);
}

function rivalsOf(head: Compared, groups: readonly { readonly head: Compared }[], overlap_min: number): readonly RankedHit[] {
  return groups.filter(({ head: other }) => contradicts(head, other, overlap_min)).map((group) => group.head.hit);
}

function saysTheSame(head: Compared, other: Compared, overlap_min: number): boolean {
  return (
    samePlace(head.hit, other.hit) &&
    overlaps(head.terms, other.terms, overlap_min) &&
    differenceThatMatters(head.hit.candidate.content, other.hit.candidate.content) === null
  );
}

function contradicts(one: Compared, other: Compared, overlap_min: number): boolean {
  return (
    one !== other &&
    isLooseFact(other.hit) &&
    overlaps(one.terms, other.terms, overlap_min) &&
    differenceThatMatters(one.hit.candidate.content, other.hit.candidate.content) !== null
  );
}

function lifted(hit: RankedHit, rivals: readonly RankedHit[]): RankedHit {
  const near = rivals.map(({ relevance }) => relevance).filter((relevance) => hit.relevance >= RIVAL_SHARE_MIN * relevance);
  const relevance = Math.max(hit.relevance, ...near);
  return relevance === hit.relevance ? hit : { ...hit, relevance, score: scoreOf(relevance, hit.decay, hit.importance) };
}
