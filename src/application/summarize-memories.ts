import { type Failure, invalid } from '../domain/failure.ts';
import { SUMMARY_CHARACTERS_DEFAULT, SUMMARY_CHARACTERS_MAX, SUMMARY_CHARACTERS_MIN, SUMMARY_SOURCES_MAX } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { timeRangeOf } from '../domain/summarising/draft-summary.ts';
import { countCharacters } from '../domain/text/clean-text.ts';
import { checkIdempotencyKey, checkSessionId } from '../domain/writing/check-fields.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { confirmReplies, type IdempotentCall, idempotentCall, recall } from './idempotency.ts';
import { lookupOf } from './look-up.ts';
import { sourceOf } from './memory-source.ts';
import type { SummarizeCommand, SummarizeReply } from './service.ts';
import { type StoredSummary, storeSummary } from './store-summary.ts';

/** Makes one episodic memory of several; they stay. The same memories and length give the same summary again. */
export async function summarizeMemories(
  deps: Dependencies,
  caller: Caller,
  command: SummarizeCommand,
): Promise<Result<SummarizeReply, Failure>> {
  const characters_max = command.max_length ?? SUMMARY_CHARACTERS_DEFAULT;
  const problem = problemWith(command, characters_max);
  if (problem !== null) return err(problem);
  const session = checkSessionId(command.session_id);
  if (!session.ok) return session;
  const key = checkIdempotencyKey(command.idempotency_key);
  if (!key.ok) return key;
  const call = idempotentCall('summarize', command);
  const replayed = await replay(deps, call);
  if (!replayed.ok) return replayed;
  if (replayed.value !== null) return ok(replayed.value);
  const { via, client } = sourceOf(caller);
  const stored = await storeSummary(deps, {
    source_ids: command.memory_ids,
    characters_max,
    session_id: session.value,
    source: { via, ...(client === undefined ? {} : { client }) },
  });
  if (!stored.ok) return stored;
  const reply = replyOf(stored.value);
  const { summary: _text, ...kept } = reply;
  // A crash before this leaves the key unused; the retry then finds the same summary by its sources and length.
  if (call !== null) await confirmReplies(deps, [{ call, kept }]);
  return ok(reply);
}

/** The first reply to this key, its text read from the record: replies that are kept hold no stored text. */
async function replay(deps: Dependencies, call: IdempotentCall | null): Promise<Result<SummarizeReply | null, Failure>> {
  if (call === null) return ok(null);
  const context = await deps.store.lookUp(lookupOf({ idempotency_keys: [call.key] }), deps.clock.now());
  const recalled = recall<Omit<SummarizeReply, 'summary'>>(context, call);
  if (!recalled.ok) return recalled;
  if (recalled.value === null) return ok(null);
  const { kept } = recalled.value;
  const summary = (await deps.store.get([kept.id])).get(kept.id);
  return ok(summary === undefined ? null : { ...kept, summary: summary.content });
}

function problemWith({ memory_ids }: SummarizeCommand, characters_max: number): Failure | null {
  if (memory_ids.length === 0)
    return invalid('memory_ids', 'memory_ids is empty. Name at least one memory; ids come with every search hit.');
  if (memory_ids.length > SUMMARY_SOURCES_MAX)
    return invalid('memory_ids', `At most ${SUMMARY_SOURCES_MAX} memories make one summary. Summarise them in parts.`);
  if (!Number.isInteger(characters_max) || characters_max < SUMMARY_CHARACTERS_MIN || characters_max > SUMMARY_CHARACTERS_MAX)
    return invalid(
      'max_length',
      `max_length must be a whole number from ${SUMMARY_CHARACTERS_MIN} to ${SUMMARY_CHARACTERS_MAX} characters.`,
    );
  return null;
}

function replyOf({ summary, sources, status, fallback_reason, degraded, live }: StoredSummary): SummarizeReply {
  const characters = sources.reduce((sum, { content }) => sum + countCharacters(content), 0);
  return {
    id: summary.id,
    summary: summary.content,
    source_ids: sources.map(({ id }) => id),
    time_range: summary.source.time_range ?? timeRangeOf(sources),
    compression_ratio: characters / countCharacters(summary.content),
    method: summary.source.method ?? 'extractive',
    status,
    usage: { memories: live },
    ...(fallback_reason === undefined ? {} : { fallback_reason }),
    ...(degraded === undefined ? {} : { degraded }),
  };
}
