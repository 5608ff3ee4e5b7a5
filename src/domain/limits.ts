/** Every limit of the public contract: the unit is in the name, the reason beside it. Tested on both sides of each edge. */

/** Code points after cleaning: a long page of text; longer sources belong in a document store, with a memory pointing there. */
export const CONTENT_CHARACTERS_MAX = 32_768;
/** Code points: a question, not a document; longer queries are cut and the reply says so. */
export const QUERY_CHARACTERS_MAX = 4_096;
/** Code points of a key, a tag or a session id: an identifier that a person can read. */
export const IDENTIFIER_CHARACTERS_MAX = 256;
export const NAMESPACE_PATTERN = /^[A-Za-z0-9._:/@-]{1,128}$/;
/** More labels than this are a data model, which belongs in metadata. */
export const TAGS_MAX = 32;
/** UTF-8 bytes of compact JSON: keeps a row of the embedded store far below its 2 MB ceiling. */
export const METADATA_BYTES_MAX = 8_192;
/** Items of one batch: commits atomically in one storage transaction. */
export const BATCH_ITEMS_MAX = 500;
/** A hundred years: beyond that, a memory without expiry is meant. */
export const TTL_DAYS_MAX = 36_500;
/** What a model reads without losing the thread. */
export const TOP_K_DEFAULT = 5;
/** Fifty hits fill a model's attention, not its knowledge. */
export const TOP_K_MAX = 50;
/** A screen; the largest page is still a reply of a few hundred kilobytes. */
export const PAGE_ITEMS_DEFAULT = 20;
export const PAGE_ITEMS_MAX = 100;
/** Bytes of a request body, by route: an ordinary call, a batch of memories, one line of an import. */
export const BODY_BYTES_MAX = 1_048_576;
export const BATCH_BODY_BYTES_MAX = 20_971_520;
export const IMPORT_LINE_BYTES_MAX = 1_048_576;
/** First replies are replayed at least this long: longer than any client keeps retrying. */
export const IDEMPOTENCY_HOURS = 24;
/** Code points: room for any id scheme. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 256;
/** Memories of one summary: beyond that it says little about each. */
export const SUMMARY_SOURCES_MAX = 100;
/** Two or three sentences. */
export const SUMMARY_CHARACTERS_DEFAULT = 200;
/** A summary longer than this is not one. */
export const SUMMARY_CHARACTERS_MAX = 4_000;
/** Below this no sentence fits. */
export const SUMMARY_CHARACTERS_MIN = 20;
/** Code points of why something was corrected or forgotten: a sentence or two. */
export const REASON_CHARACTERS_MAX = 500;
/** Neighbours named in one write reply: enough to act on, small enough to read. */
export const SIMILAR_MAX = 5;
/** Ids of one forget: each is read back for the receipt, so a call stays within seconds. */
export const CONFIRM_IDS_MAX = 100;
/** Candidates that a forget preview shows. */
export const FORGET_CANDIDATES_MAX = 20;
/** One short message at the least; the largest windows of today at the most. */
export const BUDGET_TOKENS_MIN = 50;
export const BUDGET_TOKENS_MAX = 1_000_000;
/**
 * Compare-and-set tries of one verb before the caller is told to try again. Of each round of competing commits one wins, so N writers at
 * once need up to N tries.
 */
export const COMMIT_ATTEMPTS_MAX = 64;
