/** The one path of everything that is written: single, batch and turn. Examine, look up, plan purely, commit, start over on conflict. */
import { predecessor } from '../../domain/facts/chain.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import { COMMIT_ATTEMPTS_MAX } from '../../domain/limits.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { realise } from '../../domain/writing/draft.ts';
import type { WriteContext } from '../../ports/memory-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { embedContents } from '../embed-contents.ts';
import { together } from '../together.ts';
import { type Examination, examineItems } from './examine-items.ts';
import { type PlannedItem, type PlanRules, planItem } from './plan-item.ts';
import type { Examined, WriteItem } from './write-item.ts';
import { WritingState } from './writing-state.ts';

export interface CommittedItems {
  readonly examination: Examination;
  /** One for each item, in order; never `needs`. */
  readonly planned: readonly Exclude<PlannedItem, { kind: 'needs' }>[];
  readonly now: Instant;
}

export const CONTENTION: Failure = {
  kind: 'conflict',
  reason: 'contention',
  message: 'Many writers are at this memory at once and nothing was stored. Try again in a moment.',
};

export async function commitItems(deps: Dependencies, items: readonly WriteItem[]): Promise<Result<CommittedItems, Failure>> {
  const embedded = await embedContents(
    deps,
    items.map(({ draft }) => draft.content),
  );
  const begun = deps.clock.now();
  // Nearly always nothing is near, so the lookup does not wait to be told of neighbours.
  const [examination, first] = await together(examineItems(deps, items, embedded, begun), lookUp(deps, items, new Set(), begun));
  const rules: PlanRules = {
    duplicates: deps.tuning.duplicates,
    isOneChunk: (text) => deps.embedder.chunk(text).length === 1,
    embeds: examination.generation !== null,
  };
  let asked: ReadonlySet<MemoryId> = new Set();
  let looked: { readonly context: WriteContext; readonly now: Instant } | null = { context: first, now: begun };
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; ) {
    const now: Instant = looked?.now ?? deps.clock.now();
    const context: WriteContext = looked?.context ?? (await lookUp(deps, items, asked, now));
    looked = null;
    const state = new WritingState(context, now, asked);
    const planned = planAll(deps, state, examination.items, rules);
    if ('needs' in planned) {
      asked = new Set([...asked, ...planned.needs, ...idsInQuestion(deps, context, examination.items, now)]);
      continue;
    }
    if (state.changes.length === 0 || (await deps.store.commit(state.changes, context.guard)) === 'committed')
      return ok({ examination, planned: planned.items, now });
    attempt += 1;
  }
  return err(CONTENTION);
}

/** All that the items of a batch are likely to ask for, so that they ask once: what is near, and what held before each new value of a key. */
function idsInQuestion(
  deps: Pick<Dependencies, 'ids'>,
  context: WriteContext,
  items: readonly Examined[],
  now: Instant,
): readonly MemoryId[] {
  return items.flatMap(({ item, neighbours }) => {
    const { id, key, occurred_at, created_at } = realise(item.draft, { id: deps.ids.memoryId(now), now, source: item.source });
    const before = key === null ? null : predecessor(context.chains.get(key) ?? [], { id, occurred_at, created_at });
    return [...neighbours.map((neighbour) => neighbour.id), ...(before === null ? [] : [before.id])];
  });
}

function planAll(
  deps: Pick<Dependencies, 'ids'>,
  state: WritingState,
  items: readonly Examined[],
  rules: PlanRules,
): { readonly items: CommittedItems['planned'] } | { readonly needs: readonly MemoryId[] } {
  const planned: Exclude<PlannedItem, { kind: 'needs' }>[] = [];
  for (const examined of items) {
    const plan = planItem(state, examined, deps.ids.memoryId(state.now), rules);
    if (plan.kind === 'needs') return { needs: plan.ids };
    planned.push(plan);
  }
  return { items: planned };
}

async function lookUp(
  deps: Pick<Dependencies, 'store'>,
  items: readonly WriteItem[],
  ids: ReadonlySet<MemoryId>,
  now: Instant,
): Promise<WriteContext> {
  const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
  return deps.store.lookUp(
    {
      identities: distinct(items.filter(({ event }) => !event).map(({ identity }) => identity)),
      content_hashes: distinct(items.map(({ content_hash }) => content_hash)),
      keys: distinct(items.flatMap(({ draft }) => draft.key ?? [])),
      idempotency_keys: distinct(items.flatMap(({ call }) => call?.key ?? [])),
      ids: [...ids],
    },
    now,
  );
}
