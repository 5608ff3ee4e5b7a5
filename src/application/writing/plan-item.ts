/**
 * Decides what one write becomes: a new memory, a repeat of a known one, a new wording of it, or the next value of a fact.
 * Pure: reads and extends a WritingState; the instant and the id are arguments.
 */
import { differenceThatMatters } from '../../domain/duplicates/near-duplicate-guard.ts';
import { predecessor } from '../../domain/facts/chain.ts';
import type { Failure } from '../../domain/failure.ts';
import { SIMILAR_MAX } from '../../domain/limits.ts';
import type { Memory, MemoryId } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Tuning } from '../../domain/tuning.ts';
import { realise } from '../../domain/writing/draft.ts';
import { mergeRepeat } from '../../domain/writing/merge-repeat.ts';
import { revise, versionOf } from '../../domain/writing/versions.ts';
import { type Remembered, recall, rememberReply } from '../idempotency.ts';
import type { SimilarMemory, WriteReply } from '../service.ts';
import { isUnkeyedFact } from './examine-items.ts';
import { type Alike, conflictsOf, nearestOf } from './likeness.ts';
import type { Examined } from './write-item.ts';
import type { WritingState } from './writing-state.ts';

export type PlannedItem =
  | {
      readonly kind: 'written';
      readonly reply: WriteReply;
      readonly memory: Memory;
      readonly text: Text;
      /** The reply is not final before the follow-up work. */
      readonly provisional: boolean;
    }
  | { readonly kind: 'replayed'; readonly remembered: Remembered<WriteReply> }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** These memories must be looked up before the item can be decided. */
  | { readonly kind: 'needs'; readonly ids: readonly MemoryId[] };

/** What the vector index has to learn. */
export type Text = 'new' | 'reworded' | 'unchanged';

export interface PlanRules {
  readonly duplicates: Tuning['duplicates'];
  /** True when text is one chunk for the embedder: only such texts are compared as a whole. */
  readonly isOneChunk: (text: string) => boolean;
  /** False without an embedder: then nothing waits for a vector. */
  readonly embeds: boolean;
}

interface Outcome {
  readonly status: WriteReply['status'];
  readonly memory: Memory;
  readonly text: Text;
  readonly superseded_id: MemoryId | null;
  readonly similar: readonly SimilarMemory[];
  readonly conflicts: readonly MemoryId[];
}

export function planItem(state: WritingState, examined: Examined, id: MemoryId, rules: PlanRules): PlannedItem {
  const { item } = examined;
  const recalled = recall<WriteReply>(state, item.call);
  if (!recalled.ok) return { kind: 'failed', failure: recalled.failure };
  if (recalled.value !== null) return { kind: 'replayed', remembered: recalled.value };
  const memory = realise(item.draft, { id, now: state.now, source: item.source });
  const known = knownOf(state, examined, memory, rules);
  if ('needs' in known) return { kind: 'needs', ids: known.needs };
  const decided = decide(state, examined, memory, known, rules);
  if (!decided.ok) return { kind: 'failed', failure: decided.failure };
  const outcome = decided.value;
  const reply = replyOf(state, examined, outcome, rules);
  const provisional = item.event || reply.index === 'pending' || item.draft.session_id !== null || outcome.superseded_id !== null;
  if (item.call !== null) state.record(rememberReply(item.call, { kept: reply, provisional }, state.now));
  return { kind: 'written', reply, memory: outcome.memory, text: outcome.text, provisional };
}

/** What the write may be a repeat of, and which neighbours the guard kept apart. */
interface Known {
  readonly same: Memory | null;
  readonly near: Memory | null;
  readonly similar: readonly SimilarMemory[];
}

const NOTHING_KNOWN: Known = { same: null, near: null, similar: [] };

function knownOf(
  state: WritingState,
  examined: Examined,
  memory: Memory,
  rules: PlanRules,
): Known | { readonly needs: readonly MemoryId[] } {
  const { item } = examined;
  if (item.event) return NOTHING_KNOWN;
  if (memory.key === null) {
    const same = state.same(item.identity);
    if (same !== undefined) return { ...NOTHING_KNOWN, same };
    return nearOf(state, examined, rules, () => true);
  }
  // Under a key only the value that held just before counts as the same: a value that returns is a new version.
  const before = predecessor(state.chain(memory.key), memory);
  if (before === null) return NOTHING_KNOWN;
  const previous = state.memory(before.id);
  if (previous === undefined) return { needs: [before.id] };
  if (state.isExpired(previous)) return NOTHING_KNOWN;
  if (before.identity === item.identity) return { ...NOTHING_KNOWN, same: previous };
  return nearOf(state, examined, rules, ({ id }) => id === before.id);
}

