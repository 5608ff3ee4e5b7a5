import { stemWord } from './stem-word.ts';

/** Words that say nothing about what a question is after. Dropped from queries only, and only while something else remains. */
const ENGLISH =
  'a an the this that these those i me my we us our you your he him his she her hers it its they them their who whom whose which what when where why how ' +
  'am is are was were be been being do does did has have had will would shall should can could may might must ' +
  'of at by for with to from in on into about as than and or but if because so then there please many much';

const CHINESE_WORDS =
  '的 了 吗 呢 吧 啊 呀 哦 嘛 是 在 我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 这 那 这个 那个 这些 那些 哪 哪个 哪些 哪里 哪儿 谁 什么 怎么 怎样 怎么样 为什么 多少 几 ' +
  '什么时候 何时 有 和 与 跟 或 及 也 都 就 还 很 把 被 给 让 对 从 到 向 以 于 为 而 但 但是 因为 所以 如果 请 请问 一下 一个 会 能 可以 要 吗 得 地 着 过 之 其 个 ' +
  'の は が を に へ と で も や か から まで です ます した する いる ある この その あの これ それ あれ 何 なに どこ いつ だれ 誰';

/** A bigram of two of these carries no content of its own. */
const EMPTY_CHARACTERS = new Set(
  '的了吗呢吧啊呀哦嘛是在我你您他她它们这那哪谁什么怎样个些有和与跟或也都就还很把被给让对从到以于为而但请问得地着过之其会能要多少几のはがをにへとでもやかしたますいるこそあれ',
);

const STOP_TERMS = new Set([...ENGLISH.split(' ').map(stemWord), ...CHINESE_WORDS.split(' ')]);

/** `characters`: the two characters of a bigram. */
export const isEmptyBigram = (characters: string): boolean => [...characters].every((character) => EMPTY_CHARACTERS.has(character));

/** A word made of nothing else: 我是, 我有. */
export const isEmptyWord = (word: string): boolean => word.length > 1 && isEmptyBigram(word);

export const isEmptyCharacter = (character: string): boolean => EMPTY_CHARACTERS.has(character);

/** `term` as it comes out of termsOf, bigrams excepted. */
export const isStopTerm = (term: string): boolean => STOP_TERMS.has(term);
