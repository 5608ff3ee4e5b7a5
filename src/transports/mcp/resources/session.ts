import { ok } from '../../../domain/result.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentSession } from '../../shared/present.ts';
import { readFields } from '../../shared/read-fields.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import type { ResourceDefinition } from '../surface.ts';

export const sessionResource: ResourceDefinition = {
  uri: 'memory://sessions/{id}',
  template: true,
  name: 'session',
  title: 'Working memory of a session',
  description: 'What one session is busy with: items with scores and tokens, budget, strategy and turn. The id is percent-encoded.',
  mimeType: 'application/json',
  scopes: ['memory:read'],
  async read(id, uri, exchange) {
    const session = readFields({ session_id: id }, { session_id: FIELDS.session_id }, ['session_id']);
    if (!session.ok) return session;
    const reply = await exchange.service.execute('readSession', exchange.caller, session.value.value);
    if (!reply.ok) return reply;
    return ok({ uri, mimeType: 'application/json', text: JSON.stringify({ notice: QUOTED_NOTICE, ...presentSession(reply.value) }) });
  },
};
