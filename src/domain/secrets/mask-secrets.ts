import { CARD_CANDIDATE, isCardNumber } from './card-numbers.ts';
import { CHINESE_ASSIGNMENT, ENGLISH_ASSIGNMENT, isChineseSecret, isEnglishSecret, isProse } from './named-secrets.ts';
import { TOKEN_SHAPES } from './token-shapes.ts';

export interface MaskedText {
  readonly text: string;
  /** Distinct kinds, in the order found. */
  readonly kinds: readonly string[];
}

/** A masked secret may bring a name and another value side by side; two rounds have been enough for everything but adversaries. */
const ROUNDS_MAX = 6;

/** Replaces text shaped like a credential by `[REDACTED:kind]`. Idempotent, linear in the length of the text. */
export function maskSecrets(text: string): MaskedText {
  const masked = maskWritten(text);
  // Full-width letters spell the same secret. Only where that uncovers one are they written in half width.
  if (!FULL_WIDTH.test(text)) return masked;
  const narrow = maskWritten(text.replace(FULL_WIDTHS, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET)));
  return narrow.kinds.length > masked.kinds.length || countMarks(narrow.text) > countMarks(masked.text) ? narrow : masked;
}

const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ＿－]/;
const FULL_WIDTHS = new RegExp(FULL_WIDTH, 'g');
const FULL_WIDTH_OFFSET = 0xfee0;
const countMarks = (text: string): number => text.split(MARKER).length;

function maskWritten(text: string): MaskedText {
  const kinds = new Set<string>();
  let masked = text;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = maskOnce(masked, kinds);
    if (next === masked) break;
    masked = next;
  }
  return { text: masked, kinds: [...kinds] };
}

/** The kind of the first secret in a key or tag, which are refused rather than masked: a changed identifier finds nothing. */
export const looksSecret = (text: string): string | null => maskSecrets(text).kinds[0] ?? null;

const PRIVATE_KEY_START = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const PRIVATE_KEY_END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const AUTHORIZATION = /(?<![A-Za-z])((?:Bearer|Basic|Token)[ \t]{1,4})([A-Za-z0-9._~+/=-]{12,})/gi;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/[\]]*:)([^\s/@]+(?:@[^\s/@]+){0,3})(@[^\s/@])/gi;
const AWS_SECRET = /(secret[^\n]{0,40}?[^A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi;
/** Capital letters only: a pin is also a thing on a board. */
const SHORT_CODE =
  /((?<![A-Za-z])(?:PIN|CVV2?|CVC2?|验证码|驗證碼|动态码)(?:[ \t]{0,2}[:=：][ \t]{0,2}|[ \t]is[ \t]|[ \t]{0,2}[码碼]?[是为為][ \t]{0,2}))(?:\d{3,8})(?!\d)/g;
/** curl -u name:password */
const USER_OPTION = /((?:^|\s)(?:-u|--user)[ =]{1,2}[^\s:[\]]{1,64}:)([^\s'"]{3,})/g;
/** Words in a row, as wallets and pass phrases have them; after `is` only as many as a wallet has, since that may be prose. */
const PHRASE =
  /((?:seed|recovery|pass)[ _-]?phrase|mnemonic|助记词|助記詞)(\s{0,4}(?:\b(?:is|are)\b|[:=：]|是|为|為)\s{0,4}["'“]?)([a-z]{2,12}(?:[ ,]{1,2}[a-z]{2,12}){2,23})/gi;
const WALLET_WORDS = 12;
const MARKER = '[REDACTED:';

function maskOnce(text: string, kinds: Set<string>): string {
  const mark = (kind: string): string => {
    kinds.add(kind);
    return `${MARKER}${kind}]`;
  };
  let masked = maskPrivateKeys(text, mark);
  masked = masked.replace(URL_PASSWORD, (whole, before: string, password: string, after: string) =>
    password.startsWith(MARKER) || /^[$<*{]/.test(password) ? whole : `${before}${mark('url_password')}${after}`,
  );
  for (const { kind, pattern, digit_needed } of TOKEN_SHAPES) {
    masked = masked.replace(pattern, (whole) => (digit_needed === true && !/\d/.test(whole) ? whole : mark(kind)));
  }
  masked = masked.replace(AUTHORIZATION, (whole, scheme: string, token: string) =>
    /\d/.test(token) || token.endsWith('=') ? `${scheme}${mark('bearer_token')}` : whole,
  );
  masked = masked.replace(AWS_SECRET, (whole, cue: string, secret: string) =>
    /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) ? `${cue}${mark('aws_secret_key')}` : whole,
  );
  masked = masked.replace(USER_OPTION, (whole, before: string, password: string) =>
    password.startsWith(MARKER) || /^[\d$<{]+$/.test(password) ? whole : `${before}${mark('password')}`,
  );
  masked = masked.replace(PHRASE, (whole, name: string, separator: string, text: string) => {
    const words = text.split(/[ ,]+/);
    const enough = words.length >= WALLET_WORDS || (/[:=：]/.test(separator) && !isProse(words[0] ?? ''));
    return enough ? `${name}${separator}${mark('pass_phrase')}` : whole;
  });
  masked = maskAssignments(masked, mark);
  masked = masked.replace(SHORT_CODE, (_whole, before: string) => `${before}${mark('pin')}`);
  return masked.replace(CARD_CANDIDATE, (written) => (isCardNumber(written) ? mark('card_number') : written));
}

function maskAssignments(text: string, mark: (kind: string) => string): string {
  const english = text.replace(ENGLISH_ASSIGNMENT, (whole: string, name: string, separator: string, value: string, offset: number) =>
    isEnglishSecret({ name, separator, value, rest: text.slice(offset + whole.length, offset + whole.length + 4) })
      ? `${whole.slice(0, whole.length - value.length)}${mark(kindOf(name))}`
      : whole,
  );
  return english.replace(CHINESE_ASSIGNMENT, (whole: string, name: string, separator: string, value: string, offset: number) => {
    const rest = english.slice(offset + whole.length, offset + whole.length + 2);
    if (!isChineseSecret({ name, separator, value, rest })) return whole;
    // In running Chinese the value ends where the ASCII does: 密码是abc123，or 密码是abc123别忘了.
    const secret = /^[!-~]+/.exec(value)?.[0] ?? value;
    return `${whole.slice(0, whole.length - value.length)}${mark(kindOf(name))}${value.slice(secret.length)}`;
  });
}

function kindOf(name: string): string {
  if (/pass|pwd|kennwort|senha|contrase|пароль|密\s?[码碼]|口\s?令|暗\s?号|通关|パスワード|비밀번호/i.test(name)) return 'password';
  return /token|令\s?牌/i.test(name) ? 'token' : 'secret';
}

/** By index, not by one pattern: a key block is long, and a missing end must not make the search start over. */
function maskPrivateKeys(text: string, mark: (kind: string) => string): string {
  const start = PRIVATE_KEY_START.exec(text);
  if (start === null) return text;
  PRIVATE_KEY_END.lastIndex = start.index + start[0].length;
  const end = PRIVATE_KEY_END.exec(text);
  // Without an end the rest of the text is taken for key: cutting a key in half must not save it.
  const rest = end === null ? '' : text.slice(end.index + end[0].length);
  return `${text.slice(0, start.index)}${mark('private_key')}${end === null ? '' : maskPrivateKeys(rest, mark)}`;
}
