import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { createWorld } from '../support/world.ts';

const TEXT = 'the text that nobody may log';

describe('the service', () => {
  it('answers an outage of the record store as a value, and says so to the operator without stored text', async () => {
    const world = createWorld((deps) => ({
      ...deps,
      store: { ...deps.store, lookUp: async () => Promise.reject(new StoreUnavailable('reference', 'connection refused')) },
    }));
    expect(await world.fails('write', { content: TEXT })).toMatchObject({
      kind: 'unavailable',
      store: 'reference',
      retry_after_seconds: 2,
    });
    expect(world.events).toMatchObject([{ event: 'degraded', store: 'reference', verb: 'write' }]);
    expect(JSON.stringify(world.events)).not.toContain(TEXT);
    expect(await world.must('list', {})).toEqual({ items: [], next_cursor: null });
  });

  it('lets what nobody expected go on to the transport, named by kind only', async () => {
    const world = createWorld((deps) => ({
      ...deps,
      store: { ...deps.store, lookUp: async () => Promise.reject(new TypeError(`cannot read ${TEXT}`)) },
    }));
    await expect(world.execute('write', { content: TEXT })).rejects.toThrow(TypeError);
    expect(world.events).toEqual([{ event: 'unexpected', request_id: 'request-1', cause: 'TypeError' }]);
  });

  it('gives up on a store that is always busy with a conflict that says what to do, and stores nothing', async () => {
    const world = createWorld((deps) => ({ ...deps, store: { ...deps.store, commit: async () => 'conflict' } }));
    for (const failure of [
      await world.fails('write', { content: 'x' }),
      await world.fails('recordTurn', { session_id: 's', role: 'user', content: 'x' }),
      await world.fails('importLines', {
        first_line: 1,
        lines: [
          '{"type":"tombstone","id":"019dedb5-ae00-7000-8000-000000000001","layer":"episodic","content_hashes":[],"key_hash":null,"occurred_at":"2026-01-01","created_at":"2026-01-01","forgotten_at":"2026-01-02"}',
        ],
      }),
    ])
      expect(failure).toMatchObject({ kind: 'conflict', reason: 'contention' });
    expect((await world.must('list', {})).items).toEqual([]);
  });
});
