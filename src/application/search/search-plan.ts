/** A search command, checked and made definite. Pure. */
import { type Failure, invalid } from '../../domain/failure.ts';
import { DAY_MS, type Instant } from '../../domain/instant.ts';
import { QUERY_CHARACTERS_MAX, TOP_K_DEFAULT, TOP_K_MAX } from '../../domain/limits.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { cleanText, countCharacters, cutCharacters } from '../../domain/text/clean-text.ts';
import { sha256Hex } from '../../domain/text/hash.ts';
import type { MemoryFilter, View } from '../../domain/view.ts';
import type { SearchCommand } from '../service.ts';

export interface SearchPlan {
  readonly query: string;
  readonly truncated: boolean;
  readonly top_k: number;
  readonly filter: MemoryFilter;
  readonly view: View;
  readonly min_score: number | null;
  /** Of everything that decides what is found, the namespace too, so that a cursor fits its own question only. */
  readonly fingerprint: string;
}

export interface CleanQuery {
  readonly query: string;
  readonly truncated: boolean;
}

/** Cleaned like stored text, cut at the limit; empty is a failure. */
export function cleanQuery(raw: string): Result<CleanQuery, Failure> {
  const { text } = cleanText(raw);
  if (text === '') return err(invalid('query', 'query is empty: say what to look for, as a question or as key words.'));
  if (countCharacters(text) <= QUERY_CHARACTERS_MAX) return ok({ query: text, truncated: false });
  return ok({ query: cutCharacters(text, QUERY_CHARACTERS_MAX).trim(), truncated: true });
}

export function planSearch(namespace: Namespace, command: SearchCommand, now: Instant): Result<SearchPlan, Failure> {
  const cleaned = cleanQuery(command.query);
  if (!cleaned.ok) return cleaned;
  const top_k = command.top_k ?? TOP_K_DEFAULT;
  if (!Number.isInteger(top_k) || top_k < 1 || top_k > TOP_K_MAX)
    return err(invalid('top_k', `top_k must be a whole number from 1 to ${TOP_K_MAX}.`));
  const range = timeRange(command, now);
  if (!range.ok) return range;
  const { layer, session_id, tags, as_of = null, known_at = null, include_superseded = false, min_score = null } = command;
  const filter: MemoryFilter = {
    ...(layer === undefined ? {} : { layer }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags: [...new Set(tags)] }),
    ...range.value,
  };
  const { cursor: _cursor, top_k: _top_k, ...asked } = { ...command, query: cleaned.value.query, namespace };
  return ok({
    ...cleaned.value,
    top_k,
    filter,
    view: { now, as_of, known_at, include_superseded },
    min_score,
    fingerprint: sha256Hex(JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16),
  });
}

/** `time_range_days` counts back from now, or from `as_of`; with `since` the later start counts. */
function timeRange(command: SearchCommand, now: Instant): Result<{ since?: Instant; until?: Instant }, Failure> {
  const { time_range_days, since, until } = command;
  if (time_range_days !== undefined && !(Number.isFinite(time_range_days) && time_range_days > 0))
    return err(invalid('time_range_days', 'time_range_days must be a number above 0.'));
  if (since !== undefined && until !== undefined && since > until)
    return err(invalid('since', 'since lies after until: nothing can match. Swap them, or leave one out.'));
  const back = time_range_days === undefined ? undefined : Math.round((command.as_of ?? now) - time_range_days * DAY_MS);
  const start = since === undefined ? back : Math.max(since, back ?? since);
  return ok({ ...(start === undefined ? {} : { since: start }), ...(until === undefined ? {} : { until }) });
}
