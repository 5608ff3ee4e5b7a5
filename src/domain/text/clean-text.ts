/** Cleaning and measuring of text. Characters are code points everywhere in the contract; nothing here ever splits a surrogate pair. */

export interface CleanText {
  readonly text: string;
  /** A control character or a lone surrogate was changed. Trimming, line ends and normalisation do not count: they lose nothing. */
  readonly sanitized: boolean;
}

// C0 but tab and newline. C1 and DEL are no part of the contract and stay: they are harmless in JSON, SQLite and Postgres.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const REMOVED_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const LINE_ENDS = /\r\n/g;
const LONE_CARRIAGE_RETURNS = /\r/g;

/** Zero-width spaces, joiners and the like: alone they say nothing. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** NUL and C0 removed, lone surrogates to U+FFFD, line ends to LF, NFC, outer white space trimmed; empty when nothing of it can be seen. Idempotent. */
export function cleanText(raw: string): CleanText {
  const sane = sanitizeCharacters(raw);
  const text = sane.text.normalize('NFC').trim();
  return { text: INVISIBLE.test(text) ? '' : text, sanitized: sane.sanitized };
}

/** The part of cleaning that makes text storable, without trimming or normalising: for strings inside metadata and tool data. */
export function sanitizeCharacters(raw: string): CleanText {
  const unix = raw.replace(LINE_ENDS, '\n');
  const text = unix.replace(LONE_CARRIAGE_RETURNS, '\n').replace(REMOVED_CONTROLS, '').toWellFormed();
  return { text, sanitized: text !== unix };
}

/** Code points. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

/** At most `max` code points. Steps back to the border of the grapheme cluster, unless that would leave nothing. */
export function cutCharacters(text: string, max: number): string {
  const end = codeUnitsOf(text, max);
  if (end >= text.length) return text;
  const start = graphemes.segment(text).containing(end)?.index ?? end;
  return text.slice(0, start > 0 ? start : end);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Code units that hold the first `count` code points. */
function codeUnitsOf(text: string, count: number): number {
  let index = 0;
  for (let seen = 0; seen < count && index < text.length; seen += 1) {
    const pair = isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1));
    index += pair ? 2 : 1;
  }
  return index;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
