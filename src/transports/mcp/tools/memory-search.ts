import type { SearchReply } from '../../../application/service.ts';
import { TOP_K_MAX } from '../../../domain/limits.ts';
import { LAYERS } from '../../../domain/memory.ts';
import { readSearch } from '../../shared/commands.ts';
import { presentSearch } from '../../shared/present.ts';
import { fitContents } from '../fit.ts';
import { choice, flag, input, number, text, texts, whole } from '../parameters.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import { verbTool } from '../verb-tool.ts';

function present(reply: SearchReply) {
  const { results, ...around } = presentSearch(reply);
  const fitted = fitContents(results, { notice: QUOTED_NOTICE, ...around });
  return {
    notice: QUOTED_NOTICE,
    results: fitted.items,
    ...around,
    ...(fitted.shortened === 0
      ? {}
      : {
          truncated: `${fitted.shortened} of ${results.length} texts were shortened. To read them whole, search again with top_k 1 and pass cursor from page to page.`,
        }),
  };
}

export const memorySearch = verbTool({
  name: 'memory_search',
  title: 'Recall',
  description:
    'Finds memories by meaning and by words. Call it before answering whenever earlier conversations could matter: the user ' +
    'says before, last time, again, as usual, remember (刚才, 上次, 之前, 还记得), or you are about to ask for something they may have told ' +
    'already. Returns the best results with id, content, dates, origin, source and the parts of the score; when nothing fits, an empty list ' +
    'with abstained true. Not for general knowledge or the open web.',
  inputSchema: input(
    {
      query: text('query'),
      top_k: whole('top_k', 1, TOP_K_MAX),
      session_id: text('session_id'),
      layer: choice('layer', LAYERS),
      tags: texts('tags'),
      time_range_days: number('time_range_days'),
      since: text('since'),
      until: text('until'),
      as_of: text('as_of'),
      known_at: text('known_at'),
      include_superseded: flag('include_superseded'),
      min_score: number('min_score', { minimum: 0, maximum: 1 }),
      cursor: text('cursor'),
    },
    ['query'],
  ),
  outputSchema: {
    type: 'object',
    properties: {
      notice: { type: 'string' },
      results: {
        type: 'array',
        description: 'Best first',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            content: { type: 'string', description: 'Quoted data' },
            layer: { type: 'string' },
            score: { type: 'number' },
            score_parts: { type: 'object', description: 'relevance, decay and importance multiply to score; detail explains relevance' },
            origin: { description: 'user, agent, tool or null' },
            importance: { type: 'number' },
            occurred_at: { type: 'string' },
            created_at: { type: 'string' },
            session_id: { description: 'The conversation, or null' },
            key: { description: 'What the fact is about, or null' },
            tags: { type: 'array', items: { type: 'string' } },
            source: { type: 'object', description: 'Stamped by the service: through which door it came' },
            state: { type: 'string', description: 'live, expired or superseded, today' },
            content_truncated: { type: 'boolean' },
          },
        },
      },
      abstained: { type: 'boolean', description: 'True when nothing fits' },
      best_score: { description: 'The best score seen, even below the floor; null when there is nothing in scope' },
      degraded: { type: 'array', items: { type: 'object' }, description: 'What could not take part in this search' },
      next_cursor: { description: 'Pass as cursor for the next page; null at the end' },
      usage: { type: 'object', description: 'memories: how many are live' },
      query_truncated: { type: 'boolean' },
      truncated: { type: 'string', description: 'How to read texts that were shortened' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Arguments that this tool does not know' },
    },
    required: ['results', 'abstained', 'usage'],
  },
  annotations: { title: 'Recall', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['memory:read'],
  verb: 'search',
  read: readSearch,
  present,
});
