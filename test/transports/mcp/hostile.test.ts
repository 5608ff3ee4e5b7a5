/** Anything at all may arrive here: no 5xx, no `id: null`, nothing of the inside in a reply, and the service is asked nothing unreadable. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench, MODERN, post } from './fixture.ts';

const METHODS = [
  'initialize',
  'tools/call',
  'tools/list',
  'prompts/get',
  'resources/read',
  'ping',
  'server/discover',
  'notifications/cancelled',
];
const NAMES = ['memory_write', 'memory_search', 'memory_forget', 'memory_summarize', 'memory_stats', 'recall_context', '__proto__'];

const wild = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 40 }), fc.double(), fc.constant(null));
const given = fc.dictionary(
  fc.constantFrom('content', 'query', 'top_k', 'tags', 'since', 'memory_ids', 'session_id', 'importance', '__proto__', 'constructor'),
  wild,
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, wild),
    id: fc.oneof({ weight: 5, arbitrary: fc.oneof(fc.integer(), fc.string({ maxLength: 5 })) }, wild),
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...METHODS) }, wild),
    params: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record(
          {
            name: fc.oneof(fc.constantFrom(...NAMES), wild),
            uri: fc.oneof(fc.constantFrom('memory://stats', 'memory://sessions/%', 'memory://memories/x'), wild),
            arguments: fc.oneof({ weight: 5, arbitrary: given }, wild),
            _meta: fc.oneof(fc.constant({ progressToken: 1 }), fc.constant({ 'io.modelcontextprotocol/protocolVersion': MODERN }), wild),
          },
          { requiredKeys: [] },
        ),
      },
      wild,
    ),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: message.map((value) => JSON.stringify(value)) },
  fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2025-03-26', MODERN, '1999-01-01', ''),
    'mcp-method': fc.constantFrom(...METHODS),
    'mcp-name': fc.constantFrom(...NAMES.slice(0, 5), '=?base64?!?='),
    accept: fc.constantFrom('*/*', 'application/json', 'text/event-stream'),
  },
  { requiredKeys: [] },
);

const RUNS = 10_000;
/** Ten thousand requests that kept even their own text would stay far below; servers, streams or replies that are kept would not. */
const HEAP_GROWTH_BYTES_MAX = 256 * 1_048_576;

test(`${RUNS} hostile requests`, async () => {
  const heap_before = process.memoryUsage().heapUsed;
  const { fetch, events } = bench();
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(body, headers, async (text, more) => {
      const response = await fetch(post(text, more));
      const answer = await response.text();
      statuses.add(response.status);
      expect(response.status).toBeLessThan(500);
      expect(answer).not.toMatch(/"id":null|at .*\.ts|node_modules|ZodError/);
    }),
    { numRuns: RUNS },
  );
  // The control: among them were requests that were answered, and ones that were refused.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  expect(events.filter(({ event }) => event === 'unexpected')).toEqual([]);
  expect(process.memoryUsage().heapUsed - heap_before).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
}, 180_000);
