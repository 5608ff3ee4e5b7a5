/** One thing to write on its way to a commit: what the caller gave, checked and measured. */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryId, Source } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { contentHash, identityOf } from '../../domain/text/hash.ts';
import { checkIdempotencyKey } from '../../domain/writing/check-fields.ts';
import { type Draft, draftMemory } from '../../domain/writing/draft.ts';
import type { Caller, Dependencies } from '../dependencies.ts';
import type { ContentEmbedding } from '../embed-contents.ts';
import { type IdempotentCall, idempotentCall } from '../idempotency.ts';
import { sourceOf } from '../memory-source.ts';
import type { Verb, WriteCommand } from '../service.ts';

export interface WriteItem {
  readonly draft: Draft;
  readonly call: IdempotentCall | null;
  readonly source: Source;
  /** Events are kept one by one: two equal turns are two records. */
  readonly event: boolean;
  readonly identity: string;
  readonly content_hash: string;
}

/** What was found out about an item's text before the lookup. */
export interface Examined {
  readonly item: WriteItem;
  /** Null: there is no embedder. */
  readonly embedding: ContentEmbedding | null;
  /** Best first, of the same layer, at or above the lower of the two thresholds. Single-chunk texts only. */
  readonly neighbours: readonly Neighbour[];
  /** Unkeyed facts that share most of their words. */
  readonly rivals: readonly Memory[];
  /** Distinct folded terms of an unkeyed fact; empty for all others. */
  readonly terms: ReadonlySet<string>;
}

export interface Neighbour {
  readonly id: MemoryId;
  readonly cosine: number;
}

export interface ItemOptions {
  readonly verb: Verb;
  readonly event: boolean;
  /** Added to the stamp: the role and tool data of a turn. */
  readonly stamp: Partial<Source>;
  /** What the idempotency fingerprint covers; the write command itself unless the verb has more fields. */
  readonly fields?: { readonly idempotency_key?: string };
}

export function writeItem(
  deps: Pick<Dependencies, 'tuning' | 'secrets'>,
  caller: Caller,
  command: WriteCommand,
  now: Instant,
  options: ItemOptions,
): Result<WriteItem, Failure> {
  const key = checkIdempotencyKey(command.idempotency_key);
  if (!key.ok) return key;
  const drafted = draftMemory(command, { now, importance_by_origin: deps.tuning.importance_by_origin, secrets: deps.secrets });
  if (!drafted.ok) return err(drafted.failure);
  const draft = drafted.value;
  return ok({
    draft,
    call: idempotentCall(options.verb, options.fields ?? command),
    source: { ...sourceOf(caller, draft.origin), ...options.stamp },
    event: options.event,
    identity: identityOf(draft),
    content_hash: contentHash(draft.content),
  });
}
