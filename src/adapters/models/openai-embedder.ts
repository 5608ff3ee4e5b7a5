/**
 * Embeddings of any service that speaks OpenAI's `/embeddings`: OpenAI, Ollama, Text Embeddings Inference, vLLM and the like. Spoken to directly:
 * it is one request, and the makers' client would add more code than the whole Worker has, retry on its own clock, and fail a batch as a whole.
 */

import { isObject } from '../../domain/json-object.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { postJson } from './json-service.ts';
import { createRemoteEmbedder, type RemoteService } from './remote-embedder.ts';

export interface OpenAiEmbedderOptions {
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly base_url: string;
  readonly api_key: string | null;
  readonly model: string;
  /** Asked for when given, for models that can shorten their vectors; null: what the model gives. */
  readonly dimensions: number | null;
  readonly timeout_ms?: number;
}

/** Text Embeddings Inference takes 32 unless told otherwise; others take hundreds. */
const BATCH_MAX = 32;
/** 32 vectors of 4,096 numbers, written out. */
const ANSWER_BYTES_MAX = 8 * 1_048_576;

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions, clock: Clock): Embedder {
  const { base_url, api_key, model, dimensions, timeout_ms } = options;
  const size = dimensions === null ? {} : { dimensions };
  const service: RemoteService = {
    id: `openai:${model}`,
    dimensions,
    batch_max: BATCH_MAX,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    async request(texts, request_timeout_ms) {
      const body = { model, input: texts, encoding_format: 'float', ...size };
      const answered = await postJson({
        url: `${base_url}/embeddings`,
        body,
        api_key,
        timeout_ms: request_timeout_ms,
        answer_bytes_max: ANSWER_BYTES_MAX,
      });
      return answered.ok ? readVectors(answered.value, texts.length) : answered;
    },
  };
  return createRemoteEmbedder(service, clock);
}

/** By `index`, which services may give in any order; by place where they give none, and then only when the count is right. */
function readVectors(body: unknown, count: number): Result<readonly unknown[], string> {
  const data = isObject(body) && Array.isArray(body.data) ? (body.data as unknown[]) : null;
  if (data === null || !data.every(isObject)) return err('bad_answer');
  if (data.every(({ index }) => index === undefined))
    return data.length === count ? ok(data.map(({ embedding }) => embedding)) : err('bad_answer');
  const vectors: unknown[] = new Array(count).fill(undefined);
  for (const { index, embedding } of data) {
    // A second vector for a place, or one for no place, leaves no way to tell whose the others are.
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) return err('bad_answer');
    vectors[index] = embedding;
  }
  return ok(vectors);
}
