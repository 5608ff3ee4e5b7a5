import type { ForgetReply } from '../../../application/service.ts';
import { readForget } from '../../shared/commands.ts';
import { presentForget } from '../../shared/present.ts';
import { fitContents } from '../fit.ts';
import { choice, input, text, texts } from '../parameters.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import { verbTool } from '../verb-tool.ts';

function present(reply: ForgetReply) {
  const { candidates, ...around } = presentForget(reply);
  if (candidates.length === 0) return { ...around, candidates };
  const fitted = fitContents(candidates, { notice: QUOTED_NOTICE, ...around });
  return {
    notice: QUOTED_NOTICE,
    ...around,
    candidates: fitted.items,
    ...(reply.status === 'preview'
      ? { next_step: 'Nothing was removed. To remove some, repeat the call with the same query and their ids in confirm_ids.' }
      : {}),
  };
}

export const memoryForget = verbTool({
  name: 'memory_forget',
  title: 'Forget',
  description:
    'Removes memories, or lets them fade. Call it when the user asks to forget or delete something, or when a memory is plainly wrong. With ' +
    'memory_id it acts at once. With query it only previews: show the candidates, then call again with the same query and confirm_ids. ' +
    'Returns what happened, the ids, and a receipt of what was purged where; an unknown id is not_found. Not for replacing a value: write ' +
    'the new one under its key instead.',
  inputSchema: input({
    memory_id: text('memory_id'),
    query: text('query'),
    confirm_ids: texts('confirm_ids'),
    mode: choice('mode', ['delete', 'fade']),
    reason: text('reason'),
  }),
  outputSchema: {
    type: 'object',
    properties: {
      status: { type: 'string', description: 'forgotten, faded, preview, not_found or pending' },
      ids: { type: 'array', items: { type: 'string' }, description: 'What was forgotten or faded' },
      candidates: { type: 'array', items: { type: 'object' }, description: 'In a preview: id, content, score, layer, state' },
      not_found: { type: 'array', items: { type: 'string' } },
      degraded: { type: 'array', items: { type: 'object' }, description: 'Stores that could not be searched, or are cleared later' },
      receipt: { description: 'Counts purged per place, and what a read-back still found; null when nothing was removed' },
      usage: { type: 'object', description: 'memories: how many are live' },
      next_step: { type: 'string' },
      notice: { type: 'string' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Arguments that this tool does not know' },
    },
    required: ['status', 'ids', 'usage'],
  },
  annotations: { title: 'Forget', readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  scopes: ['memory:read', 'memory:write'],
  verb: 'forget',
  read: readForget,
  present,
});
