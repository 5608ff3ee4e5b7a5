import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { admitItem, advanceTurn, openSession, recordRetrieval } from '../../../src/domain/working/evolution.ts';
import type { Session, Strategy } from '../../../src/domain/working/session.ts';

export const TUNING = DEFAULT_TUNING.working;
export const ITEM_TOKENS = 10;

/** `item-07`: ids sort like turns. */
export const itemId = (turn: number): string => `item-${String(turn).padStart(2, '0')}`;
export const turnOf = (id: string): number => Number(id.slice('item-'.length));

/** Turns cycle through user (1.0), agent (0.6) and tool (0.4). */
export const importanceOf = (turn: number): number => [0.4, 1, 0.6][turn % 3] ?? 0;

/** After which turn which item is retrieved how often. */
export const RETRIEVALS: ReadonlyMap<number, { readonly turn: number; readonly times: number }> = new Map([
  [5, { turn: 3, times: 3 }],
  [12, { turn: 2, times: 1 }],
  [15, { turn: 8, times: 1 }],
  [21, { turn: 7, times: 1 }],
]);

export function replay(strategy: Strategy, turns: number, budget_tokens: number) {
  let session: Session = { ...openSession('table', 0, TUNING), strategy, budget_tokens };
  const evictions = new Map<number, number[]>();
  for (let turn = 1; turn <= turns; turn += 1) {
    const entrant = { id: itemId(turn), content: `turn ${turn}`, tokens: ITEM_TOKENS, importance: importanceOf(turn) };
    const step = admitItem(advanceTurn(session), entrant, TUNING);
    session = step.session;
    if (step.evicted.length > 0)
      evictions.set(
        turn,
        step.evicted.map((eviction) => turnOf(eviction.id)),
      );
    const retrieval = RETRIEVALS.get(turn);
    for (let time = 0; time < (retrieval?.times ?? 0); time += 1) session = recordRetrieval(session, [itemId(retrieval?.turn ?? 0)]);
  }
  return { session, evictions };
}
