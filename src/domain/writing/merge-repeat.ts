/** What a repeat of something known adds to it. Only what the caller said counts; times, origin, ttl and volatility are ignored. Pure. */
import { type Failure, invalid } from '../failure.ts';
import { TAGS_MAX } from '../limits.ts';
import type { Json, Memory, Metadata } from '../memory.ts';
import { checkMetadata } from '../metadata.ts';
import { err, ok, type Result } from '../result.ts';
import type { Draft } from './draft.ts';

export type Settings = Pick<Memory, 'tags' | 'metadata' | 'importance'>;

/** The settings after the repeat; the very same object when nothing is new. */
export function mergeRepeat(known: Settings, repeat: Pick<Draft, 'tags' | 'metadata' | 'importance_given'>): Result<Settings, Failure> {
  const new_tags = repeat.tags.filter((tag) => !known.tags.includes(tag));
  const tags = [...known.tags, ...new_tags];
  if (tags.length > TAGS_MAX)
    return err(
      invalid(
        'tags',
        `This memory is known and has ${known.tags.length} tags; with the new ones there would be more than ${TAGS_MAX}. Leave some out.`,
      ),
    );
  const metadata = mergeMetadata(known.metadata, repeat.metadata);
  if (metadata !== null && metadata !== known.metadata) {
    const problem = checkMetadata(metadata);
    if (problem !== null) return err(invalid('metadata', `This memory is known; together with its metadata the new one ${problem}.`));
  }
  const importance = Math.max(known.importance, repeat.importance_given ?? 0);
  const unchanged = new_tags.length === 0 && metadata === known.metadata && importance === known.importance;
  return ok(unchanged ? known : { tags, metadata, importance });
}

/** New members are added and given ones replaced, at the top level only: what lies deeper has a meaning that only the caller knows. */
function mergeMetadata(known: Metadata | null, repeat: Metadata | null): Metadata | null {
  if (repeat === null) return known;
  const merged = { ...known, ...repeat };
  return known !== null && sameJson(merged, known) ? known : merged;
}

/** Equal content, whatever the order of members. */
export function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  if (isArray(left) || isArray(right))
    return isArray(left) && isArray(right) && left.length === right.length && left.every((item, at) => sameJson(item, right[at] ?? null));
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name] ?? null, right[name] ?? null))
  );
}

/** Array.isArray does not narrow a readonly array. */
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
