/** What a correction or the restoring of an older version changes. Pure: the clock is an argument. */
import { type Failure, invalid } from '../failure.ts';
import type { Instant } from '../instant.ts';
import type { Memory, MemoryVersion, Metadata, Volatility } from '../memory.ts';
import { err, ok, type Result } from '../result.ts';
import { checkContent, checkImportance, checkMetadataField, checkTags, checkTtlDays } from './check-fields.ts';
import { expiryOf } from './draft.ts';
import { sameJson } from './merge-repeat.ts';
import type { SecretsPolicy } from './secrets-policy.ts';
import type { Wording } from './versions.ts';

export interface CorrectionFields {
  readonly content?: string;
  readonly importance?: number;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata | null;
  /** From now; null clears the expiry. */
  readonly ttl_days?: number | null;
  readonly volatility?: Volatility;
  readonly restore_version?: number;
}

export interface Correction {
  /** Checked, cleaned and masked; what is absent stays. */
  readonly change: Partial<Wording>;
  readonly restore_version: number | null;
  readonly redacted: readonly string[];
}

const CHANGES = ['content', 'importance', 'tags', 'metadata', 'ttl_days', 'volatility'] as const;

export function checkCorrection(fields: CorrectionFields, policy: SecretsPolicy, now: Instant): Result<Correction, Failure> {
  const changed = CHANGES.filter((name) => fields[name] !== undefined);
  if (fields.restore_version !== undefined) {
    if (changed.length > 0)
      return err(invalid('restore_version', `restore_version stands alone: leave out ${changed.join(', ')}, or make two corrections.`));
    if (!Number.isInteger(fields.restore_version) || fields.restore_version < 1)
      return err(invalid('restore_version', 'restore_version must be the number of a version, from 1.'));
    return ok({ change: {}, restore_version: fields.restore_version, redacted: [] });
  }
  const content = fields.content === undefined ? ok(null) : checkContent(fields.content, policy);
  if (!content.ok) return content;
  const tags = fields.tags === undefined ? ok(null) : checkTags(fields.tags);
  if (!tags.ok) return tags;
  const metadata = checkMetadataField(fields.metadata ?? null, policy);
  if (!metadata.ok) return metadata;
  const importance = checkImportance(fields.importance);
  if (!importance.ok) return importance;
  const { ttl_days, volatility } = fields;
  const ttl = ttl_days === undefined || ttl_days === null ? ok(null) : checkTtlDays(ttl_days);
  if (!ttl.ok) return ttl;
  return ok({
    restore_version: null,
    redacted: [...new Set([...(content.value?.kinds ?? []), ...metadata.value.kinds])],
    change: {
      ...(content.value === null ? {} : { content: content.value.text }),
      ...(tags.value === null ? {} : { tags: tags.value }),
      ...(fields.metadata === undefined ? {} : { metadata: metadata.value.metadata }),
      ...(importance.value === null ? {} : { importance: importance.value }),
      ...(ttl_days === undefined ? {} : { expires_at: ttl.value === null ? null : expiryOf(now, ttl.value) }),
      ...(volatility === undefined ? {} : { volatility }),
    },
  });
}

/** An expiry that has passed since is not restored: bringing a version back must not make the memory vanish. */
export function restoring(memory: Memory, version: MemoryVersion, now: Instant): Partial<Wording> {
  const { content, importance, volatility, tags, metadata, expires_at } = version;
  return {
    content,
    importance,
    volatility,
    tags,
    metadata,
    expires_at: expires_at !== null && expires_at <= now ? memory.expires_at : expires_at,
  };
}

/** Only the parts that differ from what is stored; null when none does. The order of tags means nothing. */
export function differing(memory: Memory, change: Partial<Wording>): Partial<Wording> | null {
  const { content, importance, volatility, tags, metadata, expires_at } = change;
  const different: Partial<Wording> = {
    ...(content === undefined || content === memory.content ? {} : { content }),
    ...(importance === undefined || importance === memory.importance ? {} : { importance }),
    ...(volatility === undefined || volatility === memory.volatility ? {} : { volatility }),
    ...(tags === undefined || sameMembers(tags, memory.tags) ? {} : { tags }),
    ...(metadata === undefined || sameJson(metadata, memory.metadata) ? {} : { metadata }),
    ...(expires_at === undefined || expires_at === memory.expires_at ? {} : { expires_at }),
  };
  return Object.keys(different).length === 0 ? null : different;
}

const sameMembers = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((tag) => right.includes(tag));
