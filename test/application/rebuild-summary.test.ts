import { describe, expect, it } from 'vitest';
import { rebuildSummary } from '../../src/application/rebuild-summary.ts';
import { createWorld } from '../support/world.ts';

describe('rebuilding a summary after a forget', () => {
  it('says nothing of what is gone and keeps what remains', async () => {
    const world = createWorld();
    const contents = [
      'The user is allergic to peanuts.',
      'We decided to use port 8443 for the gateway.',
      'Ivo must send the contract by Friday.',
      'Thanks, see you!',
    ];
    const ids: string[] = [];
    for (const content of contents) ids.push((await world.must('write', { content, session_id: 's' })).id);
    const { id } = await world.must('summarize', { memory_ids: ids, session_id: 's' });
    const stored = await world.deps.store.get([id, ...ids]);
    const summary = stored.get(id);
    if (summary === undefined) throw new Error('the summary was not stored');
    expect(summary.content).toContain('peanuts');
    const remaining = ids.slice(1).flatMap((source) => stored.get(source) ?? []);
    const rebuilt = await rebuildSummary(world.deps, summary, remaining, world.now());
    expect(rebuilt?.memory.content).toMatch(/8443/);
    expect(rebuilt?.memory.content).toMatch(/Ivo/);
    expect(JSON.stringify(rebuilt)).not.toMatch(/peanut/);
    expect(rebuilt?.memory).toMatchObject({ session_id: 's', source: { ids: ids.slice(1), via: 'test' } });
    expect(rebuilt?.memory.id).not.toBe(id);
    expect(rebuilt?.versions).toHaveLength(1);
    expect(await rebuildSummary(world.deps, summary, [], world.now())).toBeNull();
  });
});
