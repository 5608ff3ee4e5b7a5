/**
 * What embedders behind a network share: batches, one outcome per text whatever the service does, and finding the one text that a service
 * chokes on without giving up the others of its batch.
 */
import type { Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder, EmbedderDescription, Embedding, UnreachableEmbedder } from '../../ports/embedder.ts';
import { withCircuit } from './circuit.ts';
import { estimateTokens, sentenceChunks } from './sentence-chunks.ts';

export interface RemoteService {
  /** E.g. `openai:text-embedding-3-small`; the dimensions are added to make the embedder's id. */
  readonly id: string;
  /** Null: what the first answer has. */
  readonly dimensions: number | null;
  /** Texts of one request. */
  readonly batch_max: number;
  /** One vector a text, in order; an undefined or malformed one fails that text only. The failure is a cause as postJson names them. */
  readonly request: (texts: readonly string[], timeout_ms: number) => Promise<Result<readonly unknown[], string>>;
  /** Of one request. */
  readonly timeout_ms?: number;
}

/** A local model may have to be loaded first; a write does not wait longer than this for one. */
const TIMEOUT_MS = 10_000;
/** A batch that fails is split into about as many parts as each has texts, a part this small into single texts: two steps find a bad text. */
const PART_MAX = 8;
/** Of one batch, as a multiple of the request's: whole, parts and single texts, each of which may hang. */
const PATIENCE = 3.5;
/** Requests for one batch: one bad text of 64 takes 17. */
const REQUESTS_MAX = 24;
/** Most sentence encoders cut there, and do not say so; a chunk of this size is also precise. */
const TOKENS_MAX = 512;
const PROBE = 'How many dimensions does a vector have?';
/** The answers to which asking for fewer texts at once may help; at others the service itself is out. */
const PERHAPS_ONE_TEXT = /^(timeout|bad_json|bad_answer|answer_too_large|http_(400|413|422|500))$/u;

export function createRemoteEmbedder(service: RemoteService, clock: Clock): Embedder {
  const request = withCircuit(service.request, clock);
  const timeout_ms = service.timeout_ms ?? TIMEOUT_MS;
  let dimensions = service.dimensions;

  const learnDimensions = async (): Promise<number | null> => {
    if (dimensions === null) {
      const answered = await request([PROBE], timeout_ms);
      const [vector] = answered.ok ? answered.value : [];
      if (isVector(vector)) dimensions = vector.length;
    }
    return dimensions;
  };

  const embedBatch = async (texts: readonly string[], expected: number): Promise<Embedding[]> => {
    const deadline = Date.now() + timeout_ms * PATIENCE;
    let requests = 0;
    const attempt = async (part: readonly string[]): Promise<Embedding[]> => {
      const remaining_ms = deadline - Date.now();
      if (requests >= REQUESTS_MAX || remaining_ms <= 0) return part.map(() => failed('timeout'));
      requests += 1;
      const answered = await request(part, Math.min(timeout_ms, remaining_ms));
      if (answered.ok) return part.map((_, index) => embeddingOf(answered.value[index], expected));
      if (part.length === 1 || !PERHAPS_ONE_TEXT.test(answered.failure)) return part.map(() => failed(answered.failure));
      return (await Promise.all(split(part).map(attempt))).flat();
    };
    return attempt(texts);
  };

  return {
    async describe(): Promise<EmbedderDescription | UnreachableEmbedder> {
      const known = await learnDimensions();
      if (known === null) return { unreachable: service.id };
      return { id: `${service.id}@${known}`, dimensions: known, batch_max: service.batch_max, tokens_max: TOKENS_MAX };
    },
    async embed(texts) {
      if (texts.length === 0) return [];
      const known = await learnDimensions();
      if (known === null) return texts.map(() => failed('unreachable'));
      const embeddings: Embedding[] = [];
      for (let start = 0; start < texts.length; start += service.batch_max)
        embeddings.push(...(await embedBatch(texts.slice(start, start + service.batch_max), known)));
      return embeddings;
    },
    chunk: (text) => sentenceChunks(text, TOKENS_MAX, estimateTokens),
  };
}

function split(texts: readonly string[]): (readonly string[])[] {
  const size = texts.length > PART_MAX ? Math.ceil(Math.sqrt(texts.length)) : 1;
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) => texts.slice(index * size, (index + 1) * size));
}

const failed = (reason: string): Embedding => ({ status: 'failed', reason });

const isVector = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'number' && Number.isFinite(part));

function embeddingOf(value: unknown, dimensions: number): Embedding {
  if (value === undefined) return failed('no vector in the answer');
  if (!isVector(value)) return failed('not a vector of finite numbers');
  if (value.length !== dimensions) return failed(`${value.length} dimensions instead of ${dimensions}`);
  const length = Math.hypot(...value);
  if (length === 0 || !Number.isFinite(length)) return failed('a vector without a direction');
  return { status: 'embedded', vector: Float32Array.from(value, (part) => part / length) };
}
