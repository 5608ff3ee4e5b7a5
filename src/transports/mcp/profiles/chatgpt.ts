/**
 * `?profile=chatgpt`: the two read-only tools by which ChatGPT's connectors know a source, `search(query)` and `fetch(id)`, in their fixed
 * shapes. A profile of its own, because these names would collide with other servers in every other client.
 */
import type { MemoryRecord } from '../../../application/service.ts';
import { ok } from '../../../domain/result.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentMemory } from '../../shared/present.ts';
import { readFields } from '../../shared/read-fields.ts';
import { input } from '../parameters.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import type { Surface, ToolDefinition } from '../surface.ts';

/** What one research step can weigh. */
const RESULTS = 10;
/** A line in a list of citations. */
const TITLE_CHARACTERS = 80;

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

function titleOf(content: string): string {
  const [first = ''] = content.split('\n');
  const characters = [...first];
  return characters.length <= TITLE_CHARACTERS ? first : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

/** `origin`: where this deployment was reached, for links that a person with a credential can open. */
function chatgptTools(origin: string): readonly ToolDefinition[] {
  const named = ({ id, content }: Pick<MemoryRecord, 'id' | 'content'>) => ({
    id,
    title: titleOf(content),
    url: `${origin}/v1/memories/${encodeURIComponent(id)}`,
  });

  const search: ToolDefinition = {
    name: 'search',
    title: 'Search memories',
    description: 'Finds memories that fit a question. Returns ids, titles and links; read one whole with fetch.',
    inputSchema: input({ query: { type: 'string', description: 'What to look for, in plain words' } }, ['query']),
    outputSchema: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' }, url: { type: 'string' } } },
        },
      },
      required: ['results'],
    },
    annotations: { title: 'Search memories', ...READ_ONLY },
    scopes: ['memory:read'],
    async call(given, exchange) {
      const read = readFields(given, { query: FIELDS.query }, ['query']);
      if (!read.ok) return read;
      const reply = await exchange.service.execute('search', exchange.caller, { query: read.value.value.query, top_k: RESULTS });
      return reply.ok ? ok({ structured: { results: reply.value.results.map(named) } }) : reply;
    },
  };

  const fetch: ToolDefinition = {
    name: 'fetch',
    title: 'Read a memory',
    description: 'Reads one memory whole, by an id that search returned.',
    inputSchema: input({ id: { type: 'string', description: 'The id of a memory' } }, ['id']),
    outputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        title: { type: 'string' },
        text: { type: 'string', description: 'Quoted data' },
        url: { type: 'string' },
        metadata: { type: 'object' },
      },
      required: ['id', 'title', 'text', 'url'],
    },
    annotations: { title: 'Read a memory', ...READ_ONLY },
    scopes: ['memory:read'],
    async call(given, exchange) {
      const read = readFields(given, { id: FIELDS.memory_id }, ['id']);
      if (!read.ok) return read;
      const reply = await exchange.service.execute('get', exchange.caller, { id: read.value.value.id });
      if (!reply.ok) return reply;
      const { layer, origin: said_by, occurred_at, source, state } = presentMemory(reply.value, exchange.caller.namespace);
      const metadata = { notice: QUOTED_NOTICE, layer, origin: said_by, occurred_at, source, state };
      return ok({ structured: { ...named(reply.value), text: reply.value.content, metadata } });
    },
  };

  return [search, fetch];
}

export const chatgptProfile = (surface: Surface, origin: string): Surface => ({ ...surface, tools: chatgptTools(origin) });
