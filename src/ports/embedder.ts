import type { Generality } from '../domain/ranking/generality.ts';

/** Text to vectors. An adapter states its limits as data; the application splits batches and chunks, never the adapter's caller. */
export interface EmbedderDescription {
  /** Stored with each vector, e.g. `builtin:use-lite-int8@2`. Vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Texts of one call. */
  readonly batch_max: number;
  /** Tokens of one text that count; longer text must be chunked by the caller. */
  readonly tokens_max: number;
  /** What tells its vectors of questions apart (domain/ranking/generality.ts), when it was made beforehand; fitted by the application otherwise. */
  readonly generality?: Generality;
}

/**
 * One outcome per text, in order. `unsupported`: the embedder does not know this language or found nothing to embed; the text
 * stays findable by words and is not retried. `failed`: bad number, wrong dimension, time-out of this one; counted and retried.
 */
export type Embedding =
  | { readonly status: 'embedded'; readonly vector: Float32Array }
  | { readonly status: 'unsupported'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

/** It does not answer, and how many dimensions its vectors have is not known yet: an outage, and what is written meanwhile waits for its vector. */
export interface UnreachableEmbedder {
  /** What is known of its id, e.g. `openai:text-embedding-3-small`. */
  readonly unreachable: string;
}

export const isReachable = (embedder: EmbedderDescription | UnreachableEmbedder | null): embedder is EmbedderDescription =>
  embedder !== null && 'id' in embedder;

/** Its id, or what is known of it; null for none. */
export const nameOf = (embedder: EmbedderDescription | UnreachableEmbedder | null): string | null =>
  isReachable(embedder) ? embedder.id : (embedder?.unreachable ?? null);

export interface Embedder {
  /** Null for `none`, and for a builtin embedder whose assets are missing: search is lexical and says so. */
  describe(): Promise<EmbedderDescription | UnreachableEmbedder | null>;
  /** Never throws: an outage is one `failed` per text. Vectors are unit length. */
  embed(texts: readonly string[]): Promise<readonly Embedding[]>;
  /** Splits text on sentence borders so that each part is within `tokens_max`; one part for short text. */
  chunk(text: string): readonly string[];
}
