import { ConverterFactory } from 'opencc-js/core';
import TSCharacters from 'opencc-js/dict/TSCharacters';
import TSPhrases from 'opencc-js/dict/TSPhrases';
import TWPhrasesRev from 'opencc-js/dict/TWPhrasesRev';

/**
 * Folds that make variants of one writing equal. Data: OpenCC (Apache-2.0) through opencc-js, three dictionaries of 56 kB together;
 * its full preset would be 1.2 MB. TWPhrasesRev turns Taiwanese wording (軟體, 網路) into the mainland one (软件, 网络).
 */
const taiwanToMainland = ConverterFactory([TWPhrasesRev], [TSPhrases, TSCharacters]);
const byCharacters = ConverterFactory([TSCharacters]);

/** Traditional Chinese (Taiwanese wording too) to simplified. Simplified text comes out as it was. */
export const simplify = (text: string): string => taiwanToMainland(text);

/** Character by character, so that the length in characters stays: for Japanese, where Chinese phrases do not apply. */
export const simplifyCharacters = (text: string): string => byCharacters(text);

/** Katakana to hiragana, so that リンゴ finds りんご. */
export const foldKana = (text: string): string =>
  text.replace(/[\u30a1-\u30f6]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60));

const COMBINING_MARKS = /[\u0300-\u036f]/g;
const LATIN_BEYOND_ASCII = /[\u00c0-\u024f\u1e00-\u1eff]/;

/** `café` to `cafe`. Latin only: elsewhere a mark makes another letter (й, が). */
export const foldAccents = (text: string): string =>
  LATIN_BEYOND_ASCII.test(text) ? text.normalize('NFD').replace(COMBINING_MARKS, '').normalize('NFC') : text;
