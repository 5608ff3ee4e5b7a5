/** What one imported line becomes, given what is here. Extends a WritingState; decides nothing about time or ids of its own. */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryVersion, Tombstone } from '../../domain/memory.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { editedIdentity } from '../../domain/writing/edited-identity.ts';
import type { WriteContext } from '../../ports/memory-store.ts';
import type { Text } from '../writing/plan-item.ts';
import type { WritingState } from '../writing/writing-state.ts';

export type PlannedLine =
  | { readonly kind: 'imported'; readonly memory: Memory; readonly text: Text }
  /** Taken over, with nothing to index: a tombstone, a session. */
  | { readonly kind: 'taken' }
  /** The memory is here and was forgotten there: forgetting it, with all that hangs on it, is the caller's part. */
  | { readonly kind: 'to_forget'; readonly tombstone: Tombstone }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export function planMemory(
  state: WritingState,
  context: Pick<WriteContext, 'tombstones_by_id' | 'tombstones_by_hash'>,
  memory: Memory,
  versions: readonly MemoryVersion[],
  embeds: boolean,
): PlannedLine {
  if (context.tombstones_by_id.has(memory.id)) return { kind: 'withheld' };
  const known = state.memory(memory.id);
  if (known !== undefined) return catchUp(state, known, memory, versions, embeds);
  if (wasForgottenSince(context, versions, memory.created_at)) return { kind: 'withheld' };
  const identity = editedIdentity(memory);
  const placed = state.enchain(memory, identity).memory;
  const index = embeds && !state.isExpired(placed);
  state.record({ type: 'insert', memory: placed, identity, content_hash: contentHash(placed.content), versions, index });
  return { kind: 'imported', memory: placed, text: index ? 'new' : 'unchanged' };
}

/** An export that is newer than what is here brings the versions that are missing; an older one brings nothing. */
function catchUp(state: WritingState, known: Memory, memory: Memory, versions: readonly MemoryVersion[], embeds: boolean): PlannedLine {
  if (known.created_at !== memory.created_at || known.layer !== memory.layer || known.key !== memory.key)
    return {
      kind: 'failed',
      failure: {
        kind: 'invalid',
        field: 'id',
        message: 'Another memory has this id here. Give the line a new id, or import into another namespace.',
      },
    };
  if (memory.version <= known.version) return { kind: 'unchanged' };
  let current = known;
  for (const version of versions.slice(known.version)) {
    const { content, importance, volatility, tags, metadata, expires_at } = version;
    const reindex = embeds && content !== current.content;
    current = { ...current, content, importance, volatility, tags, metadata, expires_at, version: version.version };
    const hashes = { identity: editedIdentity(current), content_hash: contentHash(content) };
    state.record({ type: 'revise', memory: current, ...hashes, version: { ...version, replaced_at: null }, reindex });
  }
  return { kind: 'imported', memory: current, text: embeds && current.content !== known.content ? 'reworded' : 'unchanged' };
}

/** By any wording it ever had: what was forgotten does not come back through a history either. */
function wasForgottenSince(
  context: Pick<WriteContext, 'tombstones_by_hash'>,
  versions: readonly MemoryVersion[],
  recorded_at: Instant,
): boolean {
  return versions.some(({ content }) =>
    (context.tombstones_by_hash.get(contentHash(content)) ?? []).some(({ forgotten_at }) => recorded_at <= forgotten_at),
  );
}

export function planTombstone(state: WritingState, context: Pick<WriteContext, 'tombstones_by_id'>, tombstone: Tombstone): PlannedLine {
  if (context.tombstones_by_id.has(tombstone.id)) return { kind: 'unchanged' };
  const known = state.memory(tombstone.id);
  if (known !== undefined) return known.created_at <= tombstone.forgotten_at ? { kind: 'to_forget', tombstone } : { kind: 'unchanged' };
  state.record({ type: 'bury', tombstone });
  return { kind: 'taken' };
}
