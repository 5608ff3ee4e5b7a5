/** The form of an API key: `hs_<id>_<secret>`. Pure; where keys are kept is the key store's affair. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Credential {
  /** Public, letters and digits only: what a key is looked up by. */
  readonly id: string;
  /** 32 random bytes as base64url without padding. */
  readonly secret: string;
}

const FORM = /^hs_([A-Za-z0-9]{1,64})_([A-Za-z0-9_-]{43})$/;

/** The operator's token: as long as 192 random bits are in base64, so that nobody guesses it; `hs_` would read as a key. */
export const ADMIN_TOKEN_FORM = /^(?!hs_)[\x21-\x7e]{32,512}$/;
export const ADMIN_TOKEN_RULE = 'must be 32 or more visible ASCII characters and not begin with hs_';

export const formatCredential = ({ id, secret }: Credential): string => `hs_${id}_${secret}`;

export function parseCredential(text: string): Credential | null {
  const match = FORM.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { id: match[1], secret: match[2] };
}

/** SHA-256 in hex. A secret of 256 random bits cannot be guessed, so no slow hash is needed. */
export const hashSecret = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)));

/** Looks at every character whatever differs, so that time tells nothing. */
export function sameDigest(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let position = 0; position < left.length; position += 1) difference |= left.charCodeAt(position) ^ right.charCodeAt(position);
  return difference === 0;
}
