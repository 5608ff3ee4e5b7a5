/** Which models a configuration means. */
import { builtinEmbedder } from '../adapters/models/builtin/builtin-embedder.ts';
import kernel from '../adapters/models/builtin/transformer.wasm';
import type { EmbedderConfig } from '../config.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Environment } from './environment.ts';

/** The binding ignores the host; the path is the file's. */
const ASSET_ORIGIN = 'https://assets.invalid/';

export function createEmbedder(_config: EmbedderConfig, env: Environment): Embedder {
  return builtinEmbedder({
    kernel,
    assets: async (name) => {
      const response = await env.ASSETS.fetch(new URL(name, ASSET_ORIGIN));
      return response.ok ? await response.arrayBuffer() : null;
    },
  });
}
