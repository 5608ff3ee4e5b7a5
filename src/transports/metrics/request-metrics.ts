/**
 * Counts and times of requests, kept by the isolate that answered them and lost with it: a platform that runs many isolates has as many
 * counters, and a scrape reaches one of them. Kept apart by namespace, so that an admin sees the traffic of the own namespace only.
 */
import type { Instant } from '../../domain/instant.ts';
import type { ObservedEvent, Observer } from '../../ports/observer.ts';

/** Upper bounds in milliseconds; from one cached answer to a call of a model. */
export const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;
/** Namespaces that one isolate keeps counts of; the one that was quiet longest makes room. */
const NAMESPACES_MAX = 200;
/** Pairs of verb and outcome of a namespace; there are some fifty verbs. What is beyond is counted as `other`. */
const SERIES_MAX = 500;

export interface Durations {
  /** Requests at or below each bound, cumulative. */
  readonly buckets: readonly number[];
  readonly sum_ms: number;
  readonly count: number;
}

export interface RequestCounts {
  readonly requests: readonly { readonly verb: string; readonly outcome: string; readonly count: number }[];
  readonly durations: readonly ({ readonly verb: string } & Durations)[];
}

export interface RequestMetrics extends Observer {
  readonly since: Instant;
  of(namespace_hash: string): RequestCounts;
}

interface Tally {
  readonly requests: Map<string, { readonly verb: string; readonly outcome: string; count: number }>;
  readonly durations: Map<string, { readonly buckets: number[]; sum_ms: number; count: number }>;
}

export function createRequestMetrics(since: Instant): RequestMetrics {
  // In the order of last use, which a Map keeps when an entry is put back.
  const tallies = new Map<string, Tally>();
  return {
    since,
    observe(event) {
      if (event.event !== 'request' || event.namespace_hash === 'none') return;
      const tally = tallies.get(event.namespace_hash) ?? { requests: new Map(), durations: new Map() };
      tallies.delete(event.namespace_hash);
      tallies.set(event.namespace_hash, tally);
      const [quietest] = tallies.keys();
      if (tallies.size > NAMESPACES_MAX && quietest !== undefined) tallies.delete(quietest);
      count(tally, event);
    },
    of(namespace_hash) {
      const tally = tallies.get(namespace_hash);
      return {
        requests: [...(tally?.requests.values() ?? [])],
        durations: [...(tally?.durations ?? [])].map(([verb, durations]) => ({ verb, ...durations })),
      };
    },
  };
}

function count(tally: Tally, event: ObservedEvent & { readonly event: 'request' }): void {
  const known = tally.requests.has(`${event.verb} ${event.outcome}`) || tally.requests.size < SERIES_MAX;
  const { verb, outcome } = known ? event : { verb: 'other', outcome: 'other' };
  const key = `${verb} ${outcome}`;
  const series = tally.requests.get(key) ?? { verb, outcome, count: 0 };
  series.count += 1;
  tally.requests.set(key, series);
  const durations = tally.durations.get(verb) ?? { buckets: DURATION_BOUNDS_MS.map(() => 0), sum_ms: 0, count: 0 };
  DURATION_BOUNDS_MS.forEach((bound, place) => {
    if (event.duration_ms <= bound) durations.buckets[place] = (durations.buckets[place] ?? 0) + 1;
  });
  durations.sum_ms += event.duration_ms;
  durations.count += 1;
  tally.durations.set(verb, durations);
}
