/** GET /metrics: what the namespace of the request holds, and how this isolate has served it. For credentials with memory:admin. */
import type { StatsReply } from '../../application/service.ts';
import { SECOND_MS } from '../../domain/instant.ts';
import { LAYERS, type Namespace, STATES } from '../../domain/memory.ts';
import { access, callerOf, type DoorDependencies, needs } from '../shared/door.ts';
import { hashNamespace } from '../shared/observe.ts';
import { refuse } from '../shared/respond.ts';
import type { Door } from '../shared/shell.ts';
import { type Family, PROMETHEUS_TYPE, prometheusText } from './prometheus.ts';
import { DURATION_BOUNDS_MS, type RequestCounts, type RequestMetrics } from './request-metrics.ts';

const PATH = '/metrics';

export const metricsDoor =
  (dependencies: DoorDependencies, metrics: RequestMetrics): Door =>
  (app) => {
    app.get(PATH, access(dependencies), needs(['memory:admin'], dependencies), async (context) => {
      const namespace = context.get('namespace');
      context.set('verb', 'metrics');
      const stats = await dependencies.serviceFor(namespace).execute('stats', callerOf(context, `rest:GET ${PATH}`, namespace), {});
      if (!stats.ok) return refuse(context, stats.failure);
      context.header('Content-Type', PROMETHEUS_TYPE);
      const counts = metrics.of(hashNamespace(namespace));
      return context.body(prometheusText([...stored(stats.value), ...served(namespace, counts), started(metrics)]));
    });
  };

function stored({ namespace, counts, unembedded, pending, sessions, stores }: StatsReply): readonly Family[] {
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    samples: [{ labels: { namespace }, value }],
  });
  return [
    {
      name: 'hindsight_memories',
      type: 'gauge',
      help: 'Memories of the namespace by layer and state.',
      samples: LAYERS.flatMap((layer) => STATES.map((state) => ({ labels: { namespace, layer, state }, value: counts[layer][state] }))),
    },
    gauge('hindsight_unembedded', 'Live memories that have no vector of the current embedder.', unembedded),
    gauge('hindsight_pending', 'Work that waits for the scheduled job: index entries to make or to take away.', pending),
    gauge(
      'hindsight_working_tokens',
      'Tokens in working memory, all sessions together.',
      sessions.reduce((sum, { tokens }) => sum + tokens, 0),
    ),
    gauge('hindsight_sessions', 'Sessions with working memory.', sessions.length),
    {
      name: 'hindsight_store_up',
      type: 'gauge',
      help: '1 for a store that can be reached, 0 for one that cannot.',
      samples: stores.map(({ name, ok }) => ({ labels: { store: name }, value: ok ? 1 : 0 })),
    },
  ];
}

function served(namespace: Namespace, { requests, durations }: RequestCounts): readonly Family[] {
  return [
    {
      name: 'hindsight_requests_total',
      type: 'counter',
      help: 'Requests for this namespace that this isolate answered since it started; other isolates count their own.',
      samples: requests.map(({ verb, outcome, count }) => ({ labels: { namespace, verb, outcome }, value: count })),
    },
    {
      name: 'hindsight_request_duration_seconds',
      type: 'histogram',
      help: 'How long they took, by the clock of the isolate, which stands still while it computes; other isolates count their own.',
      samples: durations.flatMap(({ verb, buckets, sum_ms, count }) => [
        ...DURATION_BOUNDS_MS.map((bound, place) => ({
          suffix: '_bucket' as const,
          labels: { namespace, verb, le: bound / SECOND_MS },
          value: buckets[place] ?? 0,
        })),
        { suffix: '_bucket' as const, labels: { namespace, verb, le: '+Inf' }, value: count },
        { suffix: '_sum' as const, labels: { namespace, verb }, value: sum_ms / SECOND_MS },
        { suffix: '_count' as const, labels: { namespace, verb }, value: count },
      ]),
    },
  ];
}

const started = ({ since }: RequestMetrics): Family => ({
  name: 'hindsight_isolate_start_time_seconds',
  type: 'gauge',
  help: 'When this isolate began to count; a change between two scrapes means another isolate answered.',
  samples: [{ value: since / SECOND_MS }],
});
