import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedTerms } from '../../../src/domain/ranking/shared-terms.ts';

describe('shared terms', () => {
  it('counts what two texts share, for every text entered before', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 8 }).map((terms) => new Set(terms));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (entered, asked) => {
        const shared = new SharedTerms();
        for (const terms of entered) shared.enter(terms);
        expect([...shared.countsOf(asked)]).toEqual(entered.map((terms) => [...terms].filter((term) => asked.has(term)).length));
      }),
    );
  });
});
