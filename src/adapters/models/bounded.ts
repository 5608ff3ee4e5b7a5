/**
 * A ceiling on what one object, or one request, asks of a model at the same time. A burst waits its turn; beyond a queue's length it is told that the model
 * is busy, which the callers know how to live with: text is indexed later, summaries are made without the model.
 */
import pLimit from 'p-limit';
import { err } from '../../domain/result.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Summarizer } from '../../ports/summarizer.ts';

/** The platform opens six connections at once for one invocation; one is left for a store. */
const EMBEDDING_CALLS_MAX = 3;
const SUMMARY_CALLS_MAX = 2;
/** At a quarter of a second a call, the last in the queue waits four seconds; longer, a reply without the model is worth more. */
const WAITING_MAX = 64;

/** Runs the work when it is its turn; `busy` answers in its place when too many wait already. */
export type ModelLimit = <Value>(work: () => Promise<Value>, busy: () => Value) => Promise<Value>;

export function createModelLimit(calls_max: number, waiting_max: number = WAITING_MAX): ModelLimit {
  const limit = pLimit(calls_max);
  return async (work, busy) => (limit.pendingCount >= waiting_max ? busy() : limit(work));
}

export const boundedEmbedder = (embedder: Embedder, limit: ModelLimit = createModelLimit(EMBEDDING_CALLS_MAX)): Embedder => ({
  describe: () => embedder.describe(),
  chunk: (text) => embedder.chunk(text),
  embed: (texts) =>
    limit(
      () => embedder.embed(texts),
      () => texts.map(() => ({ status: 'failed', reason: 'busy' })),
    ),
});

export const boundedSummarizer = (summarizer: Summarizer, limit: ModelLimit = createModelLimit(SUMMARY_CALLS_MAX)): Summarizer => ({
  id: summarizer.id,
  summarize: (request) =>
    limit(
      () => summarizer.summarize(request),
      () => err({ cause: 'busy' }),
    ),
});
