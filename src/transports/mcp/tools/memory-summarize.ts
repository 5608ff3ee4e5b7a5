import type { SummarizeReply } from '../../../application/service.ts';
import { SUMMARY_CHARACTERS_MAX, SUMMARY_CHARACTERS_MIN } from '../../../domain/limits.ts';
import { readSummarize } from '../../shared/commands.ts';
import { presentSummarize } from '../../shared/present.ts';
import { input, text, texts, whole } from '../parameters.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import { verbTool } from '../verb-tool.ts';

const present = (reply: SummarizeReply) => ({ notice: QUOTED_NOTICE, ...presentSummarize(reply) });

export const memorySummarize = verbTool({
  name: 'memory_summarize',
  title: 'Summarise',
  description:
    'Makes one short summary of several memories and stores it with the ids and the time range that it came from. Call it when a conversation ' +
    'or a topic has grown long, with ids from memory_search or memory_write. Returns the id and text of the summary, the sources, the ratio, ' +
    'and the method. The sources stay. The same ids and length give the same summary. Not for text that is not stored yet.',
  inputSchema: input(
    {
      memory_ids: texts('memory_ids'),
      max_length: whole('max_length', SUMMARY_CHARACTERS_MIN, SUMMARY_CHARACTERS_MAX),
      session_id: text('session_id'),
    },
    ['memory_ids'],
  ),
  outputSchema: {
    type: 'object',
    properties: {
      notice: { type: 'string' },
      id: { type: 'string', description: 'The memory that holds the summary' },
      summary: { type: 'string', description: 'Quoted data' },
      source_ids: { type: 'array', items: { type: 'string' } },
      time_range: { type: 'object', description: 'from and to: when the sources happened' },
      compression_ratio: { type: 'number', description: 'Characters of the sources divided by characters of the summary' },
      method: { type: 'string', description: 'llm or extractive' },
      fallback_reason: { type: 'string', description: 'Why the summary of the model was not used' },
      status: { type: 'string', description: 'created or duplicate' },
      degraded: { type: 'array', items: { type: 'object' }, description: 'What has to wait for the next repair' },
      usage: { type: 'object', description: 'memories: how many are live' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Arguments that this tool does not know' },
    },
    required: ['id', 'summary', 'source_ids', 'method'],
  },
  annotations: { title: 'Summarise', readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['memory:read', 'memory:write'],
  reports_progress: true,
  verb: 'summarize',
  read: readSummarize,
  present,
  working: 'Summarising the memories',
});
