/** The one error shape: `{"error":{code,message,field?,hint?,request_id}}`, with the headers that belong to the failure. */
import type { Failure } from '../../domain/failure.ts';
import { challenge, type TokenVerifier } from './access.ts';
import type { DoorContext } from './door.ts';
import { failureToWire, type WireFailure } from './failure-to-wire.ts';

/** Outcomes that only HTTP has: they never come out of a verb. */
type HttpOnly = { readonly status: 405 | 500; readonly code: 'method_not_allowed' | 'internal'; readonly message: string };

export function respondError(context: DoorContext, wire: WireFailure | HttpOnly, more: Readonly<Record<string, unknown>> = {}): Response {
  const { status, code, message } = wire;
  context.set('outcome', code);
  const details = status === 405 || status === 500 ? {} : fieldsOf(wire as WireFailure);
  return context.json({ error: { code, message, ...details, request_id: context.get('requestId') }, ...more }, status);
}

const fieldsOf = ({ field, hint }: WireFailure) => ({ ...(field === undefined ? {} : { field }), ...(hint === undefined ? {} : { hint }) });

/** `more` is put beside `error`, where a reply has facts that must not be lost with it. */
export function refuse(
  context: DoorContext,
  failure: Failure,
  tokens?: TokenVerifier,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  const wire = failureToWire(failure);
  const authenticate = challenge(failure, context.req.raw, tokens);
  if (authenticate !== null) context.header('WWW-Authenticate', authenticate);
  if (wire.retry_after_seconds !== undefined) context.header('Retry-After', String(Math.max(1, Math.ceil(wire.retry_after_seconds))));
  return respondError(context, wire, more);
}
