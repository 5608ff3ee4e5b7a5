/** Clients at work in parallel under faults at random, all of it from one seed. Their interleaving is the machine's. */

import type { ServerlessStores } from '../../../src/compose/serverless-stores.ts';
import type { LineFault, Lines, StoreName } from '../faults/line.ts';
import { createServerlessWorld } from '../serverless-world.ts';
import * as changes from './changes.ts';
import { Client, type Place, type Tally } from './client.ts';
import { Ledger } from './ledger.ts';
import { createRandom, type Random } from './random.ts';
import * as readings from './readings.ts';
import { createWeather } from './weather.ts';

const CLIENTS = 10;
const NAMESPACES = 4;
const STEP_MS = 500;

type Operation = (client: Client, place: Place) => Promise<void>;

/** Of a hundred, how many. */
const MIX: readonly (readonly [share: number, operation: Operation])[] = [
  [20, changes.write],
  [4, changes.writeOnce],
  [14, changes.recordTurn],
  [4, changes.writeMany],
  [9, changes.correct],
  [10, changes.forget],
  [3, changes.fade],
  [3, changes.summarize],
  [1, changes.importFile],
  [1, changes.configure],
  [1, changes.endSession],
  [14, readings.search],
  [4, readings.get],
  [2, readings.list],
  [2, readings.facts],
  [3, readings.context],
  [2, readings.readSession],
  [1, readings.exportPage],
  [1, readings.stats],
  [1, readings.repair],
];

export interface ChaosRun {
  readonly places: readonly Place[];
  readonly tally: Tally;
  readonly operations: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
}

export interface ChaosOptions {
  readonly stores: ServerlessStores;
  readonly lines: Lines;
  readonly seed: number;
  readonly operations: number;
  /** Number of the first namespace: runs that share a Redis must not share marks. */
  readonly first: number;
}

export async function runChaos({ stores, lines, seed, operations, first }: ChaosOptions): Promise<ChaosRun> {
  const places = Array.from({ length: NAMESPACES }, (_, at): Place => {
    return { world: createServerlessWorld(stores), ledger: new Ledger(`n${first + at}`) };
  });
  const tally: Tally = { answered: 0, unanswered: 0, problems: [] };
  const done: Record<string, number> = {};
  const faults: Record<string, number> = {};
  let left = operations;
  const work = async (number: number): Promise<void> => {
    const random = createRandom(seed * CLIENTS + number);
    const client = new Client(number, random, tally);
    const line = lines.open();
    // The weather has numbers of its own: an operation that makes more requests does not change which one comes next.
    line.set(createWeather(createRandom((seed * CLIENTS + number) ^ 0x5eed)));
    await line.run(async () => {
      while (left > 0) {
        left -= 1;
        const [operation, place] = [pickOperation(random), random.pick(places)];
        place.world.pass(STEP_MS);
        try {
          await operation(client, place);
        } catch (thrown) {
          client.problem(`${operation.name} threw ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}`);
        }
        done[operation.name] = (done[operation.name] ?? 0) + 1;
      }
      for (const { world } of places) await world.idle();
    });
    count(faults, line.fired);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => work(number)));
  return { places, tally, operations: done, faults };
}

function pickOperation(random: Random): Operation {
  let place = random.below(MIX.reduce((sum, [share]) => sum + share, 0));
  for (const [share, operation] of MIX) {
    place -= share;
    if (place < 0) return operation;
  }
  return readings.stats;
}

function count(faults: Record<string, number>, fired: readonly { readonly store: StoreName; readonly fault: LineFault }[]): void {
  for (const { store, fault } of fired) faults[`${store} ${fault}`] = (faults[`${store} ${fault}`] ?? 0) + 1;
}