function nearOf(
  state: WritingState,
  examined: Examined,
  rules: PlanRules,
  mayMerge: (memory: Memory) => boolean,
): Known | { readonly needs: readonly MemoryId[] } {
  const unread = examined.neighbours.map(({ id }) => id).filter((id) => !state.hasRead(id));
  if (unread.length > 0) return { needs: unread };
  return split(examined, nearestOf(state, examined, rules, rules.duplicates.near_cosine), mayMerge);
}

function split(examined: Examined, near: readonly Alike[], mayMerge: (memory: Memory) => boolean): Known {
  const content = examined.item.draft.content;
  const merged = near.find(({ memory }) => mayMerge(memory) && differenceThatMatters(memory.content, content) === null);
  return {
    same: null,
    near: merged?.memory ?? null,
    similar: near
      .filter((one) => one !== merged)
      .slice(0, SIMILAR_MAX)
      .map(({ memory, cosine }) => ({ id: memory.id, score: cosine })),
  };
}

function decide(state: WritingState, examined: Examined, memory: Memory, known: Known, rules: PlanRules): Result<Outcome, Failure> {
  const repeated = known.same ?? known.near;
  if (repeated === null) return ok(insert(state, examined, memory, known, rules));
  const { item } = examined;
  const settings = mergeRepeat(repeated, item.draft);
  if (!settings.ok) return err(settings.failure);
  const seen_count = repeated.seen_count + 1;
  const common = { superseded_id: null, similar: known.similar, conflicts: [] };
  if (known.near === null && settings.value === repeated) {
    state.record({ type: 'seen', id: repeated.id, seen_count });
    return ok({ ...common, status: 'duplicate', memory: { ...repeated, seen_count }, text: 'unchanged' });
  }
  const { tags, metadata, importance } = settings.value;
  const content = known.near === null ? repeated.content : item.draft.content;
  const reworded = content !== repeated.content;
  const revision = revise(
    repeated,
    { content, tags, metadata, importance, seen_count },
    { now: state.now, source: item.source, reason: reworded ? 'merged near-duplicate' : 'merged repeat' },
  );
  state.record({ type: 'revise', ...revision, identity: item.identity, content_hash: item.content_hash, reindex: reworded });
  if (reworded) keepFresh(state, examined, revision.memory);
  return ok({ ...common, status: 'updated', memory: revision.memory, text: reworded ? 'reworded' : 'unchanged' });
}

function insert(state: WritingState, examined: Examined, draft: Memory, known: Known, rules: PlanRules): Outcome {
  const { item } = examined;
  const current = draft.key === null ? null : currentOf(state, draft.key);
  const { memory, superseded_id } = state.enchain(draft, item.identity);
  const expired = state.isExpired(memory);
  const conflicts = isUnkeyedFact(item) ? conflictsOf(state, examined, rules) : [];
  state.record({
    type: 'insert',
    memory,
    identity: item.identity,
    content_hash: item.content_hash,
    versions: [versionOf(memory, memory.created_at, item.source, null)],
    index: rules.embeds && !expired,
  });
  if (superseded_id !== null && current !== null && !state.isExpired(current)) state.live -= 1;
  if (state.isLive(memory)) state.live += 1;
  if (!item.event) keepFresh(state, examined, memory);
  return { status: 'created', memory, text: expired ? 'unchanged' : 'new', superseded_id, similar: known.similar, conflicts };
}

/** Known whenever the new value supersedes it: then it is the value before, which was looked up. */
function currentOf(state: WritingState, key: string): Memory | null {
  const link = state.chain(key).find(({ forgotten, superseded_at }) => !forgotten && superseded_at === null);
  return link === undefined ? null : (state.memory(link.id) ?? null);
}

function keepFresh(state: WritingState, examined: Examined, memory: Memory): void {
  const { embedding, terms } = examined;
  const vector = embedding?.status === 'embedded' && embedding.chunks.length === 1 ? (embedding.chunks[0] ?? null) : null;
  state.fresh.set(memory.id, { memory, vector, terms });
}

function replyOf(state: WritingState, { item }: Examined, outcome: Outcome, rules: PlanRules): WriteReply {
  const { draft } = item;
  const forgotten = outcome.status !== 'duplicate' && state.wasForgotten(item.content_hash);
  return {
    id: outcome.memory.id,
    status: outcome.status,
    layer: outcome.memory.layer,
    superseded_id: outcome.superseded_id,
    similar: outcome.similar,
    index: rules.embeds && outcome.text !== 'unchanged' ? 'pending' : 'ready',
    evicted_ids: [],
    usage: { memories: state.live },
    ...(forgotten ? { previously_forgotten: true } : {}),
    ...(draft.redacted.length === 0 ? {} : { redacted: draft.redacted }),
    ...(draft.sanitized ? { sanitized: true } : {}),
    ...(outcome.conflicts.length === 0 ? {} : { possible_conflict: outcome.conflicts }),
  };
}
