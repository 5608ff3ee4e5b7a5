/**
 * What a caller wants remembered, checked, cleaned and masked, before it has an id. Pure: the clock is an argument.
 * Every refusal names the field; nothing is cut silently.
 */

import { OPEN } from '../facts/chain.ts';
import type { Failure } from '../failure.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../instant.ts';
import type { Layer, Memory, MemoryId, Metadata, Origin, Source, Volatility } from '../memory.ts';
import { err, ok, type Result } from '../result.ts';
import { secondPrecision } from '../time/parse-instant.ts';
import type { Tuning } from '../tuning.ts';
import { checkContent, checkIdentity, checkImportance, checkMetadataField, checkTags, checkTtlDays } from './check-fields.ts';
import type { SecretsPolicy } from './secrets-policy.ts';

/** What may be given; `created_at` only by an import. */
export interface WriteFields {
  readonly content: string;
  readonly layer?: Layer;
  readonly key?: string;
  readonly origin?: Origin;
  readonly importance?: number;
  readonly volatility?: Volatility;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
  readonly session_id?: string;
  readonly occurred_at?: Instant;
  readonly created_at?: Instant;
  readonly expires_at?: Instant;
  readonly ttl_days?: number;
}

export interface Draft {
  readonly content: string;
  readonly layer: Layer;
  readonly key: string | null;
  readonly origin: Origin | null;
  readonly importance: number;
  /** Null when the importance is a default: a repeat merges only what its caller said. */
  readonly importance_given: number | null;
  readonly volatility: Volatility;
  readonly tags: readonly string[];
  readonly metadata: Metadata | null;
  readonly session_id: string | null;
  /** Null: the moment of recording. */
  readonly occurred_at: Instant | null;
  readonly created_at: Instant | null;
  readonly expires_at: Instant | null;
  readonly ttl_days: number | null;
  /** Kinds of credential found, masked or (under `flag`) left in place. */
  readonly redacted: readonly string[];
  readonly sanitized: boolean;
}

export interface DraftRules {
  readonly now: Instant;
  readonly importance_by_origin: Tuning['importance_by_origin'];
  readonly secrets: SecretsPolicy;
}

/** Clocks of the system that an import comes from may run ahead of ours by a little. */
const IMPORT_SKEW_MS = 5 * MINUTE_MS;

export function draftMemory(fields: WriteFields, rules: DraftRules): Result<Draft, Failure> {
  const identity = checkIdentity(fields);
  if (!identity.ok) return identity;
  const { layer, key, session_id } = identity.value;
  const content = checkContent(fields.content, rules.secrets);
  if (!content.ok) return content;
  const tags = checkTags(fields.tags ?? []);
  if (!tags.ok) return tags;
  const metadata = checkMetadataField(fields.metadata ?? null, rules.secrets);
  if (!metadata.ok) return metadata;
  const importance = checkImportance(fields.importance);
  if (!importance.ok) return importance;
  const times = checkTimes(fields, rules.now);
  if (!times.ok) return times;
  const origin = fields.origin ?? null;
  return ok({
    content: content.value.text,
    layer,
    key,
    origin,
    importance: importance.value ?? rules.importance_by_origin[origin ?? 'none'],
    importance_given: importance.value,
    volatility: fields.volatility ?? (layer === 'semantic' ? 'stable' : 'volatile'),
    tags: tags.value,
    metadata: metadata.value.metadata,
    session_id,
    ...times.value,
    redacted: [...new Set([...content.value.kinds, ...metadata.value.kinds])],
    sanitized: content.value.sanitized || metadata.value.sanitized,
  });
}

type Times = Pick<Draft, 'occurred_at' | 'created_at' | 'expires_at' | 'ttl_days'>;

function checkTimes(fields: WriteFields, now: Instant): Result<Times, Failure> {
  const created_at = fields.created_at ?? null;
  if (created_at !== null && created_at > now + IMPORT_SKEW_MS)
    return err({ kind: 'invalid', field: 'created_at', message: 'created_at says when it was recorded and cannot lie in the future.' });
  if (fields.expires_at !== undefined && fields.ttl_days !== undefined)
    return err({ kind: 'invalid', field: 'ttl_days', message: 'Give ttl_days or expires_at, not both.' });
  if (fields.ttl_days !== undefined) {
    const ttl = checkTtlDays(fields.ttl_days);
    if (!ttl.ok) return ttl;
  }
  const expires_at = fields.expires_at === undefined ? null : secondPrecision(fields.expires_at);
  if (expires_at !== null && created_at === null && expires_at <= now)
    return err({
      kind: 'invalid',
      field: 'expires_at',
      message: 'expires_at is in the past. Give a later time, or created_at as well when you import something that has expired.',
    });
  return ok({ occurred_at: fields.occurred_at ?? created_at, created_at, expires_at, ttl_days: fields.ttl_days ?? null });
}

/** Rounded up to the second, so that a memory never lives shorter than was asked. */
export const expiryOf = (from: Instant, ttl_days: number): Instant => Math.ceil((from + ttl_days * DAY_MS) / SECOND_MS) * SECOND_MS;

/** The memory that a draft becomes when it is recorded at `now`. */
export function realise(draft: Draft, stamp: { readonly id: MemoryId; readonly now: Instant; readonly source: Source }): Memory {
  const created_at = draft.created_at ?? stamp.now;
  return {
    id: stamp.id,
    layer: draft.layer,
    content: draft.content,
    origin: draft.origin,
    importance: draft.importance,
    volatility: draft.volatility,
    key: draft.key,
    tags: draft.tags,
    metadata: draft.metadata,
    session_id: draft.session_id,
    occurred_at: draft.occurred_at ?? created_at,
    created_at,
    expires_at: draft.ttl_days === null ? draft.expires_at : expiryOf(created_at, draft.ttl_days),
    source: stamp.source,
    version: 1,
    seen_count: 1,
    access_count: 0,
    last_accessed_at: null,
    ...OPEN,
  };
}
