/** What a trace of a text looks like: in a reply, in a file, and in whatever a store makes of it. */
import { createHash } from 'node:crypto';
import { termsOf } from '../../../src/domain/text/terms.ts';

/** Two words that nothing else holds, in two scripts. */
export interface Words {
  readonly english: string;
  readonly chinese: string;
}

/** Each hidden text has a number of its own, so that a trace names the way that it came. */
export const markOf = ({ english, chinese }: Words, number: string): string => `${english}${number}x ${chinese}${number}号`;

/** Names of the texts in which the mark stands, or either of the words by itself: no reply repeats a query. */
export const holding = (texts: Readonly<Record<string, string>>, mark: string, { english, chinese }: Words): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    [...mark.split(' '), english, chinese].some((word) => text.includes(word)) ? [name] : [],
  );

/** As it was written, folded, and without its beginning: an index keeps only what a word does not share with the one before it. */
export const fileFormsOf = (word: string): readonly string[] => [word, word.toLowerCase(), word.toLowerCase().slice(2)];

/** A word in every encoding in which a store that answers with text could hold it. */
export function encodingsOf(word: string): readonly string[] {
  const forms = [word, word.toLowerCase()].flatMap((form) => {
    const bytes = Buffer.from(form);
    const escaped = [...form].map((character) => jsonEscape(character)).join('');
    return [
      form,
      escaped,
      escaped.toUpperCase().replaceAll('\\U', '\\u'),
      encodeURIComponent(form),
      bytes.toString('hex'),
      ...base64Of(bytes),
    ];
  });
  return [...new Set(forms)];
}

const jsonEscape = (character: string): string =>
  (character.codePointAt(0) ?? 0) < 0x80
    ? character
    : [...utf16(character)].map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
function* utf16(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}

/** The characters that the bytes alone decide, wherever in a longer text they begin. */
const base64Of = (bytes: Buffer): readonly string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });

/** What the lexical index makes of the words: terms as they stand beside a wording, pairs of Chinese characters among them. */
export const lexicalTermsOf = ({ chinese }: Words): readonly string[] => termsOf(chinese).filter((term) => [...term].length > 1);

/** The numbers under which Postgres indexes the terms of a text in a namespace (hindsight.token). */
export const tokensOf = (namespace: string, text: string): readonly string[] =>
  termsOf(text).map((term) =>
    BigInt.asIntN(64, BigInt(`0x${createHash('md5').update(`${namespace} ${term}`).digest('hex').slice(0, 16)}`)).toString(),
  );
