/**
 * Thrown by store adapters, and only by them, when the record store cannot be reached. The application catches it in one place and
 * answers `unavailable`; nothing was half-written, because a commit is one batch.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly store: string;
  constructor(store: string, cause: string) {
    super(`${store} is unavailable: ${cause}`);
    this.store = store;
  }
}
