import { describe, expect, test } from 'vitest';
import { bench, callTool, modern, post, rpc } from './fixture.ts';
import { MEMORY_ID } from './recording-service.ts';

describe('long calls', () => {
  const summarize = { name: 'memory_summarize', arguments: { memory_ids: [MEMORY_ID] }, _meta: { progressToken: 'p1' } };

  const frames = async (response: Response) =>
    (await response.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as { method?: string; params?: unknown; result?: object });

  test('report progress when asked, in both eras', async () => {
    for (const request of [post(rpc('tools/call', summarize)), modern('tools/call', summarize)]) {
      const response = await bench().fetch(request);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const [first, ...others] = await frames(response);
      expect(first).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p1', progress: 0 } });
      expect(others.at(-1)?.result).toMatchObject({ structuredContent: { summary: 'Window seat.' } });
    }
  });

  test('stay one JSON body for a client that cannot read a stream or did not ask', async () => {
    const blind = await bench().fetch(post(rpc('tools/call', summarize), { accept: 'application/json' }));
    expect(blind.headers.get('content-type')).toContain('application/json');
    const silent = await bench().fetch(callTool('memory_summarize', { memory_ids: [MEMORY_ID] }));
    expect(silent.headers.get('content-type')).toContain('application/json');
  });

  test('end when the client goes away', async () => {
    const { fetch, service, events } = bench();
    service.delay_ms = 30;
    const going = new AbortController();
    const request = new Request(modern('tools/call', summarize), { signal: going.signal });
    const response = await fetch(request);
    await response.body?.cancel();
    going.abort();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(service.calls).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'unexpected')).toEqual([]);
  });
});
