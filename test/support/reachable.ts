import { type Embedder, type EmbedderDescription, isReachable } from '../../src/ports/embedder.ts';

/** Of an embedder that is at work; throws for none and for one that cannot be reached. */
export async function descriptionOf(embedder: Embedder): Promise<EmbedderDescription> {
  const description = await embedder.describe();
  if (!isReachable(description)) throw new Error('there is no embedder at work');
  return description;
}
