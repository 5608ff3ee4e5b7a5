import { ok } from '../../../domain/result.ts';
import { presentStats } from '../../shared/present.ts';
import type { ResourceDefinition } from '../surface.ts';

export const statsResource: ResourceDefinition = {
  uri: 'memory://stats',
  template: false,
  name: 'stats',
  title: 'Memory statistics',
  description: 'Counts by layer and state, sessions, stores and their health.',
  mimeType: 'application/json',
  scopes: ['memory:read'],
  async read(_id, uri, exchange) {
    const reply = await exchange.service.execute('stats', exchange.caller, {});
    return reply.ok ? ok({ uri, mimeType: 'application/json', text: JSON.stringify(presentStats(reply.value)) }) : reply;
  },
};
