/** What people ask a memory: about themselves, those around them, and their work. The counterweight to general-questions.ts. */
import { questionsOf } from './forms.ts';
import { CHINESE_PERSONAL } from './personal-chinese.ts';
import { ENGLISH_PERSONAL } from './personal-english.ts';

export const PERSONAL_QUESTIONS: readonly string[] = [...questionsOf(ENGLISH_PERSONAL), ...questionsOf(CHINESE_PERSONAL)];
