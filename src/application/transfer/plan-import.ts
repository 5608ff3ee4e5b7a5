/** What one imported line becomes, given what is here. Extends a WritingState; decides nothing about time or ids of its own. */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Memory, MemoryId, MemoryVersion, Tombstone } from '../../domain/memory.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { editedIdentity } from '../../domain/writing/edited-identity.ts';
import type { WriteContext } from '../../ports/memory-store.ts';
import { tombstoneOf } from '../forgetting/tombstone.ts';
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
  withheld: ReadonlySet<MemoryId>,
  embeds: boolean,
): PlannedLine {
  if (context.tombstones_by_id.has(memory.id)) return { kind: 'withheld' };
  const known = state.memory(memory.id);
  if (known !== undefined) return catchUp(state, known, memory, versions, embeds);
  if (wasForgottenSince(context, versions, memory.created_at)) return { kind: 'withheld' };
  if (usesForgotten(context, memory, withheld)) {
    // What was made of this summary in turn may come in a later step, and has to find that it is withheld.
    state.record({ type: 'bury', tombstone: tombstoneOf(memory, versions, state.now) });
    return { kind: 'withheld' };
  }
  const identity = editedIdentity(memory);
  const placed = state.enchain(memory, identity).memory;
  const index = embeds && !state.isExpired(placed);
  // Another line may continue the history; until it comes, the last version here is the current one.
  const ordered = versions.map((version, at) => (at < versions.length - 1 ? version : { ...version, replaced_at: null }));
  state.record({ type: 'insert', memory: placed, identity, content_hash: contentHash(placed.content), versions: ordered, index });
  return { kind: 'imported', memory: placed, text: index ? 'new' : 'unchanged' };
}

/** An export that is newer than what is here brings the versions that are missing; an older one brings nothing. */
function catchUp(state: WritingState, known: Memory, memory: Memory, versions: readonly MemoryVersion[], embeds: boolean): PlannedLine {
  const same_place = known.layer === memory.layer && known.key === memory.key;
  // Other systems' files may have no times of their own: there the same wording under the same id is the same memory.
  if (same_place && known.created_at !== memory.created_at && contentHash(known.content) === contentHash(memory.content))
    return { kind: 'unchanged' };
  if (!same_place || known.created_at !== memory.created_at)
    return {
      kind: 'failed',
      failure: {
        kind: 'invalid',
        field: 'id',
        message: 'Another memory has this id here. Give the line a new id, or import into another namespace.',
      },
    };
  return addVersions(state, known, versions, embeds);
}

/** A line that continues a memory with the versions that did not fit into the line of the memory itself. */
export function planVersions(
  state: WritingState,
  context: Pick<WriteContext, 'tombstones_by_id' | 'tombstones_by_hash'>,
  id: MemoryId,
  versions: readonly MemoryVersion[],
  embeds: boolean,
): PlannedLine {
  if (context.tombstones_by_id.has(id)) return { kind: 'withheld' };
  const known = state.memory(id);
  const first = versions[0]?.version ?? 1;
  if (known !== undefined && wasForgottenSince(context, versions, known.created_at)) return { kind: 'withheld' };
  if (known !== undefined && known.version >= first - 1) return addVersions(state, known, versions, embeds);
  return {
    kind: 'failed',
    failure: {
      kind: 'invalid',
      field: 'id',
      message: `Version ${first - 1} of this memory is not here. Import the lines before this one first.`,
    },
  };
}

function addVersions(state: WritingState, known: Memory, versions: readonly MemoryVersion[], embeds: boolean): PlannedLine {
  const missing = versions.filter(({ version }) => version > known.version);
  if (missing.length === 0) return { kind: 'unchanged' };
  let current = known;
  for (const version of missing) {
    const { content, importance, volatility, tags, metadata, expires_at } = version;
    const reindex = embeds && content !== current.content;
    current = { ...current, content, importance, volatility, tags, metadata, expires_at, version: version.version };
    const hashes = { identity: editedIdentity(current), content_hash: contentHash(content) };
    state.record({ type: 'revise', memory: current, ...hashes, version: { ...version, replaced_at: null }, reindex });
  }
  return { kind: 'imported', memory: current, text: embeds && current.content !== known.content ? 'reworded' : 'unchanged' };
}

/** A summary tells what its sources said, so it is withheld with any of them. `withheld`: those that the same import has just left out. */
function usesForgotten(
  context: Pick<WriteContext, 'tombstones_by_id'>,
  { source, created_at }: Memory,
  withheld: ReadonlySet<MemoryId>,
): boolean {
  return (source.ids ?? []).some((id) => {
    const tombstone = context.tombstones_by_id.get(id);
    return withheld.has(id) || (tombstone !== undefined && created_at <= tombstone.forgotten_at);
  });
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
