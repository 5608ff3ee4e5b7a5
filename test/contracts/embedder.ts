import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/ports/embedder.ts';
import { descriptionOf } from '../support/reachable.ts';

const length = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
export const cosine = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, j) => sum + value * (right[j] ?? 0), 0);

/** Vector of a text that must be embedded. */
export async function vectorOf(embedder: Embedder, text: string): Promise<Float32Array> {
  const [embedding] = await embedder.embed([text]);
  if (embedding?.status !== 'embedded') throw new Error(`not embedded: ${JSON.stringify(embedding)}`);
  return embedding.vector;
}

/** What every embedder that is at work promises, whatever it is made of. */
export function embedderContract(name: string, make: () => Embedder | Promise<Embedder>): void {
  describe(`embedder contract: ${name}`, () => {
    it('states what it is', async () => {
      const description = await descriptionOf(await make());
      expect(description.id).toMatch(/^[^\s]+:[^\s]+$/u);
      expect(description.dimensions).toBeGreaterThanOrEqual(16);
      expect(description.batch_max).toBeGreaterThanOrEqual(1);
      expect(description.tokens_max).toBeGreaterThanOrEqual(64);
    });

    it('gives one outcome per text, in order, of unit length and the dimensions it states', async () => {
      const embedder = await make();
      const texts = ['The kettle is broken.', 'Our train leaves at noon.', 'The kettle is broken.'];
      const embeddings = await embedder.embed(texts);
      const vectors = embeddings.map((embedding) => {
        expect(embedding.status).toBe('embedded');
        return embedding.status === 'embedded' ? embedding.vector : new Float32Array();
      });
      expect(vectors).toHaveLength(3);
      const description = await descriptionOf(embedder);
      for (const vector of vectors) {
        expect(vector).toHaveLength(description.dimensions ?? 0);
        expect(length(vector)).toBeCloseTo(1, 4);
      }
      const [first, second, third] = vectors as [Float32Array, Float32Array, Float32Array];
      expect(cosine(first, third)).toBeCloseTo(1, 4);
      expect(cosine(first, second)).toBeLessThan(0.99);
    });

    it('takes more texts than its batch', async () => {
      const embedder = await make();
      const count = ((await descriptionOf(embedder)).batch_max ?? 1) + 3;
      const embeddings = await embedder.embed(Array.from({ length: count }, (_, i) => `The box number ${i} is in the cellar.`));
      expect(embeddings).toHaveLength(count);
      expect(embeddings.every(({ status }) => status === 'embedded')).toBe(true);
    });

    it('answers nothing to nothing', async () => {
      expect(await (await make()).embed([])).toEqual([]);
    });

    it('splits long text into parts that together are the text', async () => {
      const embedder = await make();
      await descriptionOf(embedder);
      const sentence = 'The third crate from the left holds the spare parts of the old printing press. ';
      expect(embedder.chunk(sentence.trim())).toEqual([sentence.trim()]);
      const tokens = (await descriptionOf(embedder)).tokens_max ?? 0;
      const long = sentence.repeat(Math.ceil(tokens / 10)).trim();
      const parts = embedder.chunk(long);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.join(' ')).toBe(long);
      const unbroken = 'x'.repeat(tokens * 8);
      expect(embedder.chunk(unbroken).join('')).toBe(unbroken);
    });
  });
}
