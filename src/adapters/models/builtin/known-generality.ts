/**
 * What tells questions for a memory from general ones, made when the assets are built, so that an isolate's first search neither embeds nor fits
 * anything. The file holds little-endian f32: DIMENSIONS linear ones, then the upper triangle of the square (domain/ranking/generality.ts).
 */
import { fitGenerality, formOf, type GeneralityForm } from '../../../domain/ranking/generality.ts';
import { GENERAL_QUESTIONS } from '../../../domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../../domain/ranking/questions/personal-questions.ts';
import type { Embedding } from '../../../ports/embedder.ts';
import { DIMENSIONS } from './weight-layout.ts';

const VALUES = DIMENSIONS + (DIMENSIONS * (DIMENSIONS + 1)) / 2;

/** `embed`: by the encoder over the other assets. Questions that it cannot read are left out. */
export function makeGenerality(embed: (texts: readonly string[]) => readonly Embedding[]): GeneralityForm {
  const vectorsOf = (questions: readonly string[]) =>
    embed(questions).flatMap((embedding) => (embedding.status === 'embedded' ? [embedding.vector] : []));
  return formOf(fitGenerality(vectorsOf(GENERAL_QUESTIONS), vectorsOf(PERSONAL_QUESTIONS)));
}

export function packGenerality({ linear, square }: GeneralityForm): Uint8Array {
  const values = new Float32Array(VALUES);
  values.set(linear);
  values.set(square, DIMENSIONS);
  return new Uint8Array(values.buffer);
}

/** Undefined without a file, or with one of another shape: then it is fitted like any other embedder's. */
export function readGenerality(file: ArrayBuffer | null): GeneralityForm | undefined {
  if (file === null || file.byteLength !== VALUES * 4) return undefined;
  const values = new Float32Array(file);
  return { linear: values.subarray(0, DIMENSIONS), square: values.subarray(DIMENSIONS) };
}
