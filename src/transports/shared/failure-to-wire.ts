/**
 * The one map from a failure to what a caller sees, over HTTP and in a tool error. A new kind of failure does not compile until it has
 * its arm. Messages were written for callers where the failure arose; nothing is added here that they did not say.
 */
import type { Failure } from '../../domain/failure.ts';

export interface WireFailure {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly hint?: string;
  readonly retry_after_seconds?: number;
}

/** How long a caller waits before it asks an unavailable store again, when nothing better is known. */
const RETRY_AFTER_SECONDS_DEFAULT = 5;

export function failureToWire(failure: Failure): WireFailure {
  const { message } = failure;
  switch (failure.kind) {
    case 'malformed':
      return { status: 400, code: 'malformed', message, ...hintOf(failure) };
    case 'invalid':
      return { status: 422, code: 'invalid', message, field: failure.field, ...hintOf(failure) };
    case 'unauthenticated':
      return { status: 401, code: 'unauthenticated', message };
    case 'forbidden':
      return { status: 403, code: 'forbidden', message };
    case 'not_found':
      return { status: 404, code: 'not_found', message };
    case 'conflict':
      return { status: 409, code: 'conflict', message, ...(failure.field === undefined ? {} : { field: failure.field }) };
    case 'too_large':
      return { status: 413, code: 'too_large', message };
    case 'rate_limited':
      return { status: 429, code: 'rate_limited', message, retry_after_seconds: failure.retry_after_seconds };
    case 'unavailable':
      return {
        status: 503,
        code: 'unavailable',
        message,
        retry_after_seconds: failure.retry_after_seconds ?? RETRY_AFTER_SECONDS_DEFAULT,
      };
  }
}

const hintOf = (failure: { readonly hint?: string }) => (failure.hint === undefined ? {} : { hint: failure.hint });

/** An error inside a reply that succeeded as a whole: an item of a batch, a line of an import. */
export function itemError(failure: Failure): { readonly code: string; readonly message: string; readonly field?: string } {
  const { code, message, field } = failureToWire(failure);
  return field === undefined ? { code, message } : { code, message, field };
}

/** One paragraph for a model: the code, what is wrong with which field, what to do next. */
export function failureToText(failure: Failure): string {
  const wire = failureToWire(failure);
  const retry = wire.retry_after_seconds === undefined ? '' : ` Try again in ${wire.retry_after_seconds} s.`;
  return `${wire.code}: ${wire.message}${wire.hint === undefined ? '' : ` ${wire.hint}`}${retry}`;
}
