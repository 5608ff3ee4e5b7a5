/** Secrets that only their name gives away: `password: x`, `DB_PASSWORD=x`, `密码是x`. */

/** `loud` names always hold a secret; the others also name counts, columns and topics, so that their value must look random. */
const LOUD =
  'pass(?:word|wd|phrase|code|wort)|pwd|kennwort|senha|mot de passe|contraseña|пароль|client[_ -]?secret|secret[_ -]?(?:access[_ -]?)?key|api[_ -]?(?:key|secret|token)|apikey|access[_ -]?(?:key|token)|auth[_ -]?token|refresh[_ -]?token|bot[_ -]?token|private[_ -]?key|encryption[_ -]?key|account[_ -]?key';
const QUIET = 'secret|token|credentials?|pass';
const CHINESE =
  '密\\s?码|口\\s?令|密\\s?钥|秘\\s?钥|金\\s?钥|令\\s?牌|私\\s?钥|暗\\s?号|密\\s?碼|金\\s?鑰|密\\s?鑰|通关密语|授权码|授權碼|パスワード|비밀번호';

const OPEN_QUOTE = '["\'`“‘「『]?';
const VALUE = '([^\\s，。；、！？,;"\'`“”‘’「」『』<>()（）【】{}]+)';

/** `password for the test database: …`, `密码（测试环境）：…` */
const ENGLISH_ASIDE = "(?:[ \\t](?:for|of|to|on)[ \\t][A-Za-z0-9 ._'/-]{1,40}?)?";
const CHINESE_ASIDE = '(?:[（(][^（）()\\n]{1,20}[)）])?';
const SIGN = '(?:=>|:=|->|→|[:=：＝])';
const GAP = '[ \\t]{0,4}';

/** Name, an optional closing quote of a JSON name, a separator, the value. `was` and `to` stand in prose: their value must look random. */
export const ENGLISH_ASSIGNMENT = new RegExp(
  `((?:${LOUD})|(?<![A-Za-z])(?:${QUIET})|(?<=_)(?:${QUIET}))` +
    `(["'\`]?${ENGLISH_ASIDE}(?:${GAP}${SIGN}\\s{0,4}|[ \\t]{1,4}(?:is|was|to)(?:[ \\t]{0,2}:${GAP}|[ \\t]{1,4})|[ \\t]{0,2}(?:就?是|为|為|は)${GAP})|[ \\t]{1,2}(?=\\S))` +
    `${OPEN_QUOTE}${VALUE}`,
  'gi',
);

export const CHINESE_ASSIGNMENT = new RegExp(
  `(${CHINESE})` +
    `(["'\`]?${CHINESE_ASIDE}(?:${GAP}${SIGN}\\s{0,4}|[ \\t]{0,2}(?:就?是|为|為|(?:改|换|換|设|設|设置|設置|設定|更新|重置)(?:成|为|為)了?|は|[는은])[ \\t]{0,2}[:：]?${GAP}|[ \\t]{0,2}))` +
    `${OPEN_QUOTE}${VALUE}`,
  'g',
);

const QUIET_NAME = new RegExp(`^(?:${QUIET})$`, 'i');
const LOUD_FIELD = new RegExp(`(?:${LOUD}|${CHINESE})$`, 'i');
const QUIET_FIELD = new RegExp(`(?:^|[_ .-])(?:${QUIET})$`, 'i');

/** In JSON, where name and value are apart: is the string under this name a secret? `{"pass": "boarding"}` is none. */
export const isSecretField = (name: string, value: string): boolean =>
  LOUD_FIELD.test(name) ? value !== '' : QUIET_FIELD.test(name) && (looksRandom(value) || /^\S{8,}$/.test(value));

