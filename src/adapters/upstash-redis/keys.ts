/**
 * Every key this service has in Redis: `hindsight:{<namespace>}:<what>[:<which>]`. Namespace and session are hashed, so that no name can run
 * into another or into a command's pattern; the braces keep the keys of one namespace on one node of a cluster, where a script may use them all.
 */
import type { Namespace } from '../../domain/memory.ts';
import { hashName, hashNamespace } from '../remote/namespace-hash.ts';

export interface NamespaceKeys {
  /** Sorted set: session ids by the moment at which they end. */
  readonly expiries: string;
  /** Sorted set: session ids by the last use, negated, so that the newest come first and ties stand in the order of the ids. */
  readonly recency: string;
  /** Hash: session id to `<tokens>:<budget>`. */
  readonly sizes: string;
  /** Hash: a session with its items. */
  session(session_id: string): string;
  /** Sorted set: which session holds which memory (scripts.ts). */
  readonly index: string;
}

export function keysOf(namespace: Namespace): NamespaceKeys {
  const prefix = `hindsight:{${hashNamespace(namespace)}}`;
  return {
    expiries: `${prefix}:expiries`,
    recency: `${prefix}:recency`,
    sizes: `${prefix}:sizes`,
    index: `${prefix}:index`,
    session: (session_id) => `${prefix}:session:${hashName(session_id)}`,
  };
}

export const rateKey = (subject: string): string => `hindsight:rate:${hashName(subject)}`;
