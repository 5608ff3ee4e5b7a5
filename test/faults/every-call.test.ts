/**
 * Every verb, with every one of its calls to a port failing in every way: what is left is what was before or what comes after,
 * never something between; and the same call again, with the same idempotency key, ends where an undisturbed one does.
 */
import { describe, expect, it } from 'vitest';
import { createDeferredWork } from '../support/deferred-work.ts';
import { createSaboteur, FAULTS, type Saboteur } from '../support/failing-ports.ts';
import { createWorld, type World } from '../support/world.ts';
import { look, settled } from './checks.ts';
import { FORGETTING, READING, type Scenario, WRITING } from './scenarios.ts';

/** Where the work that nobody waits for is done: before the reply as in the embedded mode, after it as in the serverless one. */
const MODES = ['before the reply', 'after the reply'] as const;
type Mode = (typeof MODES)[number];

interface Prepared {
  readonly world: World;
  readonly saboteur: Saboteur;
  readonly id: string;
  /** The scenario's call, with all that goes on after its reply. */
  act(): Promise<unknown>;
}

async function prepared(scenario: Scenario, mode: Mode): Promise<Prepared> {
  const saboteur = createSaboteur();
  let ended = async (): Promise<void> => undefined;
  const world = createWorld((deps) => {
    const wrapped = saboteur.wrap(deps);
    if (mode === 'before the reply') return wrapped;
    const work = createDeferredWork(deps.observer);
    ended = work.ended;
    return { ...wrapped, defer: work.defer };
  });
  const id = await scenario.prepare(world);
  await ended();
  saboteur.disarm();
  return { world, saboteur, id, act: () => scenario.act(world, id).finally(() => ended()) };
}

/**
 * An outage is a failure as a value; only a crash, which ends the process, may throw. True when the reply said that working memory was
 * away: such a reply is final, so that a retry repeats it and does not enter the session either.
 */
async function attempt(scenario: Scenario, { world, act }: Prepared): Promise<boolean> {
  try {
    const result = JSON.stringify(await act());
    return result.includes(`"degraded":[{"store":"${world.deps.working.name}"`);
  } catch (cause) {
    if (!(cause instanceof Error) || !['Crash', 'StoreUnavailable'].includes(cause.name)) throw cause;
    if (cause.name === 'StoreUnavailable') expect(scenario.name).toBe('maintain');
    return false;
  }
}

const recorded = async (world: World): Promise<string> => JSON.stringify((await look(world)).recorded);

describe.each(MODES)('%s', (mode) => {
  describe.each([...WRITING, ...FORGETTING, ...READING])('$name', (scenario) => {
    it.each(FAULTS)('each call %s: all or nothing, and a retry converges', async (fault) => {
      const calm = await prepared(scenario, mode);
      const before = await recorded(calm.world);
      calm.saboteur.disarm();
      await calm.act();
      const calls = calm.saboteur.calls();
      const after = await recorded(calm.world);
      const end = await settled(calm.world);
      expect(calls).toBeGreaterThan(0);
      for (let at = 1; at <= calls; at += 1) {
        const struck = await prepared(scenario, mode);
        struck.saboteur.arm(at, fault);
        const without_working = await attempt(scenario, struck);
        struck.saboteur.disarm();
        expect([before, after], `after call ${at} was ${fault}`).toContain(await recorded(struck.world));
        await struck.act();
        const reached = await settled(struck.world);
        expect(without_working ? { ...reached, working: end.working } : reached, `retry after call ${at} was ${fault}`).toEqual(end);
      }
    });
  });
});
