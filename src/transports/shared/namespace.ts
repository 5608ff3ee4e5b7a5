/** Which namespace a request is for: the credential's own, or one under it that the header or the body names in full. */

import { covers } from '../../domain/access/grant.ts';
import type { Failure } from '../../domain/failure.ts';
import { NAMESPACE_PATTERN } from '../../domain/limits.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Principal } from './access.ts';

export const NAMESPACE_HEADER = 'X-Hindsight-Namespace';

const malformed = (message: string): { readonly ok: false; readonly failure: Failure } =>
  err({ kind: 'malformed', message, hint: 'A namespace is 1 to 128 of A-Z a-z 0-9 . _ : / @ - and is given by its full name.' });

/**
 * `header`: null when absent. `body`: undefined or null when absent. Empty, malformed, or two that differ: 400. Outside the grant: 403 with
 * the same words whether such a namespace exists or not.
 */
export function resolveNamespace(principal: Principal, header: string | null, body?: unknown): Result<Namespace, Failure> {
  const from_body = body ?? null;
  if (from_body !== null && typeof from_body !== 'string') return malformed('namespace must be text.');
  for (const [where, name] of [
    [NAMESPACE_HEADER, header],
    ['namespace', from_body],
  ] as const) {
    if (name === '') return malformed(`${where} is empty. Leave it out to use the namespace of the credential.`);
    if (name !== null && !NAMESPACE_PATTERN.test(name)) return malformed(`${where} is not a namespace.`);
  }
  if (header !== null && from_body !== null && header !== from_body)
    return malformed(`${NAMESPACE_HEADER} and namespace in the body differ. Send one of them.`);
  const wanted = header ?? from_body ?? principal.namespace;
  if (grants(principal, wanted)) return ok(wanted);
  return err({ kind: 'forbidden', message: 'This credential does not grant that namespace. Use a credential that does.' });
}

const grants = (principal: Principal, namespace: Namespace): boolean =>
  principal.grants === 'all' || covers(principal.namespace, namespace);
