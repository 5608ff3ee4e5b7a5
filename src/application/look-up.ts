import type { WriteLookup } from '../ports/memory-store.ts';

const NOTHING: WriteLookup = { identities: [], content_hashes: [], keys: [], idempotency_keys: [], ids: [] };

/** A lookup for just these things. */
export const lookupOf = (wanted: Partial<WriteLookup>): WriteLookup => ({ ...NOTHING, ...wanted });
