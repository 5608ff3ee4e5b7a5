import type { StatsReply } from '../../../application/service.ts';
import { readStats } from '../../shared/commands.ts';
import { presentStats } from '../../shared/present.ts';
import { input, text } from '../parameters.ts';
import { verbTool } from '../verb-tool.ts';

/** More sessions than this tell a model nothing; the newest are named first, and the reply says how many are left out. */
const SESSIONS_MAX = 100;

function present(reply: StatsReply) {
  const stats = presentStats(reply);
  const left_out = stats.sessions.length - SESSIONS_MAX;
  if (left_out <= 0) return stats;
  return {
    ...stats,
    sessions: stats.sessions.slice(0, SESSIONS_MAX),
    truncated: `${left_out} more sessions are not shown. Pass session_id to see one of them.`,
  };
}

export const memoryStats = verbTool({
  name: 'memory_stats',
  title: 'Memory statistics',
  description:
    'Counts what is stored. Call it to see how much is remembered, whether everything is searchable yet, how full the working memory of a ' +
    'session is, or whether a store is down. Returns counts by layer and state, sessions with tokens and budget, the stores and their health, ' +
    'the embedder, and the oldest and newest times. Not for finding a memory.',
  inputSchema: input({ session_id: text('session_id') }),
  outputSchema: {
    type: 'object',
    properties: {
      namespace: { type: 'string' },
      counts: { type: 'object', description: 'By layer, then by state: live, expired, superseded, forgotten' },
      unembedded: { type: 'integer', description: 'Found by words only, so far' },
      pending: { type: 'integer', description: 'Queued for the index' },
      sessions: { type: 'array', items: { type: 'object' }, description: 'id, tokens, budget_tokens' },
      stores: { type: 'array', items: { type: 'object' }, description: 'name, ok' },
      embedder: { type: 'string' },
      oldest: { description: 'A time, or null' },
      newest: { description: 'A time, or null' },
      truncated: { type: 'string' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Arguments that this tool does not know' },
    },
    required: ['namespace', 'counts'],
  },
  annotations: { title: 'Memory statistics', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['memory:read'],
  verb: 'stats',
  read: readStats,
  present,
});
