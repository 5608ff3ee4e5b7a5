import type { Memory } from '../memory.ts';
import { summaryIdentity } from '../summarising/draft-summary.ts';
import { identityOf } from '../text/hash.ts';

/** No summary is asked for with this length: no request finds a summary under it. */
const NO_LENGTH = 0;

/**
 * What a memory is known by after an edit or an import. An edited summary is no longer the one that the same sources and length give, and
 * it still must not be taken for a memory that happens to say the same.
 */
export const editedIdentity = (memory: Memory): string =>
  memory.source.ids === undefined ? identityOf(memory) : summaryIdentity(memory.source.ids, NO_LENGTH);
