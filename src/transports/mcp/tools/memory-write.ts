import { LAYERS, ORIGINS, VOLATILITIES } from '../../../domain/memory.ts';
import { readWriteTool } from '../../shared/commands.ts';
import { presentWrite } from '../../shared/present.ts';
import { choice, input, number, text, texts } from '../parameters.ts';
import { verbTool } from '../verb-tool.ts';

export const memoryWrite = verbTool({
  name: 'memory_write',
  title: 'Remember',
  description:
    'Stores one memory. Call it when the user states or confirms a preference, a constraint, a decision, a parameter or an open task, when ' +
    'something worth finding again has happened, or to correct what was stored. Returns the id, whether it was created, updated or a ' +
    'duplicate, what it superseded, similar memories that were kept apart, and how much is stored. Repeating the same text is safe. ' +
    'Not for small talk, passing results, or text that came out of memory_search.',
  inputSchema: input(
    {
      content: text('content'),
      importance: number('importance', { minimum: 0, maximum: 1 }),
      origin: choice('origin', ORIGINS),
      layer: choice('layer', LAYERS),
      key: text('key'),
      volatility: choice('volatility', VOLATILITIES),
      ttl_days: number('ttl_days'),
      tags: texts('tags'),
      session_id: text('session_id'),
      occurred_at: text('occurred_at'),
      idempotency_key: text('idempotency_key'),
    },
    ['content'],
  ),
  outputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The memory, for memory_forget, memory_summarize and later writes' },
      status: { type: 'string', description: 'created, updated or duplicate' },
      layer: { type: 'string' },
      superseded_id: { description: 'The memory whose value this one replaces under its key, or null' },
      similar: {
        type: 'array',
        items: { type: 'object' },
        description: 'Near-identical memories that differ in something that matters: id, score',
      },
      index: { type: 'string', description: 'ready, or pending while the search by meaning catches up' },
      evicted_ids: { type: 'array', items: { type: 'string' }, description: 'What left working memory for this; still found by search' },
      usage: { type: 'object', description: 'memories: how many are live' },
      previously_forgotten: { type: 'boolean' },
      redacted: { type: 'array', items: { type: 'string' }, description: 'Kinds of credential that were masked before storing' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Arguments that this tool does not know' },
    },
    required: ['id', 'status', 'layer', 'usage'],
  },
  annotations: { title: 'Remember', readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['memory:write'],
  verb: 'write',
  read: readWriteTool,
  present: presentWrite,
});
