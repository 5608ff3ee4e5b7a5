import { ok } from '../../../domain/result.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentMemory } from '../../shared/present.ts';
import { readFields } from '../../shared/read-fields.ts';
import { QUOTED_NOTICE } from '../quoted.ts';
import type { ResourceDefinition } from '../surface.ts';

export const memoryResource: ResourceDefinition = {
  uri: 'memory://memories/{id}',
  template: true,
  name: 'memory',
  title: 'One memory',
  description: 'One memory, whole, with its dates, source and state.',
  mimeType: 'application/json',
  scopes: ['memory:read'],
  async read(id, uri, exchange) {
    const read = readFields({ memory_id: id }, { memory_id: FIELDS.memory_id }, ['memory_id']);
    if (!read.ok) return read;
    const reply = await exchange.service.execute('get', exchange.caller, { id: read.value.value.memory_id });
    if (!reply.ok) return reply;
    const memory = presentMemory(reply.value, exchange.caller.namespace);
    return ok({ uri, mimeType: 'application/json', text: JSON.stringify({ notice: QUOTED_NOTICE, ...memory }) });
  },
};
