import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitGenerality, formOf, generalityOf } from '../../../src/domain/ranking/generality.ts';
import { questionsOf } from '../../../src/domain/ranking/questions/forms.ts';
import { GENERAL_QUESTIONS } from '../../../src/domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../../src/domain/ranking/questions/personal-questions.ts';

const WIDTH = 5;
const unit = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: WIDTH, maxLength: WIDTH })
  .filter((values) => Math.hypot(...values) > 0.1)
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));
const list = fc.array(unit, { minLength: 1, maxLength: 12 });

const axis = (at: number) => Float32Array.from({ length: 4 }, (_, index) => (index === at ? 1 : 0));

describe('generality', () => {
  it('is near 1 for a general question, near -1 for a personal one, 0 for what is like neither', () => {
    const sample = fitGenerality([axis(0), axis(1)], [axis(2)]);
    expect(generalityOf(axis(0), sample)).toBeGreaterThan(0.9);
    expect(generalityOf(axis(1), sample)).toBeGreaterThan(0.9);
    expect(generalityOf(axis(2), sample)).toBeLessThan(-0.9);
    expect(generalityOf(axis(3), sample)).toBe(0);
  });

  it('weighs both lists alike, however long they are', () => {
    const many = Array.from({ length: 30 }, () => axis(0));
    expect(generalityOf(axis(1), fitGenerality(many, [axis(1)]))).toBeCloseTo(
      -generalityOf(
        axis(0),
        fitGenerality(
          [axis(0)],
          Array.from({ length: 30 }, () => axis(1)),
        ),
      ),
      10,
    );
  });

  it('is the same written out as a form', () => {
    fc.assert(
      fc.property(list, list, unit, (general, personal, question) => {
        const sample = fitGenerality(general, personal);
        expect(generalityOf(question, formOf(sample))).toBeCloseTo(generalityOf(question, sample), 3);
      }),
    );
  });

  it('changes its sign when the lists change places', () => {
    fc.assert(
      fc.property(list, list, unit, (general, personal, question) => {
        expect(generalityOf(question, fitGenerality(general, personal))).toBeCloseTo(
          -generalityOf(question, fitGenerality(personal, general)),
          6,
        );
      }),
    );
  });
});

describe('the questions', () => {
  it('are written as forms', () => {
    expect(questionsOf('What is {}? | a haiku; $& here\nWho is it?; Why?')).toEqual([
      'What is a haiku?',
      'What is $& here?',
      'Who is it?',
      'Why?',
    ]);
  });

  it('hold nothing twice, in two languages', () => {
    const all = [...GENERAL_QUESTIONS, ...PERSONAL_QUESTIONS];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((question) => question.trim() !== question || question === '' || /[{}|]/.test(question))).toEqual([]);
    for (const questions of [GENERAL_QUESTIONS, PERSONAL_QUESTIONS]) {
      const chinese = questions.filter((question) => /\p{Script=Han}/u.test(question)).length / questions.length;
      expect(chinese).toBeGreaterThan(0.4);
      expect(chinese).toBeLessThan(0.6);
    }
  });
});
