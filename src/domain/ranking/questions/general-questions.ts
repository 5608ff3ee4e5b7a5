/**
 * What people ask an encyclopaedia, a cook, a lawyer, a programmer or a model, over as many fields and forms as fit in a list: whole questions,
 * orders ("translate", "write a poem"), sums, keywords. What is like these, and not like personal-questions.ts, is no question for a memory
 * (generality.ts). More of them judge better: docs/benchmarks.md.
 */
import { questionsOf } from './forms.ts';
import { CHINESE_GENERAL } from './general-chinese.ts';
import { ENGLISH_GENERAL } from './general-english.ts';

export const GENERAL_QUESTIONS: readonly string[] = [...questionsOf(ENGLISH_GENERAL), ...questionsOf(CHINESE_GENERAL)];
