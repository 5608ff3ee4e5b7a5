import { ok } from '../../../domain/result.ts';
import { readContext } from '../../shared/commands.ts';
import { FIELDS } from '../../shared/fields.ts';
import { readFields } from '../../shared/read-fields.ts';
import type { PromptDefinition } from '../surface.ts';

const SESSION = { session_id: FIELDS.session_id };

/** Arguments of prompts are always text; the shared readers turn "800" into 800. */
export const recallContext: PromptDefinition = {
  name: 'recall_context',
  title: 'Context for this session',
  description: 'What matters now for one session and question: working memory, current facts and recalled events, inside a token budget.',
  arguments: [
    { name: 'session_id', description: 'The conversation', required: true },
    { name: 'query', description: 'The question at hand; without it, what the session is busy with', required: false },
    { name: 'budget_tokens', description: 'Tokens that the block may take', required: false },
  ],
  scopes: ['memory:read'],
  async get(given, exchange) {
    const { session_id: _, ...rest } = given;
    const session = readFields(given, SESSION, ['session_id']);
    if (!session.ok) return session;
    const command = readContext(rest);
    if (!command.ok) return command;
    const reply = await exchange.service.execute('context', exchange.caller, {
      ...command.value.value,
      session_id: session.value.value.session_id,
    });
    if (!reply.ok) return reply;
    // The block comes fenced and labelled, and its budget counts every word of it: nothing is added here.
    return ok([{ role: 'user', content: { type: 'text', text: reply.value.context } }]);
  },
};
