/** From memories to the text of a summary: the model when there is one and it answers well, the extractive summary otherwise. */
import type { Memory } from '../domain/memory.ts';
import { maskSecrets } from '../domain/secrets/mask-secrets.ts';
import { asSummarySources, type SummaryText } from '../domain/summarising/draft-summary.ts';
import { summariseExtractively } from '../domain/summarising/extractive.ts';
import type { Dependencies } from './dependencies.ts';

export interface ComposedSummary extends SummaryText {
  /** Why the model's summary was not used. */
  readonly fallback_reason?: string;
}

/** `sources` in time order, not empty; `characters_max` is a hard ceiling. */
export async function composeSummary(
  deps: Pick<Dependencies, 'model_summarizer' | 'observer' | 'secrets'>,
  sources: readonly Memory[],
  characters_max: number,
): Promise<ComposedSummary> {
  const request = { sources: asSummarySources(sources), max_characters: characters_max };
  const extractive = (): SummaryText => ({ text: summariseExtractively(request.sources, characters_max), method: 'extractive' });
  const model = deps.model_summarizer;
  if (model === null) return extractive();
  const answered = await model.summarize(request);
  // A model can complete what was masked in its sources to something that looks like a credential again.
  if (answered.ok)
    return { ...answered.value, text: deps.secrets === 'flag' ? answered.value.text : maskSecrets(answered.value.text).text };
  deps.observer.observe({ event: 'degraded', store: model.id, verb: 'summarize', cause: answered.failure.cause });
  return { ...extractive(), fallback_reason: answered.failure.cause };
}
