import type { GeneralityForm } from '../../src/domain/ranking/generality.ts';
import { sha256Hex } from '../../src/domain/text/hash.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import type { Embedder } from '../../src/ports/embedder.ts';

export const WORD_DIMENSIONS = 64;

/** Hashes of words know no kinds of questions: every one is a little general, so that chance collisions (up to .25) stay below the floor. */
const LITTLE = 0.27;
const ALL_ALIKE: GeneralityForm = {
  linear: new Float32Array(WORD_DIMENSIONS),
  square: Float32Array.from(
    Array.from({ length: WORD_DIMENSIONS }, (_, row) =>
      Array.from({ length: WORD_DIMENSIONS - row }, (_, column) => (column === 0 ? LITTLE : 0)),
    ).flat(),
  ),
};

/** Vectors from the words of a text: texts that share most words are near, as with a real model. `生僻` marks text that it cannot embed. */
export function createWordEmbedder(id = 'words@1'): Embedder {
  return {
    describe: async () => ({ id, dimensions: WORD_DIMENSIONS, batch_max: 16, tokens_max: 200, generality: ALL_ALIKE }),
    embed: async (texts) =>
      texts.map((text) =>
        text.includes('生僻') ? { status: 'unsupported', reason: 'language' } : { status: 'embedded', vector: vectorOf(text) },
      ),
    chunk: (text) => text.match(/[\s\S]{1,800}/gu) ?? [text],
  };
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(WORD_DIMENSIONS);
  for (const term of termsOf(text)) {
    const hash = sha256Hex(term);
    for (let part = 0; part < 4; part += 1) {
      const byte = Number.parseInt(hash.slice(part * 4, part * 4 + 4), 16);
      const at = byte % WORD_DIMENSIONS;
      vector[at] = (vector[at] ?? 0) + (byte & 0x8000 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** `none`: search goes by words, repeats are identical ones only. */
export const NO_EMBEDDER: Embedder = { describe: async () => null, embed: async () => [], chunk: (text) => [text] };
