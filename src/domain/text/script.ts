/** Which writing and which language a text is in: for the summariser's language and the embedder's gate. Counts letters, guesses nothing finer. */
export type Script = 'latin' | 'han' | 'kana' | 'other';
export type Language = 'zh' | 'en' | 'ja' | 'other';

const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;
const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** One Han or kana character carries about as much as this many Latin letters. */
const LETTERS_PER_CHARACTER = 3;
/** Japanese prose is about half kana; Chinese has none but in brand names. */
const KANA_SHARE_MIN = 0.15;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

interface ScriptCounts {
  readonly latin: number;
  readonly han: number;
  readonly kana: number;
  readonly other: number;
}

function countScripts(text: string): ScriptCounts {
  const [latin, han, kana] = [count(text, LATIN), count(text, HAN), count(text, KANA)];
  return { latin, han, kana, other: Math.max(0, count(text, LETTER) - latin - han - kana) };
}

/** The script that carries most of the text; text without letters is `other`. */
export function dominantScript(text: string): Script {
  const counts = countScripts(text);
  const cjk = (counts.han + counts.kana) * LETTERS_PER_CHARACTER;
  if (cjk === 0 && counts.latin === 0) return 'other';
  if (cjk >= counts.latin && cjk >= counts.other) return counts.kana > counts.han ? 'kana' : 'han';
  return counts.latin >= counts.other ? 'latin' : 'other';
}

const ENGLISH_WORDS = new Set(
  'the and of to in is are was were be been has have had for on with that this it as at by from not i you he she we they my your his her our their will would can do does did a an or but if when who what'.split(
    ' ',
  ),
);
/** The commonest words of other languages in Latin letters, those that are no English words. */
const FOREIGN_WORDS = new Set(
  (
    'el los las una del que por para con está es su sus como más pero muy ' +
    'le les des du une est et dans pour avec sur pas qui sont ce cette je nous vous ' +
    'der das den dem und ist nicht ein eine einen zu mit auf für von sich ich wir sie ' +
    'il lo gli della di che non una sono per nel anche ' +
    'os uma não com em ao são mais você ' +
    'het een van niet voor zijn och att som är på med jest się nie na że dla ve bir için yang dan tidak dengan của và là không'
  ).split(' '),
);

/** `en` for Latin text unless the commonest words of another language outnumber the English ones. */
export function languageOf(text: string): Language {
  const script = dominantScript(text);
  if (script === 'kana') return 'ja';
  if (script === 'han') {
    const counts = countScripts(text);
    return counts.kana / (counts.kana + counts.han) >= KANA_SHARE_MIN ? 'ja' : 'zh';
  }
  if (script !== 'latin') return 'other';
  let [english, foreign] = [0, 0];
  for (const word of text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []) {
    if (ENGLISH_WORDS.has(word)) english += 1;
    else if (FOREIGN_WORDS.has(word)) foreign += 1;
  }
  return foreign > english ? 'other' : 'en';
}
