/** One call of a verb with one of its requests disturbed, compared with the same call undisturbed. */
import pLimit from 'p-limit';
import { expect } from 'vitest';
import { foundByMeaning, look, settled, workingSet } from '../../faults/checks.ts';
import type { Scenario } from '../../faults/scenarios.ts';
import type { ServerlessWorld } from '../serverless-world.ts';
import type { Installed } from './installed.ts';
import { LINE_FAULTS, type Line, type LineFault, type StoreName } from './line.ts';

/** Runs at once: each waits for its stores most of the time. */
const AT_ONCE = 6;

export const NOTHING_OR_ALL: readonly LineFault[] = ['refused', 'timeout_late'];
/** A variant of a verb meets one fault that does nothing and one that does it all; the others have been seen with the verb itself. */
export const faultsOf = ({ variant }: Scenario): readonly LineFault[] => (variant === true ? NOTHING_OR_ALL : LINE_FAULTS);

/** The `at`th request of one store: requests to different stores go out together, in any order. */
export interface Disturbance {
  readonly store: StoreName;
  readonly at: number;
  readonly fault: LineFault;
}

interface Run {
  readonly world: ServerlessWorld;
  readonly line: Line;
  readonly id: string;
}

interface State {
  readonly reply: string;
  readonly recorded: string;
  readonly found_by_meaning: string;
  readonly working: string;
}

interface Calm {
  readonly state: State;
  readonly calls: readonly StoreName[];
  readonly before: string;
  readonly run: Run;
}

async function prepared({ openWorld, lines }: Installed, scenario: Scenario): Promise<Run> {
  const world = openWorld();
  const id = await scenario.prepare(world);
  await world.idle();
  return { world, line: lines.open(), id };
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** What looking at a memory raises, and what a receipt counted on the way; what it claims is what it saw remaining. */
const MOVING = /"access_count":\d+,|"last_accessed_at":(?:\d+|null),|"purged":\{[^}]*\},/g;

/** The reply, its ids left out; what the call left to finish has finished. */
async function act(scenario: Scenario, { world, line, id }: Run): Promise<string> {
  return await line.run(async () => {
    try {
      return JSON.stringify(await scenario.act(world, id))
        .replace(ID, 'ID')
        .replace(MOVING, '');
    } catch (thrown) {
      // A repair has no reply: the run ends, and the next one goes on.
      if (scenario.name !== 'maintain' || !(thrown instanceof Error) || thrown.name !== 'StoreUnavailable') throw thrown;
      return JSON.stringify({ ok: false, failure: { kind: 'unavailable', store: world.deps.store.name } });
    } finally {
      await world.idle();
    }
  });
}

async function stateOf({ world }: Run, reply: string): Promise<State> {
  const { recorded, memories } = await look(world);
  return {
    reply,
    recorded: JSON.stringify(recorded),
    found_by_meaning: JSON.stringify(await foundByMeaning(world, memories)),
    working: JSON.stringify(await workingSet(world)),
  };
}

async function calmly(installed: Installed, scenario: Scenario): Promise<Calm> {
  const run = await prepared(installed, scenario);
  const before = JSON.stringify((await look(run.world)).recorded);
  run.line.set(() => null);
  const reply = await act(scenario, run);
  const calls = [...run.line.calls];
  return { state: await stateOf(run, reply), calls, before, run };
}

/** The reply, and the name by which the service knows the store. */
async function disturb(
  scenario: Scenario,
  run: Run,
  { store, at, fault }: Disturbance,
): Promise<{ readonly reply: string; readonly name: string }> {
  run.line.set((one, call) => (one === store && call === at ? fault : null));
  const reply = await act(scenario, run);
  expect(run.line.fired, 'the fault fired').toHaveLength(1);
  run.line.set(() => null);
  const { deps } = run.world;
  return { reply, name: { postgres: deps.store, redis: deps.working, vectors: deps.vectors }[store].name };
}

