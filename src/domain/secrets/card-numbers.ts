/** Digits in groups, as cards are written; group by group, so that a list of single digits is none. */
export const CARD_CANDIDATE = /(?<![A-Za-z0-9_.-])[0-9]{3,19}(?:[ -][0-9]{3,7}){0,5}(?![A-Za-z0-9_]|[.-][0-9])/g;

/** Schemes and their lengths; shorter or unknown ones would take order numbers and time stamps for cards. */
const SCHEME =
  /^(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17})$/;

/** Chinese resident ids are personal data, no credentials, and a booking needs them: they are kept, even where Luhn happens to agree. */
const RESIDENT_ID = /^\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4}$/;

/** A payment card number: known scheme, right length, and Luhn's check digit (ISO/IEC 7812-1). */
export function isCardNumber(written: string): boolean {
  const digits = written.replace(/[ -]/g, '');
  if (!SCHEME.test(digits) || RESIDENT_ID.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0;
}
