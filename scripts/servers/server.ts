/** A server that tests talk to: one that is there already, or one started for them. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** One that was started here, and can be ended as a machine ends: at once, and with nobody told. */
export interface OwnServer extends RunningServer {
  kill(): Promise<void>;
  /** After `kill`: with what its disk has. */
  restart(): Promise<void>;
}

/** Why a server cannot be had: a sentence for whoever runs the tests. */
export class ServerMissing extends Error {
  override readonly name = 'ServerMissing';
}
