import type { Clock } from '../../ports/clock.ts';

/** In production the Workers clock stands still between I/O: good for stamps, useless for measuring CPU time. */
export const systemClock: Clock = { now: () => Date.now() };
