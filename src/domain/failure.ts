/**
 * Everything that may go wrong and that a caller can act on. `message` is written for the caller (a person or a model):
 * it says what to do next and never holds a stack, SQL, stored text, or the existence of anything outside the caller's namespace.
 * The map to HTTP and MCP is one exhaustive switch in transports/failure-to-wire.ts.
 */
export type Failure =
  | { readonly kind: 'malformed'; readonly message: string; readonly hint?: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly message: string; readonly hint?: string }
  | { readonly kind: 'unauthenticated'; readonly message: string; readonly token_sent: boolean }
  | { readonly kind: 'forbidden'; readonly message: string; readonly scope?: string }
  | { readonly kind: 'not_found'; readonly what: 'memory' | 'fact' | 'session' | 'version' | 'key' | 'route'; readonly message: string }
  | {
      readonly kind: 'conflict';
      readonly reason: 'idempotency' | 'contention' | 'pins_over_budget' | 'confirmation' | 'revoked';
      readonly message: string;
      readonly field?: string;
    }
  | { readonly kind: 'too_large'; readonly message: string; readonly limit: number }
  | { readonly kind: 'rate_limited'; readonly message: string; readonly retry_after_seconds: number }
  | { readonly kind: 'unavailable'; readonly store: string; readonly message: string; readonly retry_after_seconds?: number };

export const invalid = (field: string, message: string, hint?: string): Failure =>
  hint === undefined ? { kind: 'invalid', field, message } : { kind: 'invalid', field, message, hint };
