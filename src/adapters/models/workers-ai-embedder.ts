/** Embeddings of a model behind the Workers AI binding; bge-m3 knows a hundred languages. */
import { err, ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { createRemoteEmbedder, type RemoteService } from './remote-embedder.ts';

/** The part of the binding that is used here; `env.AI` has it. */
export interface EmbeddingBinding {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>;
}

/** The service's own ceiling is 100. */
const BATCH_MAX = 64;
/** Of the models offered, so that the first request need not be a probe. */
const DIMENSIONS: Readonly<Record<string, number>> = {
  '@cf/baai/bge-m3': 1_024,
  '@cf/baai/bge-large-en-v1.5': 1_024,
  '@cf/baai/bge-base-en-v1.5': 768,
  '@cf/baai/bge-small-en-v1.5': 384,
};

export function createWorkersAiEmbedder(binding: EmbeddingBinding, model: string, clock: Clock, timeout_ms?: number): Embedder {
  const service: RemoteService = {
    id: `workers-ai:${model}`,
    dimensions: DIMENSIONS[model] ?? null,
    batch_max: BATCH_MAX,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    async request(texts, request_timeout_ms) {
      const answered = await withTimeout(binding.run(model, { text: texts }), request_timeout_ms);
      return answered.ok ? readVectors(answered.value, texts.length) : answered;
    },
  };
  return createRemoteEmbedder(service, clock);
}

function readVectors(body: unknown, count: number): Result<readonly unknown[], string> {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  return Array.isArray(data) && data.length === count ? ok(data as unknown[]) : err('bad_answer');
}

/** The binding takes no signal, so a late answer is left to arrive unread. */
async function withTimeout(work: Promise<unknown>, timeout_ms: number): Promise<Result<unknown, string>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<unknown, string>>();
  const timer = setTimeout(() => resolve(err('timeout')), timeout_ms);
  const answered = work.then(
    (value) => ok(value),
    // Its message may quote the texts; the kind is enough.
    () => err('unreachable'),
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
