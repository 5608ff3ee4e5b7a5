import { foldAccents } from './fold-script.ts';
import { stemWord } from './stem-word.ts';

/**
 * Terms of one chunk: letters, digits and ASCII punctuation without white space, e.g. `O'Brien's`, `src/app.ts:12`, `(see https://x.org/a)`.
 * What people use as a name stays whole (`v1.2.3`, `abc-123`, `c++`, `a@b.org`), beside its word parts.
 */
export function chunkTerms(chunk: string): string[] {
  const terms: string[] = [];
  if (PLAIN.test(chunk)) {
    addWord(chunk, terms);
    return terms;
  }
  const url = URL_LIKE.exec(chunk);
  const text = chunk.replace(THOUSANDS, '').replace(BACKSLASHES, '/');
  if (url?.[1] !== undefined) addWhole(url[1], terms);
  for (const piece of text.split(HARD_SEPARATORS)) addPiece(piece, terms);
  return terms;
}

/** Longer ones are blobs, not names; a query for one is answered by its parts. */
const TERM_LENGTH_MAX = 64;

const PLAIN = /^[A-Za-z]+$/;
const URL_LIKE = /^[^A-Za-z]{0,3}[a-z][a-z0-9+.-]{1,20}:\/\/(?:[^\s/@]{0,100}@)?([^\s/:?#]{1,253})/i;
/** 12,000 is one number. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const BACKSLASHES = /\\+/g;
const HARD_SEPARATORS = /[()[\]{}<>,;!?=|*^`$%&~]+|:\/\//;
const JOINER = /[._\-/:@#+'’]/;
const JOINERS = /[._\-/:@#+'’]+/;
const OUTER_START = /^[-_:@#+'’/]+|^\.+(?![A-Za-z])/;
const OUTER_END = /(?:[-_:@'’/.]|(?<![A-Za-z+#])[+#])+$/;
const SYMBOL_LANGUAGE = /^(?:[a-z]+\+\+|[a-z]#)$/;
const SYMBOLS_AT_END = /[+#]+$/;
const POSSESSIVE = /['’]s$/;
const NUMBER_LIKE = /^\d+(?:[.:]\d+)+$/;
const VERSION = /^v(\d+(?:\.\d+)+.*)$/;
/** `src/a.ts:12` is asked for as `src/a.ts`. Never tried on longer text: its two stars take quadratic time. */
const PLACE_IN_FILE = /^(.*\/.*):\d+(?::\d+)?$/;
const PLACE_LENGTH_MAX = TERM_LENGTH_MAX + ':1234567:1234567'.length;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const QUANTITY = /^(\d+)([a-z]+)$/;
const SHORT_COMPOUND = /^([a-z]{1,2})-([a-z]+)$/;
const CAMEL = /(?<=[a-z])(?=[A-Z])/;

function addPiece(raw: string, terms: string[]): void {
  const original = raw.replace(OUTER_START, '').replace(OUTER_END, '');
  if (original === '') return;
  let piece = original.toLowerCase().replace(POSSESSIVE, '');
  if (SYMBOL_LANGUAGE.test(piece)) {
    addWhole(piece, terms);
    return;
  }
  piece = piece.replace(SYMBOLS_AT_END, '');
  if (!JOINER.test(piece)) {
    addWord(original.slice(0, piece.length), terms);
    return;
  }
  if (piece.includes('’') || piece.includes("'")) {
    addContraction(piece.replaceAll('’', "'"), terms);
    return;
  }
  addCompound(piece, original, terms);
}

/** A piece with a joiner inside: the whole, then its parts by the outermost joiner. */
function addCompound(piece: string, original: string, terms: string[]): void {
  addWhole(piece, terms);
  if (NUMBER_LIKE.test(piece) || UUID.test(piece)) return;
  const version = VERSION.exec(piece)?.[1];
  if (version !== undefined) {
    addWhole(version, terms);
    return;
  }
  const place = piece.length <= PLACE_LENGTH_MAX ? PLACE_IN_FILE.exec(piece)?.[1] : undefined;
  if (place !== undefined) addWhole(place, terms);
  for (const joiner of ['/', '@', ':']) {
    if (!piece.includes(joiner)) continue;
    for (const part of original.split(joiner)) addPiece(part, terms);
    return;
  }
  const short = SHORT_COMPOUND.exec(piece);
  if (short !== null) addWord(`${short[1]}${short[2]}`, terms);
  const date = ISO_DATE.test(piece);
  for (const part of original.split(JOINERS)) addWord(date ? part.replace(/^0+(?=\d)/, '') : part, terms);
}

const CONTRACTION = /^([a-z]+)'(?:m|re|ve|ll|d)$/;
const NEGATION = /^([a-z]+)n't$/;
const FULL_FORM: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };

function addContraction(piece: string, terms: string[]): void {
  const negated = NEGATION.exec(piece)?.[1];
  if (negated !== undefined) {
    addWord(FULL_FORM[negated] ?? negated, terms);
    addWord('not', terms);
    return;
  }
  const base = CONTRACTION.exec(piece)?.[1];
  if (base !== undefined) {
    addWord(base, terms);
    return;
  }
  // O'Brien: the joined form is what people type; the parts serve 'rock'n'roll' and quoted words.
  addWord(piece.replaceAll(/[^\p{L}\p{N}]/gu, ''), terms);
  for (const part of piece.split(JOINERS)) if (part.length >= 3) addWord(part, terms);
}

function addWhole(identifier: string, terms: string[]): void {
  if (identifier.length <= TERM_LENGTH_MAX) terms.push(foldAccents(identifier.toLowerCase()));
}

function addWord(word: string, terms: string[]): void {
  if (word === '') return;
  const lower = foldAccents(word.toLowerCase()).slice(0, TERM_LENGTH_MAX).toWellFormed();
  const quantity = QUANTITY.exec(lower);
  if (quantity?.[1] !== undefined && quantity[2] !== undefined) {
    terms.push(lower, quantity[1], stemWord(quantity[2]));
    return;
  }
  terms.push(stemWord(lower));
  const humps = camelParts(word);
  if (humps.length > 1) for (const hump of humps) terms.push(stemWord(hump.toLowerCase()));
}

/** fooBar and SearchRequestHandler are identifiers; iPhone, JavaScript and GitHub are names, whose parts would only mislead. */
function camelParts(word: string): readonly string[] {
  if (word.length > TERM_LENGTH_MAX || !CAMEL.test(word)) return [];
  const parts = word.split(CAMEL);
  const first = parts[0] ?? '';
  return (/^[a-z]{2}/.test(first) && parts.length > 1) || parts.length > 2 ? parts : [];
}
