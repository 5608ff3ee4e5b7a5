import { err, ok, type Result } from './result.ts';
import type { Tuning } from './tuning.ts';

export interface TuningProblem {
  readonly path: readonly string[];
  /** Completes a sentence that begins with the path. */
  readonly problem: string;
}

type Tree = { readonly [name: string]: number | Tree };

/**
 * A partial object of the same shape laid over the defaults. Values are finite numbers of 0 or more; a name that is not there is a
 * typing error and not an extension. All problems are reported, and then nothing is taken.
 */
export function overrideTuning(defaults: Tuning, given: unknown): Result<Tuning, readonly TuningProblem[]> {
  const problems: TuningProblem[] = [];
  // Tuning is a tree of numbers by construction, and the merge keeps its shape.
  const merged = merge(defaults as unknown as Tree, given, [], problems) as unknown as Tuning;
  return problems.length === 0 ? ok(merged) : err(problems);
}

function merge(defaults: Tree, given: unknown, path: readonly string[], problems: TuningProblem[]): Tree {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push({ path, problem: 'must be a JSON object' });
    return defaults;
  }
  const result: Record<string, number | Tree> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const standard = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    const here = [...path, name];
    if (standard === undefined) problems.push({ path: here, problem: 'is not a setting' });
    else if (typeof standard !== 'number') result[name] = merge(standard, value, here, problems);
    else if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
      problems.push({ path: here, problem: 'must be a number of 0 or more' });
    else result[name] = value;
  }
  return result;
}
