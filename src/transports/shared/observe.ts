/** One structured event for each request: ids, sizes and times; never a path, a query, a body or a credential. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import type { Namespace } from '../../domain/memory.ts';
import type { DoorDependencies, DoorEnv } from './door.ts';

/** A caller's own id is kept when it is short and plain, so that both sides can find the call in their logs. */
const REQUEST_ID_CHARACTERS_MAX = 64;
/** Of 64 hex digits: enough to tell namespaces apart in a log, and no name to read. */
const NAMESPACE_HASH_DIGITS = 16;

export const hashNamespace = (namespace: Namespace): string => bytesToHex(sha256(utf8ToBytes(namespace))).slice(0, NAMESPACE_HASH_DIGITS);

export const identified = ({ ids, clock }: DoorDependencies): MiddlewareHandler<DoorEnv> =>
  requestId({ limitLength: REQUEST_ID_CHARACTERS_MAX, generator: () => ids.memoryId(clock.now()) });

export const observed =
  ({ clock, observer }: DoorDependencies): MiddlewareHandler<DoorEnv> =>
  async (context, next) => {
    const started = clock.now();
    await next();
    const namespace = context.get('namespace');
    observer.observe({
      event: 'request',
      request_id: context.get('requestId'),
      verb: context.get('verb') ?? 'none',
      namespace_hash: namespace === undefined ? 'none' : hashNamespace(namespace),
      duration_ms: clock.now() - started,
      outcome: context.get('outcome') ?? String(context.res.status),
    });
  };

/** Names the kind of error and the place in our code; its message may quote what a caller sent. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return place === undefined ? error.name : `${error.name} ${place.trim()}`;
}
