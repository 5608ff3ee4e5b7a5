/**
 * What a session shows is what the record says, also where working memory was not reached by the change: over any stores. `work` gets a world
 * whose working memory refuses every withdrawal, and whose put-off work is dropped, as if the process had ended with the reply.
 */
import { describe, expect, it } from 'vitest';
import { type Dependencies, LATER } from '../../src/application/dependencies.ts';
import { DAY_MS } from '../../src/domain/instant.ts';
import { err } from '../../src/domain/result.ts';
import type { World } from '../support/world.ts';

export interface FreshSessionsOptions {
  readonly name: string;
  readonly createWorld: (change: (deps: Dependencies) => Dependencies) => World;
}

const unreached = (deps: Dependencies): Dependencies => ({
  ...deps,
  defer: async () => LATER,
  working: {
    ...deps.working,
    load: (session_id, now) => deps.working.load(session_id, now),
    withdraw: async () => err({ store: deps.working.name, cause: 'not reached', retryable: true }),
  },
});

export function freshSessionsContract({ name, createWorld }: FreshSessionsOptions): void {
  const shown = async (world: World, session_id = 's') => {
    const { items, tokens } = await world.must('readSession', { session_id });
    expect(tokens).toBe(items.reduce((sum, item) => sum + item.tokens, 0));
    return items.map(({ content }) => content);
  };
  /** What working memory still holds: that the change did not reach it. */
  const held = async ({ deps, now }: World, session_id = 's') => {
    const loaded = await deps.working.load(session_id, now());
    return loaded.ok ? (loaded.value.session?.items.map(({ content }) => content) ?? []) : [];
  };
  const say = async (world: World, content: string, session_id = 's') =>
    (await world.must('recordTurn', { session_id, role: 'user', content })).id;

  describe(`fresh sessions: ${name}`, () => {
    it('a forgotten memory is not shown', async () => {
      const world = createWorld(unreached);
      const [, secret] = [await say(world, 'I fly to Oslo.'), await say(world, 'My passport ends in seven.')];
      expect(await shown(world)).toEqual(['I fly to Oslo.', 'My passport ends in seven.']);
      await world.must('forget', { memory_id: secret });
      expect(await held(world)).toContain('My passport ends in seven.');
      expect(await shown(world)).toEqual(['I fly to Oslo.']);
      expect(await held(world)).toEqual(['I fly to Oslo.']);
    });

    it('a forgotten memory of another session is not shown, a living one is', async () => {
      const world = createWorld(unreached);
      const [kept, secret] = [await say(world, 'The gate is B7.', 'other'), await say(world, 'The code is 1234.', 'other')];
      await say(world, 'I fly to Oslo.');
      await world.must('configureSession', { session_id: 's', pin: [kept, secret] });
      expect(await shown(world)).toEqual(['I fly to Oslo.', 'The gate is B7.', 'The code is 1234.']);
      await world.must('forget', { memory_id: secret });
      expect(await held(world)).toContain('The code is 1234.');
      expect(await shown(world)).toEqual(['I fly to Oslo.', 'The gate is B7.']);
      expect(await shown(world, 'other')).toEqual(['The gate is B7.']);
    });

    it('a corrected memory is shown in its new wording', async () => {
      const world = createWorld(unreached);
      const id = await say(world, 'The train leaves at nine.');
      await world.must('correct', { id, content: 'The train leaves at ten.' });
      expect(await held(world)).toEqual(['The train leaves at nine.']);
      expect(await shown(world)).toEqual(['The train leaves at ten.']);
    });

    it('a superseded fact is not shown, its successor is', async () => {
      const world = createWorld(unreached);
      await world.must('write', { content: 'window', key: 'seat', session_id: 's' });
      world.pass(1_000);
      await world.must('write', { content: 'aisle', key: 'seat' });
      expect(await held(world)).toEqual(['window']);
      expect(await shown(world)).toEqual([]);
    });

    it('an expired memory is not shown', async () => {
      const world = createWorld(unreached);
      await world.must('write', { content: 'The offer ends tonight.', ttl_days: 0.01, session_id: 's' });
      await say(world, 'I fly to Oslo.');
      expect(await shown(world)).toHaveLength(2);
      world.pass(0.02 * DAY_MS);
      expect(await held(world)).toContain('The offer ends tonight.');
      expect(await shown(world)).toEqual(['I fly to Oslo.']);
    });

    it('a record that was read before a correction does not bring the old wording back', async () => {
      // The session is asked for first and answers last; between the two the record is read, and then corrected.
      let step: 'idle' | 'armed' | 'asked' = 'idle';
      let correct: () => Promise<unknown> = async () => null;
      const corrected = Promise.withResolvers<void>();
      const world = createWorld((deps) => ({
        ...deps,
        store: {
          ...deps.store,
          async list(query) {
            const is_between = step === 'asked';
            step = 'idle';
            const page = await deps.store.list(query);
            if (is_between) await correct().finally(corrected.resolve);
            return page;
          },
        },
        working: {
          ...deps.working,
          async load(session_id, now) {
            if (step === 'armed') {
              step = 'asked';
              await corrected.promise;
            }
            return deps.working.load(session_id, now);
          },
        },
      }));
      const id = await say(world, 'The train leaves at nine.');
      correct = () => world.must('correct', { id, content: 'The train leaves at ten.' });
      step = 'armed';
      expect(await shown(world)).toEqual(['The train leaves at ten.']);
      expect(await held(world)).toEqual(['The train leaves at ten.']);
      expect(step).toBe('idle');
    });
  });
}
