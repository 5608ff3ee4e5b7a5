/** Every way in which a text can come to the service, over HTTP. */
import { expect } from 'vitest';
import type { NamespaceClient } from '../../support/running-service.ts';

/** What a way in hides. */
export interface Hidden {
  /** Words that nothing else holds. */
  readonly mark: string;
  /** A key and a session of its own, where the way has use for them. */
  readonly key: string;
  readonly session_id: string;
}

export interface WayIn {
  /** Brings in one memory (or more) whose text holds the mark; the ids of those that do. */
  readonly enter: (client: NamespaceClient, hidden: Hidden) => Promise<readonly string[]>;
  /** What goes with the memory, because nothing else has it. */
  readonly owns?: readonly ('key' | 'session_id')[];
  /** The text stands in working memory too. */
  readonly in_working?: true;
  /** Empties what was there before: the memory that stays comes after it. */
  readonly empties?: true;
}

export const write = async (client: NamespaceClient, fields: object): Promise<string> =>
  (await client.must('POST', '/v1/memories', fields)).body.id;

export const WAYS_IN: Readonly<Record<string, WayIn>> = {
  write: {
    enter: async (client, { mark }) => [
      await write(client, {
        content: `I hide ${mark}`,
        session_id: 's',
        tags: ['hidden'],
        metadata: { note: mark },
        idempotency_key: 'first',
      }),
    ],
    in_working: true,
  },
  'MCP write': {
    enter: async (client, { mark }) => {
      const given = { content: `I hide ${mark} here`, session_id: 's', idempotency_key: 'first' };
      return [JSON.parse(await client.mcp('tools/call', { name: 'memory_write', arguments: given })).result.structuredContent.id];
    },
    in_working: true,
  },
  'a fact': {
    enter: async (client, { mark, key }) => [await write(client, { content: `hides ${mark}`, key, origin: 'user', tags: [mark] })],
    owns: ['key'],
  },
  'a superseded value': {
    enter: async (client, { mark, key }) => {
      const id = await write(client, { content: `once ${mark}`, key });
      await write(client, { content: 'a plain drawer', key });
      return [id];
    },
  },
  'a batch': {
    enter: async (client, { mark, session_id }) => {
      const memories = [{ content: `batched ${mark}`, session_id, idempotency_key: 'first' }, { content: 'Beside it stands a chair' }];
      return [(await client.must('POST', '/v1/memories', { memories })).body.results[0].id];
    },
    owns: ['session_id'],
    in_working: true,
  },
  'a turn': {
    enter: async (client, { mark }) => {
      const turn = { role: 'tool', content: `found ${mark}`, tool: { text: mark }, idempotency_key: 'first' };
      return [(await client.must('POST', '/v1/sessions/s/turns', turn)).body.id];
    },
    in_working: true,
  },
  'a turn that left working memory': {
    enter: async (client, { mark }) => {
      const { id } = (await client.must('POST', '/v1/sessions/s/turns', { role: 'user', content: `found ${mark}` })).body;
      await client.must('PATCH', '/v1/sessions/s', { budget_tokens: 50 });
      for (let turn = 0; turn < 6; turn += 1)
        await client.must('POST', '/v1/sessions/s/turns', {
          role: 'user',
          content: `The train of platform ${turn} leaves at ${turn + 6} in the morning.`,
        });
      await client.must('PATCH', '/v1/sessions/s', { budget_tokens: 2_000 });
      return [id];
    },
    empties: true,
  },
  'an import': {
    enter: async (client, { mark }) => {
      const id = await write(client, { content: `imported ${mark}`, session_id: 's' });
      const lines = await client.exported();
      await client.must('DELETE', '/v1/namespace', { confirm: client.namespace });
      expect((await client.imported(lines)).body).toMatchObject({ errors: [], withheld: 0 });
      return [id];
    },
    in_working: true,
    empties: true,
  },
  'the wording before a correction': {
    enter: async (client, { mark }) => {
      const id = await write(client, { content: `once ${mark}`, idempotency_key: 'first' });
      await client.must('PATCH', `/v1/memories/${id}`, { content: 'nothing special', reason: `no longer ${mark}` });
      return [id];
    },
  },
  'a correction': {
    enter: async (client, { mark }) => {
      const id = await write(client, { content: 'nothing special', session_id: 's' });
      await client.must('PATCH', `/v1/memories/${id}`, { content: `now ${mark}`, idempotency_key: 'first' });
      return [id];
    },
    in_working: true,
  },
  'the older wording of a near-duplicate': {
    enter: async (client, { mark }) => {
      const id = await write(client, { content: `The user likes to drink ${mark} in the evening.`, layer: 'semantic' });
      const newer = { content: `The user likes to drink ${mark} in the evening!`, layer: 'semantic' };
      expect((await client.must('POST', '/v1/memories', newer)).body).toMatchObject({ id, status: 'updated' });
      return [id];
    },
  },
  'an expired memory': {
    enter: async (client, { mark }) => {
      const id = await write(client, { content: `briefly ${mark}`, ttl_days: 1 / 86_400 });
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      return [id];
    },
  },
  'a source of summaries': {
    enter: async (client, { mark }) => {
      const other = await write(client, { content: 'The user decided to drink green tea at 7:30.', origin: 'user' });
      const id = await write(client, { content: `The user decided to hide ${mark}.`, origin: 'user' });
      const summarize = async (memory_ids: readonly string[], more: object = {}) =>
        (await client.must('POST', '/v1/memories/summarize', { memory_ids, ...more })).body.id;
      const first = await summarize([id, other], { idempotency_key: 'first', session_id: 's' });
      await summarize([first, other]);
      await summarize([id]);
      return [id];
    },
  },
};
