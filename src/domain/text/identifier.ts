import { IDENTIFIER_CHARACTERS_MAX, NAMESPACE_PATTERN } from '../limits.ts';
import { countCharacters } from './clean-text.ts';

const CONTROL = /\p{Cc}/u;

/**
 * Session ids, keys and tags: 1 to 256 code points, no control characters, taken literally (case and inner white space count).
 * Null when fine, else what to change.
 */
export function checkIdentifier(text: string): string | null {
  if (text.length === 0) return 'must not be empty';
  if (countCharacters(text) > IDENTIFIER_CHARACTERS_MAX) return `must be at most ${IDENTIFIER_CHARACTERS_MAX} characters`;
  if (CONTROL.test(text)) return 'must not contain control characters such as NUL, tab or newline';
  // A half emoji cannot be stored as UTF-8; replacing it would silently make two identifiers one.
  if (!text.isWellFormed()) return 'must be valid Unicode: it contains half of a surrogate pair';
  return null;
}

export const isNamespace = (text: string): boolean => NAMESPACE_PATTERN.test(text);