/** A reply that is not the undisturbed one says which store was away, or that something waits. */
function expectHonest(scenario: Scenario, reply: string, name: string, fault: LineFault, undisturbed: boolean): void {
  if (undisturbed || scenario.name === 'maintain') return;
  const { ok, failure } = JSON.parse(reply);
  if (ok === false) expect(failure, 'names the store').toMatchObject({ kind: 'unavailable', store: name });
  // Done twice it is all there; the second answer counts what the second time found.
  else if (fault !== 'twice')
    expect(reply, 'names the store').toMatch(
      new RegExp(`"store":"${name}"|"name":"${name}","ok":false|"index":"pending"|"status":"pending"`),
    );
}

/** All or nothing, honest, and a retry converges; the number of disturbed calls. `only` narrows to the requests of some stores. */
export async function disturbWriting(
  installed: Installed,
  scenario: Scenario,
  faults: readonly LineFault[],
  only?: readonly StoreName[],
): Promise<number> {
  const calm = await calmly(installed, scenario);
  if (only !== undefined && !calm.calls.some((store) => only.includes(store))) return 0;
  const end = await settled(calm.run.world);
  return everyRequest(calm, faults, only, async (disturbance) => {
    const run = await prepared(installed, scenario);
    const { reply, name } = await disturb(scenario, run, disturbance);
    const state = await stateOf(run, reply);
    expect([calm.before, calm.state.recorded], 'all or nothing').toContain(state.recorded);
    expectHonest(scenario, reply, name, disturbance.fault, JSON.stringify(state) === JSON.stringify(calm.state));
    await act(scenario, run);
    const reached = await settled(run.world);
    // A reply that says that working memory was away is final: a retry repeats it, and does not enter the session either.
    const final = JSON.parse(reply).ok === true && reply.includes(`"store":"${run.world.deps.working.name}"`);
    expect(final ? { ...reached, working: end.working } : reached, 'the retry').toEqual(end);
  });
}

/** What the line carried out twice counts once, and is told as once. */
export async function repeat(installed: Installed, scenario: Scenario): Promise<number> {
  const calm = await calmly(installed, scenario);
  const end = await settled(calm.run.world);
  return everyRequest(calm, ['twice'], undefined, async (disturbance) => {
    const run = await prepared(installed, scenario);
    const { reply } = await disturb(scenario, run, disturbance);
    expect(await stateOf(run, reply)).toEqual(calm.state);
    expect(await settled(run.world)).toEqual(end);
  });
}

/** Honest, and nothing of the record changes; one namespace serves all runs. */
export async function disturbReading(
  installed: Installed,
  scenario: Scenario,
  faults: readonly LineFault[],
  only?: readonly StoreName[],
): Promise<number> {
  const calm = await calmly(installed, scenario);
  const runs = await everyRequest(calm, faults, only, async (disturbance) => {
    const { reply, name } = await disturb(scenario, { ...calm.run, line: installed.lines.open() }, disturbance);
    expectHonest(scenario, reply, name, disturbance.fault, reply === calm.state.reply);
  });
  expect(JSON.stringify((await look(calm.run.world)).recorded)).toBe(calm.before);
  return runs;
}

async function everyRequest(
  { calls }: Calm,
  faults: readonly LineFault[],
  only: readonly StoreName[] = ['postgres', 'redis', 'vectors'],
  run: (disturbance: Disturbance) => Promise<void>,
): Promise<number> {
  const disturbances = only.flatMap((store) =>
    calls.filter((one) => one === store).flatMap((_call, place) => faults.map((fault): Disturbance => ({ store, at: place + 1, fault }))),
  );
  const limit = pLimit(AT_ONCE);
  const problems: string[] = [];
  const one = async (disturbance: Disturbance): Promise<void> => {
    try {
      await run(disturbance);
    } catch (thrown) {
      const { store, at, fault } = disturbance;
      problems.push(`request ${at} to ${store} was ${fault}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  };
  await Promise.all(disturbances.map((disturbance) => limit(one, disturbance)));
  expect(problems).toEqual([]);
  return disturbances.length;
}
