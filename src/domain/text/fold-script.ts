import { ConverterFactory } from 'opencc-js/core';
import TSCharacters from 'opencc-js/dict/TSCharacters';
import TSPhrases from 'opencc-js/dict/TSPhrases';
import TWPhrasesRev from 'opencc-js/dict/TWPhrasesRev';

/**
 * Folds that make variants of one writing equal. Data: OpenCC (Apache-2.0) through opencc-js, three dictionaries of 56 kB together;
 * its full preset would be 1.2 MB. TWPhrasesRev turns Taiwanese wording (軟體, 網路) into the mainland one (软件, 网络).
 */
const byPhrases = ConverterFactory([TSPhrases, TSCharacters]);
const byCharacters = ConverterFactory([TSCharacters]);

/** In simplified characters, so that 软体 is 软件 as 軟體 is. Without what only lengthens a name: 哈萨克 within 哈萨克斯坦. */
const taiwanToMainland = ConverterFactory([
  byCharacters(TWPhrasesRev)
    .split('|')
    .filter((entry) => {
      const [taiwan = '', mainland = ''] = entry.split(' ');
      return !mainland.includes(taiwan);
    })
    .join('|'),
]);

/** Traditional Chinese to simplified, Taiwanese wording to that of the mainland in either script. */
export const simplify = (text: string): string => taiwanToMainland(byPhrases(text));

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
