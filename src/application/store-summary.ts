/** The one way in which a summary comes to be, asked for or automatic: look for the same one, compose, commit beside its sources, index. */
import type { Failure } from '../domain/failure.ts';
import { COMMIT_ATTEMPTS_MAX } from '../domain/limits.ts';
import { type Memory, type MemoryId, type Source, stateOf } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { draftSummary, inTimeOrder, summaryIdentity } from '../domain/summarising/draft-summary.ts';
import { versionOf } from '../domain/writing/versions.ts';
import type { WriteContext } from '../ports/memory-store.ts';
import { type ComposedSummary, composeSummary } from './compose-summary.ts';
import type { Dependencies } from './dependencies.ts';
import { type EmbeddedContents, embedContents } from './embed-contents.ts';
import { indexedLater, indexMemories } from './index-memories.ts';
import { lookupOf } from './look-up.ts';
import type { Degradation } from './service.ts';
import { CONTENTION } from './writing/commit-items.ts';

export interface SummaryOrder {
  readonly source_ids: readonly MemoryId[];
  readonly characters_max: number;
  readonly session_id: string | null;
  readonly source: Pick<Source, 'via' | 'client'>;
}

export interface StoredSummary {
  readonly summary: Memory;
  /** In time order. */
  readonly sources: readonly Memory[];
  readonly status: 'created' | 'duplicate';
  readonly fallback_reason?: string;
  readonly degraded?: readonly Degradation[];
  /** Live memories of the namespace. */
  readonly live: number;
}

export async function storeSummary(deps: Dependencies, order: SummaryOrder): Promise<Result<StoredSummary, Failure>> {
  const identity = summaryIdentity(order.source_ids, order.characters_max);
  const lookup = lookupOf({ identities: [identity], ids: [...new Set(order.source_ids)] });
  let composed: { readonly of: readonly Memory[]; readonly text: ComposedSummary } | null = null;
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    const context = await deps.store.lookUp(lookup, now);
    const sources = readableSources(context, lookup.ids, now);
    if (!sources.ok) return sources;
    const known = context.by_identity.get(identity);
    if (known !== undefined && stateOf(known, now) === 'live')
      return ok({ summary: known, sources: sources.value, status: 'duplicate', live: context.live });
    // Composing may take seconds. The guard is of before it, so a summary of what was changed meanwhile is not kept.
    if (composed === null || !sameWording(composed.of, sources.value))
      composed = { of: sources.value, text: await composeSummary(deps, sources.value, order.characters_max) };
    const stamp = { id: deps.ids.memoryId(now), now, session_id: order.session_id, source: order.source };
    const drafted = draftSummary(sources.value, composed.text, order.characters_max, stamp);
    const embedded = await embedContents(deps, [drafted.memory.content]);
    const versions = [versionOf(drafted.memory, now, drafted.memory.source, null)];
    const change = { type: 'insert' as const, ...drafted, versions, index: embedded !== null };
    if ((await deps.store.commit([change], context.guard)) === 'committed') {
      const degraded = await index(deps, drafted.memory, embedded);
      const { fallback_reason } = composed.text;
      return ok({
        summary: drafted.memory,
        sources: sources.value,
        status: 'created',
        live: context.live + 1,
        ...(fallback_reason === undefined ? {} : { fallback_reason }),
        ...(degraded.length === 0 ? {} : { degraded }),
      });
    }
  }
  return err(CONTENTION);
}

async function index(deps: Dependencies, memory: Memory, embedded: EmbeddedContents | null): Promise<readonly Degradation[]> {
  const embedding = embedded?.contents[0];
  if (embedded === null || embedding === undefined) return [];
  const { cause } = await indexMemories(deps, embedded.generation, [{ memory, embedding, reworded: false }]);
  if (cause === null) return [];
  deps.observer.observe({ event: 'degraded', store: deps.vectors.name, verb: 'summarize', cause });
  return [indexedLater(deps.vectors.name)];
}

function readableSources(context: WriteContext, ids: readonly MemoryId[], now: number): Result<readonly Memory[], Failure> {
  const sources: Memory[] = [];
  const missing: MemoryId[] = [];
  for (const id of ids) {
    const memory = context.by_id.get(id);
    if (memory === undefined || stateOf(memory, now) === 'expired') missing.push(id);
    else sources.push(memory);
  }
  if (missing.length === 0) return ok(inTimeOrder(sources));
  const message = `No such memory: ${missing.join(', ')}. Take the ids from a search; nothing was summarised.`;
  return err({ kind: 'not_found', what: 'memory', message });
}

const sameWording = (left: readonly Memory[], right: readonly Memory[]): boolean =>
  left.length === right.length && left.every((memory, at) => memory.id === right[at]?.id && memory.content === right[at]?.content);
