/**
 * Identifiers in a question: ticket numbers, e-mail addresses, ports, file names, versions. Whoever asks by one means exactly that one, so
 * a memory that holds it comes first, whatever a vector says.
 */

import { foldForIdentity } from '../text/fold-text.ts';

/** Latin letters and digits only, so that Chinese written without spaces around an identifier does not stick to it. */
const TOKEN = /[A-Za-z0-9]+(?:[-_.@/:#+\\]+[A-Za-z0-9]+)*/g;
const EMAIL = /^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const FILE_NAME = /^[a-z0-9_-]{2,}(?:[./][a-z0-9_-]+)*\.[a-z][a-z0-9]{0,4}$/;
/** Numbers that a word in front of them makes an identifier, however short. */
const NUMBER_AFTER_LABEL =
  /(?:port|ticket|issue|order|invoice|case|room|flight|build|pr|no\.?|端口|工单|订单|编号|房间|航班|单号)\s*[#:：]?\s*$/i;
/** How far back from a number its label is looked for. */
const LABEL_CHARACTERS_MAX = 24;
const YEAR = /^(?:19|20)\d\d$/;
const CLOCK_OR_DATE = /^\d{1,2}[:.]\d{2}$|^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/;
/** Shorter numbers count things; longer ones name them. */
const NUMBER_DIGITS_MIN = 3;
const MIXED_CHARACTERS_MIN = 3;
const ORDINAL_OR_AMOUNT = /^\d+(?:st|nd|rd|th|s|k|km|kg|cm|mm|m|h|am|pm|min|gb|mb|d)$/;

/** NFKC, lower case, thousands separators taken out: `12,000` and `12000` are one number. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');

function isIdentifier(token: string, before: string): boolean {
  if (NUMBER_AFTER_LABEL.test(before) && /\d/.test(token)) return true;
  if (/^\d+$/.test(token)) return token.length >= NUMBER_DIGITS_MIN && !YEAR.test(token);
  if (CLOCK_OR_DATE.test(token)) return false;
  if (EMAIL.test(token) || FILE_NAME.test(token)) return true;
  if (/[a-z0-9]_[a-z0-9]/.test(token)) return true;
  return /\d/.test(token) && /[a-z]/.test(token) && token.length >= MIXED_CHARACTERS_MIN && !ORDINAL_OR_AMOUNT.test(token);
}

/** Distinct identifiers of a question, folded, in order. */
export function readIdentifiers(question: string): readonly string[] {
  const text = fold(question);
  const found = new Set<string>();
  for (const match of text.matchAll(TOKEN)) {
    if (isIdentifier(match[0], text.slice(Math.max(0, match.index - LABEL_CHARACTERS_MAX), match.index))) found.add(match[0]);
  }
  return [...found];
}

/** No letter or digit stands beside them. */
export const isBare = (question: string, identifiers: readonly string[]): boolean =>
  !/[\p{L}\p{N}]/u.test(
    [...identifiers].sort((a, b) => b.length - a.length).reduce((text, one) => text.replaceAll(one, ' '), fold(question)),
  );

const escapePattern = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** One pattern a question: true for each identifier that stands alone in a text, never as a part of a longer one (443 in 8443). */
export function identifierMatcher(identifiers: readonly string[]): (content: string) => number {
  const patterns = identifiers.map((one) => new RegExp(`(?<![a-z0-9]|[a-z0-9][-_@.])${escapePattern(one)}(?![a-z0-9]|[-_@.][a-z0-9])`));
  return (content) => {
    if (patterns.length === 0) return 0;
    const text = fold(content);
    return patterns.filter((pattern) => pattern.test(text)).length / patterns.length;
  };
}

/** Bounded, so that a question full of opening marks is read in linear time. */
const QUOTED = /"([^"]{2,300})"|“([^”]{2,300})”|「([^」]{2,300})」|『([^』]{2,300})』|《([^》]{2,300})》|`([^`]{2,300})`/g;

/** Phrases in quotation marks, folded: asked for letter by letter. */
export function readQuotedPhrases(question: string): readonly string[] {
  return [...question.matchAll(QUOTED)].map((match) => fold(match.slice(1).find((group) => group !== undefined) ?? '').trim());
}

/** For the comparison of whole texts: white space, case and width apart. */
export const foldWhole = (text: string): string => fold(foldForIdentity(text));

export const holdsPhrase = (content: string, phrase: string): boolean => fold(content).includes(phrase);
