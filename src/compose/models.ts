/** Which models a configuration means. */

import { boundedEmbedder, boundedSummarizer } from '../adapters/models/bounded.ts';
import { builtinEmbedder } from '../adapters/models/builtin/builtin-embedder.ts';
import kernel from '../adapters/models/builtin/transformer.wasm';
import { noneEmbedder } from '../adapters/models/none-embedder.ts';
import { createOpenAiEmbedder } from '../adapters/models/openai-embedder.ts';
import { createOpenAiSummarizer } from '../adapters/models/openai-summarizer.ts';
import { createWorkersAiEmbedder } from '../adapters/models/workers-ai-embedder.ts';
import { createWorkersAiSummarizer } from '../adapters/models/workers-ai-summarizer.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import type { EmbedderConfig, SummarizerConfig } from '../config.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Observer } from '../ports/observer.ts';
import type { Summarizer } from '../ports/summarizer.ts';
import type { Environment } from './environment.ts';

/** The binding ignores the host; the path is the file's. */
const ASSET_ORIGIN = 'https://assets.invalid/';
const HTTP_NOT_FOUND = 404;
const BUILTIN_DIMENSIONS = 512;
const BGE_M3_DIMENSIONS = 1_024;
const OPENAI_DIMENSIONS = 1_536;

export function createEmbedder(config: EmbedderConfig, env: Environment, observer: Observer): Embedder {
  switch (config.kind) {
    case 'none':
      return noneEmbedder;
    case 'openai':
      return createOpenAiEmbedder(config, systemClock);
    case 'workers-ai':
      // config.ts refuses `workers-ai` without the binding.
      return env.AI === undefined ? noneEmbedder : createWorkersAiEmbedder(env.AI, config.model, systemClock);
    case 'builtin':
      return builtinEmbedder({
        kernel,
        assets: async (name) => {
          const response = await env.ASSETS.fetch(new URL(name, ASSET_ORIGIN));
          if (response.ok) return await response.arrayBuffer();
          if (response.status === HTTP_NOT_FOUND) return null;
          throw new Error(`assets answered ${response.status} for ${name}`);
        },
        observe: (cause) => observer.observe({ event: 'degraded', store: 'embedder', verb: 'load', cause }),
      });
  }
}

/** What the ceiling of a namespace's vectors is reckoned with before the first vector has come. */
export function expectedDimensions(config: EmbedderConfig): number {
  switch (config.kind) {
    case 'builtin':
    case 'none':
      return BUILTIN_DIMENSIONS;
    case 'workers-ai':
      return BGE_M3_DIMENSIONS;
    case 'openai':
      return config.dimensions ?? OPENAI_DIMENSIONS;
  }
}

/** Null: extractive, without a model. */
export function createModelSummarizer(config: SummarizerConfig, env: Environment): Summarizer | null {
  switch (config.kind) {
    case 'extractive':
      return null;
    case 'openai':
      return createOpenAiSummarizer(config);
    case 'workers-ai':
      return env.AI === undefined ? null : createWorkersAiSummarizer(env.AI, config.model);
  }
}

export interface Models {
  readonly embedder: Embedder;
  readonly model_summarizer: Summarizer | null;
}

/**
 * Models for one object or one request: remote ones with a ceiling on calls at once. Never for several requests of a Worker together: the
 * platform drops the work of a request whose client has gone, and whoever waits for the same promise or place would wait for ever.
 */
export const boundedModels = (embedder: EmbedderConfig, models: Models): Models => ({
  embedder: embedder.kind === 'openai' || embedder.kind === 'workers-ai' ? boundedEmbedder(models.embedder) : models.embedder,
  model_summarizer: models.model_summarizer === null ? null : boundedSummarizer(models.model_summarizer),
});
