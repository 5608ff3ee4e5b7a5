/**
 * Vectors made when the assets are built: of the questions that every search is set against (domain/ranking/background.ts), so that an isolate's
 * first search does not have to make 200 of them. The file holds DIMENSIONS little-endian f32 for each text, zeros for one without a vector.
 */
import { GENERAL_QUESTIONS } from '../../../domain/ranking/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../../domain/ranking/personal-questions.ts';
import type { Embedding } from '../../../ports/embedder.ts';
import { DIMENSIONS } from './weight-layout.ts';

export const KNOWN_TEXTS: readonly string[] = [...GENERAL_QUESTIONS, ...PERSONAL_QUESTIONS];

/** One embedding for each of KNOWN_TEXTS, in order. */
export function packKnownVectors(embeddings: readonly Embedding[]): Uint8Array {
  const values = new Float32Array(KNOWN_TEXTS.length * DIMENSIONS);
  for (const [at, embedding] of embeddings.entries()) if (embedding.status === 'embedded') values.set(embedding.vector, at * DIMENSIONS);
  return new Uint8Array(values.buffer);
}

/** By text. Empty without a file, or with one of another list: then they are made like any other vector. */
export function readKnownVectors(file: ArrayBuffer | null): ReadonlyMap<string, Float32Array> {
  if (file === null || file.byteLength !== KNOWN_TEXTS.length * DIMENSIONS * 4) return new Map();
  const values = new Float32Array(file);
  return new Map(
    KNOWN_TEXTS.flatMap((text, at) => {
      const vector = values.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
      return vector.some((value) => value !== 0) ? [[text, vector] as const] : [];
    }),
  );
}
