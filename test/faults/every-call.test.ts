/**
 * Every verb that writes, with every one of its calls to a port failing in every way: what is left is what was before or what comes after,
 * never something between; and the same call again, with the same idempotency key, ends where an undisturbed one does.
 */
import { describe, expect, it } from 'vitest';
import { maintain } from '../../src/application/maintain.ts';
import type { Command, Verb } from '../../src/application/service.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts';
import { createDeferredWork } from '../support/deferred-work.ts';
import { createSaboteur, FAULTS, type Saboteur } from '../support/failing-ports.ts';
import { createWorld, type World } from '../support/world.ts';

interface Scenario {
  readonly name: string;
  readonly prepare: (world: World) => Promise<string>;
  /** `id` is what `prepare` made. */
  readonly act: (world: World, id: string) => Promise<unknown>;
  /** True when a retry is the same call by idempotency key; false when it is safe to repeat by itself. */
  readonly keyed: boolean;
}

const does =
  <V extends Verb>(verb: V, command: (id: string) => Command<V>) =>
  (world: World, id: string) =>
    world.execute(verb, command(id));

const nothing = async (): Promise<string> => '';
const oneMemory = async (world: World): Promise<string> => (await world.must('write', { content: 'red brick house', session_id: 's' })).id;
const oneFact = async (world: World): Promise<string> => {
  const { id } = await world.must('write', { content: 'Rome', key: 'city', session_id: 's' });
  world.pass(1_000);
  return id;
};

const SCENARIOS: readonly Scenario[] = [
  { name: 'write', prepare: nothing, keyed: true, act: does('write', () => ({ content: 'tea', session_id: 's', idempotency_key: 'k' })) },
  {
    name: 'write a fact anew',
    prepare: oneFact,
    keyed: true,
    act: does('write', () => ({ content: 'Oslo', key: 'city', session_id: 's', idempotency_key: 'k' })),
  },
  {
    name: 'write a repeat with something new',
    prepare: oneMemory,
    keyed: true,
    act: does('write', () => ({ content: 'red brick house', tags: ['new'], session_id: 's', idempotency_key: 'k' })),
  },
  {
    name: 'write many',
    prepare: oneFact,
    keyed: true,
    act: does('writeMany', () => ({
      memories: [
        { command: { content: 'tea', session_id: 's', idempotency_key: 'k1' } },
        { command: { content: 'Oslo', key: 'city', idempotency_key: 'k2' } },
        { command: { content: ' ' } },
        { command: { content: 'tea', session_id: 's', idempotency_key: 'k4' } },
      ],
    })),
  },
  {
    name: 'record a turn',
    prepare: nothing,
    keyed: true,
    act: does('recordTurn', () => ({ session_id: 's', role: 'user', content: 'hello', idempotency_key: 'k' })),
  },
  {
    name: 'correct',
    prepare: oneMemory,
    keyed: true,
    act: does('correct', (id) => ({ id, content: 'blue brick house', tags: ['x'], idempotency_key: 'k' })),
  },
  { name: 'forget', prepare: oneMemory, keyed: true, act: does('forget', (id) => ({ memory_id: id, idempotency_key: 'k' })) },
  {
    name: 'fade',
    prepare: oneMemory,
    keyed: true,
    act: does('forget', (id) => ({ memory_id: id, mode: 'fade', idempotency_key: 'k' })),
  },
  {
    name: 'summarize',
    prepare: oneMemory,
    keyed: true,
    act: does('summarize', (id) => ({ memory_ids: [id], idempotency_key: 'k' })),
  },
  { name: 'erase', prepare: oneFact, keyed: false, act: does('erase', () => ({ confirm: 'team/agent' })) },
  {
    name: 'maintain',
    prepare: async (world) => {
      const { id } = await world.must('write', { content: 'short-lived', ttl_days: 1, session_id: 's' });
      await world.must('write', { content: 'long-lived' });
      world.pass(2 * DAY_MS);
      return id;
    },
    keyed: false,
    act: (world) => maintain(world.deps),
  },
];

/** The records as a reader sees them, without ids. */
async function records(world: World): Promise<unknown> {
  const seen: unknown[] = [];
  for (const state of ['live', 'expired', 'superseded'] as const) {
    for (const memory of (await world.must('list', { state, limit: 100 })).items) {
      const { content, tags, importance, version, seen_count, superseded_by } = memory;
      const { items } = await world.must('history', { id: memory.id });
      seen.push([state, content, tags, importance, version, seen_count, superseded_by === null, items.map((one) => one.content)]);
    }
  }
  return [seen, (await world.must('stats', {})).counts];
}

/** The place of working memory in what `settled` gives. */
const WORKING = 1;

/** Everything, once the repairs have run. */
async function settled(world: World): Promise<unknown[]> {
  const session = await world.execute('readSession', { session_id: 's' });
  const working = session.ok ? [session.value.turn, session.value.items.map(({ content }) => content).sort()] : null;
  world.pass(2 * HOUR_MS);
  await maintain(world.deps);
  const all = [];
  for (const state of ['live', 'expired', 'superseded'] as const) all.push(...(await world.must('list', { state, limit: 100 })).items);
  const present = await world.deps.vectors.present(all.map(({ id }) => id));
  const { pending, unembedded } = await world.must('stats', {});
  return [await records(world), working, present.ok ? present.value.length : null, pending, unembedded];
}

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

describe.each(MODES)('%s', (mode) => {
  describe.each(SCENARIOS)('$name', (scenario) => {
    it.each(FAULTS)('each call %s: all or nothing, and a retry converges', async (fault) => {
      const calm = await prepared(scenario, mode);
      const before = JSON.stringify(await records(calm.world));
      calm.saboteur.disarm();
      await calm.act();
      const calls = calm.saboteur.calls();
      const after = JSON.stringify(await records(calm.world));
      const end = await settled(calm.world);
      expect(calls).toBeGreaterThan(0);
      for (let at = 1; at <= calls; at += 1) {
        const struck = await prepared(scenario, mode);
        struck.saboteur.arm(at, fault);
        const without_working = await attempt(scenario, struck);
        struck.saboteur.disarm();
        expect([before, after], `after call ${at} was ${fault}`).toContain(JSON.stringify(await records(struck.world)));
        await struck.act();
        const reached = await settled(struck.world);
        if (without_working) reached[WORKING] = end[WORKING];
        expect(reached, `retry after call ${at} was ${fault}`).toEqual(end);
      }
    });
  });
});
