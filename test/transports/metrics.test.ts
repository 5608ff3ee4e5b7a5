import { describe, expect, it } from 'vitest';
import type { ObservedEvent } from '../../src/ports/observer.ts';
import { metricsDoor } from '../../src/transports/metrics/door.ts';
import { prometheusText } from '../../src/transports/metrics/prometheus.ts';
import { createRequestMetrics } from '../../src/transports/metrics/request-metrics.ts';
import type { DoorDependencies } from '../../src/transports/shared/door.ts';
import { hashNamespace } from '../../src/transports/shared/observe.ts';
import { createShell } from '../../src/transports/shared/shell.ts';
import { AT, recordingService } from './recording-service.ts';
import { apiKey, credential, keyStore, SECRET } from './rest-client.ts';

const request = (namespace: string, verb: string, outcome: string, duration_ms: number): ObservedEvent => ({
  event: 'request',
  request_id: 'r',
  namespace_hash: hashNamespace(namespace),
  verb,
  outcome,
  duration_ms,
});

describe('counts of requests', () => {
  it('by verb and outcome, durations cumulative with both sides of a bound, namespaces apart', () => {
    const metrics = createRequestMetrics(AT);
    for (const ms of [5, 6, 10_000, 10_001]) metrics.observe(request('acme', 'search', '200', ms));
    metrics.observe(request('acme', 'search', 'invalid', 1));
    metrics.observe(request('rival', 'write', '201', 1));
    metrics.observe({ event: 'swept', expired: 1, purged: 1 });
    const counts = metrics.of(hashNamespace('acme'));
    expect(counts.requests).toEqual([
      { verb: 'search', outcome: '200', count: 4 },
      { verb: 'search', outcome: 'invalid', count: 1 },
    ]);
    expect(counts.durations).toEqual([{ verb: 'search', buckets: [2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4], sum_ms: 20_013, count: 5 }]);
    expect(metrics.of(hashNamespace('nobody'))).toEqual({ requests: [], durations: [] });
  });

  it('stay bounded: the quietest of too many namespaces goes, and too many series become other', () => {
    const metrics = createRequestMetrics(AT);
    for (let turn = 0; turn <= 200; turn += 1) {
      metrics.observe(request(`n${turn}`, 'search', '200', 1));
      metrics.observe(request('n0', 'search', '200', 1));
    }
    expect(metrics.of(hashNamespace('n0')).requests).toEqual([{ verb: 'search', outcome: '200', count: 202 }]);
    expect(metrics.of(hashNamespace('n1')).requests).toEqual([]);
    for (let turn = 0; turn < 1_000; turn += 1) metrics.observe(request('n0', `made-up-${turn}`, '404', 1));
    const { requests } = metrics.of(hashNamespace('n0'));
    expect(requests).toHaveLength(501);
    expect(requests.find(({ verb }) => verb === 'other')?.count).toBe(501);
  });
});

it('the text format escapes labels', () => {
  const text = prometheusText([{ name: 'x', type: 'gauge', help: 'One.', samples: [{ labels: { a: 'q"\\\n' }, value: 0.5 }] }]);
  expect(text).toBe('# HELP x One.\n# TYPE x gauge\nx{a="q\\"\\\\\\n"} 0.5\n');
});

describe('GET /metrics', () => {
  const open = () => {
    const metrics = createRequestMetrics(AT);
    const dependencies: DoorDependencies = {
      config: { auth: 'keys', default_namespace: 'default', allowed_origins: [], allowed_hosts: [] },
      serviceFor: () => recordingService(),
      keys: keyStore([apiKey('admin', 'default', ['memory:admin']), apiKey('agent', 'default', ['memory:read', 'memory:write'])]),
      rate_limiter: null,
      clock: { now: () => AT },
      ids: { memoryId: () => 'r', secret: () => SECRET },
      observer: metrics,
    };
    const app = createShell(dependencies, [metricsDoor(dependencies, metrics)]);
    const get = async (id: string | null) => {
      const response = await app.request('http://127.0.0.1/metrics', {
        headers: id === null ? {} : { authorization: `Bearer ${credential(id)}` },
      });
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    };
    return { metrics, get };
  };

  it('needs memory:admin', async () => {
    const { get } = open();
    expect([(await get(null)).status, (await get('agent')).status, (await get('admin')).status]).toEqual([401, 403, 200]);
  });

  it('tells what is stored and how the own namespace was served, and nothing of another', async () => {
    const { metrics, get } = open();
    metrics.observe(request('default', 'search', '200', 7));
    metrics.observe(request('rival', 'erase', '200', 7));
    await get('admin');
    const { text, type } = await get('admin');
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('hindsight_requests_total{namespace="default",verb="search",outcome="200"} 1\n');
    expect(text).toContain('hindsight_requests_total{namespace="default",verb="metrics",outcome="200"} 1\n');
    expect(text).toContain('hindsight_request_duration_seconds_bucket{namespace="default",verb="search",le="0.005"} 0\n');
    expect(text).toContain('hindsight_request_duration_seconds_bucket{namespace="default",verb="search",le="0.01"} 1\n');
    expect(text).toContain('hindsight_request_duration_seconds_bucket{namespace="default",verb="search",le="+Inf"} 1\n');
    expect(text).toMatch(/^hindsight_memories\{namespace="[^"]+",layer="semantic",state="superseded"\} \d+$/m);
    expect(text).toMatch(/^hindsight_store_up\{store="\w+"\} [01]$/m);
    expect(text).not.toContain('erase');
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:|# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? -?[\d.e+]+)$/);
  });
});
