/**
 * A JSON-RPC level refusal, neutral of the SDK: each lane maps it to its own error. Thrown, because both SDKs take errors that way;
 * what a model can repair is a tool result with `isError` and never one of these.
 */
export type FaultKind = 'invalid_params' | 'resource_not_found' | 'internal';

export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault';
  readonly kind: FaultKind;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  constructor(kind: FaultKind, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.kind = kind;
    this.data = data;
  }
}

/** JSON-RPC codes used at this door. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Transport refusals of the 2025 revisions (method, media type, size, version). */
export const TRANSPORT_ERROR = -32000;
/** Only up to 2025-11-25; later revisions answer INVALID_PARAMS. */
export const RESOURCE_NOT_FOUND = -32002;
