import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceThatMatters, GuardedText } from '../../../src/domain/duplicates/near-duplicate-guard.ts';

const WORDS = 'the port is 8443 443 not Anna anna 不 没 周一 周二 三百 300 seats seat cannot can v1.2 a/b.ts , . ?'.split(' ');
const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }).map((words) => words.join(' '));

describe('a guarded text', () => {
  it('differs exactly where the guard names a difference, in whatever order texts are compared', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (contents) => {
        const read = contents.map((content) => new GuardedText(content));
        for (const [left, one] of read.entries())
          for (const [right, other] of read.entries())
            expect(one.differsFrom(other)).toBe(differenceThatMatters(contents[left] ?? '', contents[right] ?? '') !== null);
      }),
    );
  });

  it('keeps apart what differs in one number only, and folds what differs in an article', () => {
    const heads = [8443, 8444, 8445].map((port) => new GuardedText(`The port of the gateway is ${port} now`));
    const probe = new GuardedText('Port of the gateway is 8445 now');
    expect(heads.map((head) => head.differsFrom(probe))).toEqual([true, true, false]);
  });
});
