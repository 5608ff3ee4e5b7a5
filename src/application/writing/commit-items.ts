/** The one path of everything that is written: single, batch and turn. Examine, look up, plan purely, commit, start over on conflict. */
import type { Failure } from '../../domain/failure.ts';
import type { Instant } from '../../domain/instant.ts';
import { COMMIT_ATTEMPTS_MAX } from '../../domain/limits.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { WriteContext } from '../../ports/memory-store.ts';
import type { Dependencies } from '../dependencies.ts';
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
  const examination = await examineItems(deps, items, deps.clock.now());
  const rules: PlanRules = {
    duplicates: deps.tuning.duplicates,
    isOneChunk: (text) => deps.embedder.chunk(text).length === 1,
    embeds: examination.generation !== null,
  };
  const wanted = new Set(examination.items.flatMap(({ neighbours }) => neighbours.map(({ id }) => id)));
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; ) {
    const now = deps.clock.now();
    const context = await lookUp(deps, items, wanted, now);
    const state = new WritingState(context, now);
    const planned = planAll(deps, state, examination.items, rules);
    if ('needs' in planned) {
      wanted.add(planned.needs);
      continue;
    }
    if (state.changes.length === 0 || (await deps.store.commit(state.changes, context.guard)) === 'committed')
      return ok({ examination, planned: planned.items, now });
    attempt += 1;
  }
  return err(CONTENTION);
}

function planAll(
  deps: Pick<Dependencies, 'ids'>,
  state: WritingState,
  items: readonly Examined[],
  rules: PlanRules,
): { readonly items: CommittedItems['planned'] } | { readonly needs: MemoryId } {
  const planned: Exclude<PlannedItem, { kind: 'needs' }>[] = [];
  for (const examined of items) {
    const plan = planItem(state, examined, deps.ids.memoryId(state.now), rules);
    if (plan.kind === 'needs') return { needs: plan.id };
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
