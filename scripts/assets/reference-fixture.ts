/**
 * Writes test/adapters/models/reference-vectors.json: vectors of the original float32 weights for the sentences there, rounded to 4 digits.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pieceTable } from '../../src/adapters/models/builtin/pieces.ts';
import { encodeByReference } from './reference-encoder.ts';
import { readReferenceWeights, readVocabulary } from './reference-weights.ts';

const FIXTURE = join(import.meta.dirname, '../../test/adapters/models/reference-vectors.json');
const Fixture = z.array(z.object({ text: z.string() }));

export async function writeReferenceVectors(): Promise<number> {
  const texts = Fixture.parse(JSON.parse(await readFile(FIXTURE, 'utf8'))).map(({ text }) => text);
  const weights = readReferenceWeights();
  const pieces = pieceTable(readVocabulary());
  const lines = texts.map((text) => {
    const vector = encodeByReference(weights, pieces.encode(text).ids);
    return JSON.stringify({ text, vector: Array.from(vector, (value) => Number(value.toFixed(4))) });
  });
  await writeFile(FIXTURE, `[\n${lines.join(',\n')}\n]\n`);
  return texts.length;
}
