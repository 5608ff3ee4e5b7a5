/** The vectors of general and personal questions, made once an isolate and embedder: about 220 short texts. */
import type { QuestionCohort } from '../../domain/ranking/background.ts';
import { GENERAL_QUESTIONS } from '../../domain/ranking/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../domain/ranking/personal-questions.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';

/** Pure of everything but the embedder's id, so namespaces may share it. */
const cohorts = new Map<string, QuestionCohort>();
const MISSING_MAX = 5;

/** Null while the embedder cannot make it; the next search tries again. */
export async function questionCohort(deps: Pick<Dependencies, 'embedder'>, generation: string): Promise<QuestionCohort | null> {
  const known = cohorts.get(generation);
  if (known !== undefined) return known;
  const embedded = await embedContents(deps, [...GENERAL_QUESTIONS, ...PERSONAL_QUESTIONS]);
  if (embedded === null || embedded.generation !== generation) return null;
  const vectors = embedded.contents.map((content) => (content.status === 'embedded' ? content.chunks[0] : undefined));
  if (vectors.filter((vector) => vector === undefined).length > MISSING_MAX) return null;
  const present = (from: number, to?: number) => vectors.slice(from, to).filter((vector) => vector !== undefined);
  const cohort = { general: present(0, GENERAL_QUESTIONS.length), personal: present(GENERAL_QUESTIONS.length) };
  cohorts.set(generation, cohort);
  return cohort;
}