/** What follows `password is …` or `password: …` in prose about passwords. */
const PROSE = new Set(
  (
    'a an the in on at by for from of to with and or not no none null nil undefined true false yes unknown empty blank missing required optional needed ' +
    'invalid valid wrong correct incorrect weak strong short long too very same different still never always now already also only just been being ' +
    'changed rotated reset expired forgotten stored kept saved known lost shared secret safe unsafe secure hidden encrypted hashed plain protected ' +
    'set unset updated managed generated given sent asked provided here there somewhere his her their my your our its this that it what which whatever ' +
    'when where how why if see ask use must should can cannot may might will would has have had was were is are be as string text number field policy ' +
    'manager prompt page reset hint length limit count budget usage bucket and/or n/a tbd todo redacted masked case case-sensitive case-insensitive min max minimum maximum'
  ).split(' '),
);
const PROSE_ENDING = /^[a-z]{2,}(?:ed|ing|ly)$/;
export const isProse = (word: string): boolean => PROSE.has(word.toLowerCase());
const PLACEHOLDER = /^(?:[~.]{0,2}\/|\[REDACTED:|\$|%[A-Za-z_]+%|\*+$|x{3,}$|\.{3}|…|process\.env|os\.environ|env\.)/i;
const CHINESE_PROSE = /^[见在已未请不无需和由同问没忘改换上下每过与跟存放就很太还都也被要会能可有错正强弱必长短位]/;
const COUNT_AFTER = /^[年月日号位次个天小时分秒元条种]/;

/** Names of algorithms and standards, which stand beside these words and look as random as a secret. */
const STANDARD =
  /^(?:sha|md|oauth|argon|pbkdf|rfc|erc|base|utf|ipv|http|tls|x|pkcs|aes|rsa|v|totp|hotp|es|hs|rs)-?\d[\w.-]*$|^(?:1password|2fa|bcrypt)$/i;

/** A value that no prose has: a digit or a symbol among letters, or upper case inside. */
const looksRandom = (value: string): boolean =>
  value.length >= 6 &&
  !STANDARD.test(value) &&
  ((/\d/.test(value) && /[A-Za-z]/.test(value)) || /[!@#$%^&*+=~]/.test(value) || /[a-z][A-Z]/.test(value));

export interface Assignment {
  readonly name: string;
  readonly separator: string;
  readonly value: string;
  /** What comes after the value. */
  readonly rest: string;
}

export function isEnglishSecret({ name, separator, value, rest }: Assignment): boolean {
  const word = value.replace(/[.:!?]+$/, '').toLowerCase();
  // One or two digits are a count: the password is 8 characters long.
  if (PLACEHOLDER.test(value) || word === '' || PROSE.has(word) || /^\d{1,2}$/.test(word)) return false;
  const quiet = QUIET_NAME.test(name);
  const ascii = /^[!-~]+$/.test(value);
  // On the next line there may be a heading as well as a value.
  if (separator.includes('\n')) return ascii && looksRandom(value);
  if (/[:=：＝→]|->|[是为為は]/.test(separator)) {
    if (quiet) return looksRandom(value) || (value.length >= 8 && /\d/.test(value) && /\D/.test(value));
    return !(PROSE_ENDING.test(value) && /^ [a-z]/.test(rest));
  }
  if (/\bis\b/i.test(separator)) return ascii && (quiet ? looksRandom(value) : !PROSE_ENDING.test(word) && !STANDARD.test(word));
  if (!ascii || !looksRandom(value)) return false;
  return /\S/.test(separator.replace(/^["'`]/, '')) || (/\d/.test(value) && (!quiet || value.length >= 12));
}

export function isChineseSecret({ separator, value, rest }: Assignment): boolean {
  if (PLACEHOLDER.test(value)) return false;
  const ascii = /^[!-~]+/.exec(value)?.[0] ?? '';
  if (separator.includes('\n')) return looksRandom(ascii);
  const direct = /^["'`]?[ \t]*$/.test(separator);
  if (ascii === '') return /[:=：＝→]/.test(separator) && !CHINESE_PROSE.test(value) && [...value].length <= 16;
  if (PROSE.has(ascii.toLowerCase())) return false;
  if (COUNT_AFTER.test(value.slice(ascii.length)) || (ascii.length === value.length && /^\s?[年月日号位次]/.test(rest))) return false;
  return direct ? ascii.length >= 4 && /\d/.test(ascii) : true;
}
