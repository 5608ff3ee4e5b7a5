/** A point in time: whole milliseconds since the Unix epoch, UTC. Wire formats exist only in the transports. */
export type Instant = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
