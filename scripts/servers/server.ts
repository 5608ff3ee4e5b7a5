/** A server that tests talk to: one that is there already, or one started for them. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Why a server cannot be had: a sentence for whoever runs the tests. */
export class ServerMissing extends Error {
  override readonly name = 'ServerMissing';
}
