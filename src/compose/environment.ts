import type { Directory } from '../adapters/directory/directory.ts';
import type { RemoteNamespace } from './namespace-service.ts';

/** The bindings of wrangler.toml; variables beside them are read by config.ts alone. */
export interface Environment {
  readonly NAMESPACES: RemoteNamespace;
  readonly DIRECTORY: Directory;
  /** Generated data of the builtin embedder. */
  readonly ASSETS: Fetcher;
  /** Present when the deployment has Workers AI. */
  readonly AI?: Ai;
  readonly [variable: string]: unknown;
}
