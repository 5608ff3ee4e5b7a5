import type { Directory } from '../adapters/directory/directory.ts';
import type { Grants } from '../adapters/grants/grant-store.ts';
import type { EmbeddingBinding } from '../adapters/models/workers-ai-embedder.ts';
import type { ChatBinding } from '../adapters/models/workers-ai-summarizer.ts';
import type { RemoteNamespace } from './namespace-service.ts';

/** The bindings of wrangler.toml; variables beside them are read by config.ts alone. */
export interface Environment {
  readonly NAMESPACES: RemoteNamespace;
  readonly DIRECTORY: Directory;
  /** Used with HINDSIGHT_AUTH=oauth. */
  readonly GRANTS: Grants;
  /** Generated data of the builtin embedder. */
  readonly ASSETS: Fetcher;
  /** Present when the deployment has Workers AI; typed as what the adapters call, because the platform's own type knows only listed models. */
  readonly AI?: EmbeddingBinding & ChatBinding;
  readonly [variable: string]: unknown;
}
