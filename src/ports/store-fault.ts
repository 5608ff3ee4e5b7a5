/** A store that could not do its part. `cause` is for operators (scrubbed of arguments); `retryable` says whether the repair job may try again. */
export interface StoreFault {
  readonly store: string;
  readonly cause: string;
  readonly retryable: boolean;
}
