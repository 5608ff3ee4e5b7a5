import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Memory } from '../memory.ts';
import { foldForIdentity } from './fold-text.ts';

/** Lower-case hex of SHA-256 over UTF-8. Synchronous on purpose: verbs decide inside one storage turn. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** What a tombstone remembers of a wording. */
export const contentHash = (content: string): string => sha256Hex(foldForIdentity(content));

/** What a tombstone remembers of a key: keys are literal. */
export const keyHash = (key: string): string => sha256Hex(key);

/**
 * Equal for an identical repeat: namespace + layer + key (and, for episodic, the session) + folded content; the namespace is the store's.
 * A JSON array, so that no field can run into the next one and an absent key is not an empty one.
 */
export function identityOf(memory: Pick<Memory, 'layer' | 'key' | 'session_id' | 'content'>): string {
  const session = memory.layer === 'episodic' ? memory.session_id : null;
  return sha256Hex(JSON.stringify([memory.layer, memory.key, session, foldForIdentity(memory.content)]));
}
