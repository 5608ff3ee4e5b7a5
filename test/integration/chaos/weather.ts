/** Faults at random: single ones of every kind, and now and then a store that is away for a while. */
import { type Decide, LINE_FAULTS, type StoreName } from '../faults/line.ts';
import type { Random } from './random.ts';

/** Of one request. */
const FAULT_RATE = 0.04;
/** That a store goes away, per request; and for how many requests of the same client. */
const OUTAGE_RATE = 0.002;
const OUTAGE_REQUESTS = 25;
const AWAY = ['refused', 'unreachable', 'timeout'] as const;

export function createWeather(random: Random): Decide {
  const outages = new Map<StoreName, { left: number; readonly fault: (typeof AWAY)[number] }>();
  return (store) => {
    const outage = outages.get(store);
    if (outage !== undefined && outage.left > 0) {
      outage.left -= 1;
      return outage.fault;
    }
    if (random.chance(OUTAGE_RATE)) outages.set(store, { left: OUTAGE_REQUESTS, fault: random.pick(AWAY) });
    return random.chance(FAULT_RATE) ? random.pick(LINE_FAULTS) : null;
  };
}
