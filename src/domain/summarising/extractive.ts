import { differenceThatMatters } from '../duplicates/near-duplicate-guard.ts';
import { countCharacters, cutCharacters } from '../text/clean-text.ts';
import { queryTermsOf } from '../text/terms.ts';
import { type Salience, salienceOf } from './salience.ts';
import type { SummarySource } from './source.ts';
import { type Unit, unitsOf, weightOf } from './units.ts';

/** A summary aims at a fifth to a tenth of the length of its sources (docs/working-memory.md). */
export const COMPRESSION_RATIO_MIN = 5;
export const COMPRESSION_RATIO_MAX = 10;
/**
 * Below this (characters, Han ones counted thrice) the ratio gives way to content: a fifth of three short messages holds no sentence. What must be kept may
 * fill this much, where `max_characters` allows.
 */
const SHORT_SUMMARY_WEIGHT = 200;
/** Sentences that would fill more of the room than this come as clauses, unless they are short anyway. */
const SENTENCE_SHARE_MAX = 1 / 3;
const SENTENCE_WEIGHT_MIN = 60;
/** What is not asked for by section 7 needs this many words to say something at all. */
const FILLER_TERMS_MIN = 4;
/** Of the terms of the longer of two sentences. */
const REPEATED_SHARE = 0.7;
const ELLIPSIS = '…';

interface Ranked extends Unit, Salience {
  readonly terms: ReadonlySet<string>;
}

/**
 * The sentences most worth keeping, in reading order, in their own words and language. At most `max_characters`, and shorter than the
 * sources together unless those are one sentence that fits: cutting into it would lose what it says.
 */
export function summariseExtractively(sources: readonly SummarySource[], max_characters: number): string {
  const total = sources.reduce((sum, { content }) => sum + countCharacters(content), 0);
  const ceiling = Math.max(1, Math.min(max_characters, total - 1));
  const fifth = Math.floor(total / COMPRESSION_RATIO_MIN);
  const short = Math.floor(SHORT_SUMMARY_WEIGHT / weightPerCharacter(sources));
  const room = {
    kept: Math.min(ceiling, Math.max(fifth, short)),
    other: Math.min(ceiling, Math.floor(total / ((COMPRESSION_RATIO_MIN + COMPRESSION_RATIO_MAX) / 2))),
  };
  const ranked = rank(
    unitsOf(sources, Math.max(room.kept * SENTENCE_SHARE_MAX, SENTENCE_WEIGHT_MIN / weightPerCharacter(sources))),
    sources,
  );
  const taken: Ranked[] = [];
  for (const unit of ranked) {
    if (!unit.keep && unit.terms.size < FILLER_TERMS_MIN) continue;
    const characters = countCharacters(joined([...taken, unit]));
    if (characters <= (unit.keep ? room.kept : room.other) && !taken.some((other) => repeats(unit, other))) taken.push(unit);
  }
  const best = ranked[0];
  if (best !== undefined && taken.length === 0 && holdsAll(best, total, max_characters)) return best.text;
  // Nothing that must be kept fits as a whole: a part of the best sentence says more than all of a worse one.
  if (best !== undefined && (taken.length === 0 || (best.keep && !taken.some((unit) => unit.keep)))) return cutShort(best.text, ceiling);
  return taken.length === 0 ? cutShort(sources[0]?.content ?? '', ceiling) : joined(taken);
}

/** One sentence is all there is; without its full stop it is shorter already. */
const holdsAll = (unit: Unit, total: number, max_characters: number): boolean =>
  unit.characters >= total && total <= max_characters && !/[\s.。!！]$/u.test(unit.text);

function rank(units: readonly Unit[], sources: readonly SummarySource[]): readonly Ranked[] {
  const last = Math.max(1, sources.length - 1);
  return units
    .map((unit) => {
      const salience = salienceOf(unit.text, sources[unit.source]?.importance ?? 0, unit.source / last);
      return { ...unit, ...salience, terms: new Set(queryTermsOf(unit.text)) };
    })
    .sort((left, right) => Number(right.keep) - Number(left.keep) || density(right) - density(left) || right.place - left.place);
}

/** How far length counts against a sentence: 0 not at all, 1 in full, and then one-word clauses win. */
const LENGTH_EXPONENT = 0.3;

/** Worth for the room it takes. */
const density = (unit: Ranked): number => unit.score / Math.max(1, unit.characters) ** LENGTH_EXPONENT;

const weightPerCharacter = (sources: readonly SummarySource[]): number => {
  const all = sources.map(({ content }) => content).join('');
  return weightOf(all) / Math.max(1, countCharacters(all));
};

/** Shares most of its telling words with one already taken, and differs in nothing that matters (numbers, dates, names, negation). */
function repeats(unit: Ranked, other: Ranked): boolean {
  const larger = Math.max(unit.terms.size, other.terms.size);
  if (larger === 0) return unit.text === other.text;
  let shared = 0;
  for (const term of unit.terms) if (other.terms.has(term)) shared += 1;
  if (shared / larger < REPEATED_SHARE) return false;
  const difference = differenceThatMatters(unit.text, other.text);
  return difference === null || difference.kind === 'wording';
}

/** In reading order. A clause that was cut out of its sentence gets an end of its own. */
function joined(units: readonly Ranked[]): string {
  let text = '';
  for (const { text: unit } of [...units].sort((left, right) => left.place - right.place)) {
    const closed = closeClause(unit);
    text += text === '' || (/[。！？；…」』”]$/u.test(text) && !/^[\p{ASCII}]/u.test(closed)) ? closed : ` ${closed}`;
  }
  return text;
}

function closeClause(unit: string): string {
  const bare = unit.replace(/[\s,;:，、；：]+$/u, '');
  if (bare === '' || /[.!?。！？…"'”’)）\]」』`]$/u.test(bare)) return bare === '' ? unit : bare;
  return `${bare}${/\p{Script=Han}/u.test(bare) ? '。' : '.'}`;
}

/** For text without a fitting border: whole words where words have spaces. */
function cutShort(text: string, characters_max: number): string {
  if (countCharacters(text) <= characters_max) return text;
  const bare = text.replace(/[\s.。!！]+$/u, '');
  if (bare !== '' && countCharacters(bare) <= characters_max) return bare;
  if (characters_max === 1) return cutCharacters(text, 1);
  const cut = cutCharacters(text, characters_max - 1);
  const border = cut.search(/\s\S*$/u);
  return `${(border > characters_max / 2 ? cut.slice(0, border) : cut).trimEnd()}${ELLIPSIS}`;
}
