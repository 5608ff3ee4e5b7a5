/** Paths as the memory tool of Anthropic's API uses them: absolute, below /memories. A file's path is the key of its memory. */
import { IDENTIFIER_CHARACTERS_MAX } from '../../../../domain/limits.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';

export const ROOT = '/memories';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Canonical path, or the text that the model is told. Nothing is resolved: what could be read in two ways is refused. */
export function readPath(value: unknown, field: string): Result<string, string> {
  if (typeof value !== 'string' || value === '') return err(`${field} is required: an absolute path below ${ROOT}.`);
  const path = value.length > 1 && value.endsWith('/') ? value.slice(0, -1) : value;
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return err(`Path must start with ${ROOT}, got: ${quoted(value)}`);
  const segments = path.split('/').slice(1);
  const escapes = segments.some((segment) => segment === '' || segment === '.' || segment === '..' || /%(?:2e|2f|5c|00)/i.test(segment));
  if (escapes || FORBIDDEN.test(path) || !path.isWellFormed())
    return err(`Path ${quoted(value)} would escape ${ROOT} or is not a plain path.`);
  if ([...path].length > IDENTIFIER_CHARACTERS_MAX) return err(`A path has at most ${IDENTIFIER_CHARACTERS_MAX} characters.`);
  return ok(path);
}

/** Bounded and without control characters: it goes back to a model. */
const quoted = (value: string): string => JSON.stringify([...value.toWellFormed()].slice(0, IDENTIFIER_CHARACTERS_MAX).join(''));

export const isBelow = (path: string, directory: string): boolean => path.startsWith(`${directory}/`);

export const depthBelow = (path: string, directory: string): number => path.slice(directory.length).split('/').length - 1;
