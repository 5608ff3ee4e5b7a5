/** What tells questions for a memory from those for an encyclopaedia, by the embedder in use: as it brings it, or fitted once an isolate. */

import { type Instant, MINUTE_MS } from '../../domain/instant.ts';
import { fitGenerality, type Generality } from '../../domain/ranking/generality.ts';
import { GENERAL_QUESTIONS } from '../../domain/ranking/questions/general-questions.ts';
import { PERSONAL_QUESTIONS } from '../../domain/ranking/questions/personal-questions.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { isReachable } from '../../ports/embedder.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';

/** Pure of everything but the embedder's id, so namespaces may share it. */
const fitted = new Map<string, Generality>();
/** Every fifth question: some 490 short texts are a few calls to an embedder, all of them would be twenty. */
const SAMPLE_STEP = 5;
const MISSING_MAX = 20;
/** How long an embedder that could not embed the sample is left alone: its searches would pay for hundreds of texts each. */
const RETRY_MS = MINUTE_MS;
const failed_at = new Map<string, Instant>();
/** By the embedder of an object or a request, never across: a promise belongs to the request that made it. */
const fitting = new WeakMap<Embedder, Promise<Generality | null>>();

type Needs = Pick<Dependencies, 'embedder' | 'clock'>;

/** Null while the embedder cannot make it; a search a minute later tries again. */
export async function questionGenerality(deps: Needs, generation: string): Promise<Generality | null> {
  const known = fitted.get(generation);
  if (known !== undefined) return known;
  const running = fitting.get(deps.embedder) ?? fitOnce(deps, generation).finally(() => fitting.delete(deps.embedder));
  fitting.set(deps.embedder, running);
  return running;
}

async function fitOnce(deps: Needs, generation: string): Promise<Generality | null> {
  const description = await deps.embedder.describe();
  if (!isReachable(description) || description.id !== generation) return null;
  if (description.generality !== undefined) return description.generality;
  const failed = failed_at.get(generation);
  if (failed !== undefined && deps.clock.now() - failed < RETRY_MS) return null;
  const [general, personal] = [sampleOf(GENERAL_QUESTIONS), sampleOf(PERSONAL_QUESTIONS)];
  const embedded = await embedContents(deps, [...general, ...personal]);
  if (embedded === null || embedded.generation !== generation) return null;
  failed_at.delete(generation);
  const vectors = embedded.contents.map((content) => (content.status === 'embedded' ? content.chunks[0] : undefined));
  if (vectors.filter((vector) => vector === undefined).length > MISSING_MAX) {
    failed_at.set(generation, deps.clock.now());
    return null;
  }
  const present = (from: number, to?: number) => vectors.slice(from, to).filter((vector) => vector !== undefined);
  const generality = fitGenerality(present(0, general.length), present(general.length));
  fitted.set(generation, generality);
  return generality;
}

const sampleOf = (questions: readonly string[]): readonly string[] => questions.filter((_, at) => at % SAMPLE_STEP === 0);
