/** Text to vectors by the embedder's own limits: batches are split here, long text is chunked. An outage leaves text lexical, never lost. */
import { type EmbedderDescription, type Embedding, isReachable } from '../ports/embedder.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `embedded`: one vector a chunk. `unsupported`: nothing of it can be embedded and it is not retried. `failed`: some chunk could not be
 * embedded this time; half a text is not indexed, because its other half would then look like something that does not exist.
 */
export type ContentEmbedding =
  | { readonly status: 'embedded'; readonly chunks: readonly Float32Array[] }
  | { readonly status: 'unsupported' }
  | { readonly status: 'failed'; readonly reason: string };

export interface EmbeddedContents {
  /** Of the vectors; where all failed perhaps only the embedder's name. */
  readonly generation: string;
  /** One for each text, in order. */
  readonly contents: readonly ContentEmbedding[];
}

/** Null: there is no embedder, and nothing waits for one. */
export async function embedContents(deps: Pick<Dependencies, 'embedder'>, texts: readonly string[]): Promise<EmbeddedContents | null> {
  const description = await deps.embedder.describe();
  if (description === null) return null;
  if (!isReachable(description))
    return { generation: description.unreachable, contents: texts.map(() => ({ status: 'failed', reason: 'unreachable' })) };
  const chunked = texts.map((text) => deps.embedder.chunk(text));
  const outcomes = await embedDistinct(deps, description, [...new Set(chunked.flat())]);
  return {
    generation: description.id,
    contents: chunked.map((chunks) => gather(chunks.map((chunk) => outcomes.get(chunk) ?? { status: 'failed', reason: 'no answer' }))),
  };
}

async function embedDistinct(
  deps: Pick<Dependencies, 'embedder'>,
  description: EmbedderDescription,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Embedding>> {
  const outcomes = new Map<string, Embedding>();
  for (let start = 0; start < texts.length; start += description.batch_max) {
    const batch = texts.slice(start, start + description.batch_max);
    const embeddings = await deps.embedder.embed(batch);
    for (const [at, text] of batch.entries()) {
      const embedding = embeddings[at];
      if (embedding !== undefined) outcomes.set(text, embedding);
    }
  }
  return outcomes;
}

/** A chunk in a language that the embedder does not know leaves the others findable by meaning, and all of them by words. */
function gather(outcomes: readonly Embedding[]): ContentEmbedding {
  const failed = outcomes.find((outcome) => outcome.status === 'failed');
  if (failed !== undefined) return { status: 'failed', reason: failed.reason };
  const chunks = outcomes.flatMap((outcome) => (outcome.status === 'embedded' ? [outcome.vector] : []));
  return chunks.length === 0 ? { status: 'unsupported' } : { status: 'embedded', chunks };
}
