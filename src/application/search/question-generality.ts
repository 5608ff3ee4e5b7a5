/** What tells questions for a memory from those for an encyclopaedia, by the embedder in use: as it brings it, or fitted once an isolate. */
import { fitGenerality, type Generality } from '../../domain/ranking/generality.ts';
import { GENERAL_QUESTIONS } from '../../domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../domain/ranking/questions/personal-questions.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';

/** Pure of everything but the embedder's id, so namespaces may share it. */
const fitted = new Map<string, Generality>();
/** Every fifth question: some 420 short texts are a few calls to an embedder, all of them would be twenty. */
const SAMPLE_STEP = 5;
const MISSING_MAX = 20;

/** Null while the embedder cannot make it; the next search tries again. */
export async function questionGenerality(deps: Pick<Dependencies, 'embedder'>, generation: string): Promise<Generality | null> {
  const known = fitted.get(generation);
  if (known !== undefined) return known;
  const description = await deps.embedder.describe();
  if (description === null || description.id !== generation) return null;
  if (description.generality !== undefined) return description.generality;
  const [general, personal] = [sampleOf(GENERAL_QUESTIONS), sampleOf(PERSONAL_QUESTIONS)];
  const embedded = await embedContents(deps, [...general, ...personal]);
  if (embedded === null || embedded.generation !== generation) return null;
  const vectors = embedded.contents.map((content) => (content.status === 'embedded' ? content.chunks[0] : undefined));
  if (vectors.filter((vector) => vector === undefined).length > MISSING_MAX) return null;
  const present = (from: number, to?: number) => vectors.slice(from, to).filter((vector) => vector !== undefined);
  const generality = fitGenerality(present(0, general.length), present(general.length));
  fitted.set(generation, generality);
  return generality;
}

const sampleOf = (questions: readonly string[]): readonly string[] => questions.filter((_, at) => at % SAMPLE_STEP === 0);
