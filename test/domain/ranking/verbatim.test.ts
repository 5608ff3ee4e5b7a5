import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/world.ts';

describe('a memory asked for in its own words', () => {
  it.each(['What did you get?', 'Thanks, Jon! Appreciate your support!', '好的，没问题。', 'ok'])(
    'comes first, however little it says: %s',
    async (content) => {
      const world = createWorld();
      const said = [
        'What did you get for your birthday? I got a bicycle.',
        'Jon, did you get the support you wanted from Gina?',
        'Gina thanks you for the support, and we appreciate it.',
        '好的朋友没有大问题。',
        'It is ok to ask again.',
      ];
      for (const other of said) await world.must('recordTurn', { session_id: 's', role: 'user', content: other });
      const { id } = await world.must('recordTurn', { session_id: 's', role: 'user', content });
      const { results, abstained } = await world.must('search', { query: `  ${content.toUpperCase()} ` });
      expect(abstained).toBe(false);
      expect(results[0]?.id).toBe(id);
      const unasked = await world.must('search', { query: 'bicycle' });
      expect(unasked.results[0]?.content).toBe(said[0]);
    },
  );
});
