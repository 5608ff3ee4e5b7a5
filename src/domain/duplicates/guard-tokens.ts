import { chineseTokens, kindsOf } from './chinese-tokens.ts';
import { exactToken, type GuardToken, numberToken } from './guard-token.ts';
import { ARTICLE_KEEPERS, LIGHT_WORDS } from './guard-vocabulary.ts';
import { type WordPlace, wordTokens } from './word-tokens.ts';

const RUN =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)|([^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)/gu;
const SENTENCE_END = /(?:^|[.!?:。！？：\n]['")\]”’」』）]*\s*|\n\s*(?:[-*•]\s+)?)$/;

/** Full-width ASCII to ASCII. Not NFKC: that makes 10² the number 102. */
const foldWidth = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replaceAll('\ufe0f', '');

/** What must be the same in both texts, in order: everything but articles, politeness, particles and most punctuation. */
export function guardTokens(raw: string): GuardToken[] {
  const text = foldWidth(raw);
  const kinds = kindsOf(text);
  const tokens: GuardToken[] = [];
  for (const match of text.matchAll(RUN)) {
    const [run, chinese] = match;
    if (chinese !== undefined) {
      for (const token of chineseTokens(text, match.index, match.index + run.length, kinds)) tokens.push(token);
      continue;
    }
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    const sentence_start = match.index === 0 || SENTENCE_END.test(before);
    const next = /^\s*(\p{L}+)/u.exec(text.slice(match.index + run.length, match.index + run.length + 16))?.[1] ?? '';
    const first = tokens.length;
    addChunk(run, sentence_start, next.toLowerCase(), tokens);
    // 5 in 5月 is a date, though its digits stand outside the Chinese run.
    const kind = kinds.get(match.index + run.length - 1);
    if (kind === 'date') tokens.splice(first, tokens.length, ...tokens.slice(first).map((token) => ({ ...token, kind })));
  }
  return tokens;
}

const DROPPED_PUNCTUATION = /[,;!"“”‘„«»()[\]{}。，；！、：（）【】「」『』《》〈〉…·•—`]+/u;
const PUNCTUATION_START = /^(?:[,;:'’"“”‘„«»([{}\])。，；、！：…·•—–`¿¡]|[.!](?![\p{L}\p{N}=])|\*\*)+/u;
const PUNCTUATION_END = new Set('.,;:!\'’"“”)]}。，；、！：…·•—–`?？');
const QUESTION = /[?？]/;
const EXACT = /:\/\/|[@/\\_=#]|\p{L}\p{M}*[.:&|<>%$~^*+]|[.:&|<>%$~^*+]\p{L}/u;
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?$/u;
const HYPHENATED = /^\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)+$/u;
const DATE_OR_TIME = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[Tt].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)$/;
const QUANTITY = /^([^\p{L}\p{N}]*?)([-−]?\d+(?:,\d{3})*(?:\.\d+)?)(%|‰|°?\p{L}{1,8}|[$€£¥₩₹])?$/u;
const CURRENCY = /[$€£¥₩₹]/;
const ORDINAL = /^(?:st|nd|rd|th)$/i;

const DASHES = /^[-–−—~～→]+$/;
const isRangeEnd = (token: GuardToken | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'number' || token.kind === 'weekday' || token.kind === 'date' || /^[^\p{L}]|\p{Script=Han}/u.test(token.shown));

function addChunk(chunk: string, sentence_start: boolean, next: string, tokens: GuardToken[]): void {
  if (DASHES.test(chunk)) {
    // A dash between numbers or days is a minus or a range, after Chinese perhaps a way; elsewhere it is punctuation.
    if (isRangeEnd(tokens.at(-1))) tokens.push(exactToken('-', 'wording'));
    return;
  }
  const start = chunk.replace(PUNCTUATION_START, '');
  const core = withoutEnd(start);
  if (core !== '') addCore(core, sentence_start, next, tokens);
  // 5' and 5" are feet and inches; a quotation that ends in a digit is kept apart for it.
  const mark = /\d(['"’”′″])/.exec(start.slice(Math.max(0, core.length - 1)))?.[1];
  if (mark !== undefined && start === chunk) tokens.push(exactToken(mark, 'unit'));
  if (QUESTION.test(start.slice(core.length))) tokens.push(exactToken('?', 'wording'));
}

/** By hand, since a pattern of the form x+$ is quadratic on a long row of x that does not end the text. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    if (PUNCTUATION_END.has(text[end - 1] ?? '')) end -= 1;
    else if (text[end - 1] === '*' && text[end - 2] === '*') end -= 2;
    else return text.slice(0, end);
  }
}

function addCore(core: string, sentence_start: boolean, next: string, tokens: GuardToken[]): void {
  const place: WordPlace = { sentence_start, after_number: tokens.at(-1)?.kind === 'number' };
  if (WORD.test(core)) {
    if (!isLight(core, sentence_start, tokens.at(-1)?.shown ?? '', next)) tokens.push(...wordTokens(core, place));
    return;
  }
  if (DATE_OR_TIME.test(core)) {
    tokens.push(exactToken(core, 'date'));
    return;
  }
  const quantity = QUANTITY.exec(core);
  if (quantity !== null) {
    addQuantity(quantity, tokens);
    return;
  }
  if (isPath(core)) {
    tokens.push(exactToken(core, 'path'));
    return;
  }
  if (EXACT.test(core)) {
    tokens.push(exactToken(core, 'identifier'));
    return;
  }
  if (HYPHENATED.test(core)) {
    core.split('-').forEach((part, index) => {
      // Mon-Fri is not Mon and Fri.
      if (index > 0 && (tokens.at(-1)?.kind === 'weekday' || tokens.at(-1)?.kind === 'date')) tokens.push(exactToken('-', 'wording'));
      tokens.push(...wordTokens(part, { sentence_start: sentence_start && index === 0, after_number: place.after_number && index === 0 }));
    });
    return;
  }
  const parts = core.split(DROPPED_PUNCTUATION).filter((part) => part !== '');
  if (parts.length > 1) {
    parts.forEach((part, index) => {
      addChunk(part, sentence_start && index === 0, index === parts.length - 1 ? next : '', tokens);
    });
    return;
  }
  tokens.push(exactToken(core, /^[\d.,:+−–-]+$/.test(core) ? 'number' : /[\p{L}\p{N}]/u.test(core) ? 'identifier' : 'wording'));
}

/** `A` alone inside a sentence is a grade, `ER` a place and `Oh` a surname; `a few` is a quantity; to please and to speak kindly are meant. */
function isLight(word: string, sentence_start: boolean, previous: string, next: string): boolean {
  const lower = word.toLowerCase();
  if (!LIGHT_WORDS.has(lower)) return false;
  const plain = word === lower || word === 'The' || (sentence_start && word.slice(1) === lower.slice(1));
  if (!plain || (lower === 'kindly' && !sentence_start) || (lower === 'please' && previous === 'to')) return false;
  return !(lower === 'a' && ARTICLE_KEEPERS.has(next));
}

function addQuantity(quantity: RegExpExecArray, tokens: GuardToken[]): void {
  const [, symbols = '', written = '', unit] = quantity;
  for (const symbol of symbols) tokens.push(exactToken(symbol, CURRENCY.test(symbol) ? 'unit' : 'wording'));
  const plain = written.replaceAll(',', '').replace('−', '-');
  if (unit !== undefined && ORDINAL.test(unit)) {
    tokens.push(exactToken(`${plain}${unit.toLowerCase()}`, 'number'));
    return;
  }
  // Leading zeros are kept: 007 is no 7.
  tokens.push(numberToken(plain, /^-?(?:0|[1-9]\d{0,14})$/.test(plain) ? Number(plain) : null));
  if (unit !== undefined)
    tokens.push(...(/^\p{L}+$/u.test(unit) ? wordTokens(unit, { sentence_start: false, after_number: true }) : [exactToken(unit, 'unit')]));
}

const isPath = (core: string): boolean => /:\/\//.test(core) || (/[/\\]/.test(core) && !/@/.test(core) && /\p{L}/u.test(core));
