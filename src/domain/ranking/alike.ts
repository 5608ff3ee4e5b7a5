/** Hits that say the same, and hits that contradict one another, judged when they are read. Nothing is dropped from the store for it. */
import { GuardedText } from '../duplicates/near-duplicate-guard.ts';
import { scoreOf } from '../scoring/score.ts';
import type { Tuning } from '../tuning.ts';
import { byRank, type RankedHit } from './rank.ts';
import { SharedTerms } from './shared-terms.ts';

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

interface Compared {
  readonly hit: RankedHit;
  readonly terms: ReadonlySet<string>;
  readonly text: GuardedText;
}

/** Dice coefficient of two sets of terms. */
function overlap(left: Compared, right: Compared, common: number): number {
  const size = left.terms.size + right.terms.size;
  return size === 0 ? 0 : (2 * common) / size;
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
  const groups: { readonly head: Compared; readonly grouped: RankedHit[] }[] = [];
  const shared = new SharedTerms();
  for (const hit of hits.slice(0, REACHABLE_HITS_MAX)) {
    const one: Compared = { hit, terms: new Set(hit.candidate.terms), text: new GuardedText(hit.candidate.content) };
    const common = shared.countsOf(one.terms);
    const group = groups.find(({ head }, place) => saysTheSame(head, one, common[place] ?? 0, tuning.ranking.group_overlap));
    if (group !== undefined) group.grouped.push(hit);
    else {
      groups.push({ head: one, grouped: [] });
      shared.enter(one.terms);
    }
  }
  const settled = groups.map(({ head, grouped }) => {
    const rivals = rivalsOf(head, groups, shared, tuning.duplicates.conflict_terms);
    return { ...lifted(head.hit, rivals), grouped, conflicts: rivals };
  });
  return settled.sort(byRank);
}

function saysTheSame(head: Compared, other: Compared, common: number, overlap_min: number): boolean {
  return samePlace(head.hit, other.hit) && overlap(head, other, common) >= overlap_min && !head.text.differsFrom(other.text);
}

/** Heads that may contradict this one. */
function rivalsOf(
  one: Compared,
  groups: readonly { readonly head: Compared }[],
  shared: SharedTerms,
  overlap_min: number,
): readonly RankedHit[] {
  if (!isLooseFact(one.hit)) return [];
  const common = shared.countsOf(one.terms);
  const rivals: RankedHit[] = [];
  for (const [place, { head }] of groups.entries()) {
    // Each is set against each, and most share little: what is cheap is asked first.
    if (head === one || overlap(one, head, common[place] ?? 0) < overlap_min || !isLooseFact(head.hit)) continue;
    if (one.text.differsFrom(head.text)) rivals.push(head.hit);
  }
  return rivals;
}

function lifted(hit: RankedHit, rivals: readonly RankedHit[]): RankedHit {
  if (rivals.length === 0) return hit;
  const near = rivals.map(({ relevance }) => relevance).filter((relevance) => hit.relevance >= RIVAL_SHARE_MIN * relevance);
  const relevance = Math.max(hit.relevance, ...near);
  return relevance === hit.relevance ? hit : { ...hit, relevance, score: scoreOf(relevance, hit.decay, hit.importance) };
}
