import type { Namespace } from '../../domain/memory.ts';
import { sha256Hex } from '../../domain/text/hash.ts';

/** 128 bits: two of a billion names meet with a chance of 10^-21. */
const HASH_CHARACTERS = 32;

/** A name of any characters as one that every service takes, and that cannot run into what stands beside it. Lower-case hex, fixed length. */
export const hashName = (name: string): string => sha256Hex(name).slice(0, HASH_CHARACTERS);

export const hashNamespace = (namespace: Namespace): string => hashName(`namespace\n${namespace}`);
