/** Calls that are to survive a fault in any of their calls to a store. Shared by the stores in memory and the remote ones. */
import { maintain } from '../../src/application/maintain.ts';
import type { Command, Reply, Verb } from '../../src/application/service.ts';
import { DAY_MS } from '../../src/domain/instant.ts';
import { createWorld, type World } from '../support/world.ts';

export interface Scenario {
  readonly name: string;
  /** Of a verb that another scenario calls already. */
  readonly variant?: true;
  readonly prepare: (world: World) => Promise<string>;
  /** `id` is what `prepare` made. */
  readonly act: (world: World, id: string) => Promise<unknown>;
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
/** The file of a namespace in memory. Ids count up in each world: the first memory of that one has the id of the first one here. */
async function exportOf(fill: (other: World) => Promise<void>): Promise<string> {
  const other = createWorld();
  await fill(other);
  const lines: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Reply<'exportPage'> = await other.must('exportPage', { cursor });
    lines.push(...page.lines);
    if (page.next === null) return lines.join('\n');
    cursor = page.next;
  }
}
const exported = (): Promise<string> =>
  exportOf(async (other) => {
    await oneFact(other);
    await other.must('write', { content: 'Oslo', key: 'city' });
    await other.must('recordTurn', { session_id: 's', role: 'user', content: 'hello' });
    await other.must('correct', { id: await oneMemory(other), content: 'blue brick house' });
  });
const twoVersions = async (world: World): Promise<string> => {
  const id = await oneMemory(world);
  await world.must('correct', { id, content: 'blue brick house' });
  world.pass(1_000);
  return id;
};

/** A repeat of the call is the same call: by its idempotency key, or by what it does. */
export const WRITING: readonly Scenario[] = [
  { name: 'write', prepare: nothing, act: does('write', () => ({ content: 'tea', session_id: 's', idempotency_key: 'k' })) },
  {
    name: 'write a fact anew',
    prepare: oneFact,
    act: does('write', () => ({ content: 'Oslo', key: 'city', session_id: 's', idempotency_key: 'k' })),
  },
  {
    name: 'write a repeat with something new',
    prepare: oneMemory,
    act: does('write', () => ({ content: 'red brick house', tags: ['new'], session_id: 's', idempotency_key: 'k' })),
  },
  {
    name: 'write many',
    prepare: oneFact,
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
    act: does('recordTurn', () => ({ session_id: 's', role: 'user', content: 'hello', idempotency_key: 'k' })),
  },
  {
    name: 'correct',
    prepare: oneMemory,
    act: does('correct', (id) => ({ id, content: 'blue brick house', tags: ['x'], idempotency_key: 'k' })),
  },
  {
    name: 'restore',
    variant: true,
    prepare: twoVersions,
    act: does('correct', (id) => ({ id, restore_version: 1, idempotency_key: 'k' })),
  },
  { name: 'summarize', prepare: oneMemory, act: does('summarize', (id) => ({ memory_ids: [id], idempotency_key: 'k' })) },
  { name: 'import', prepare: exported, act: does('importLines', (file) => ({ first_line: 1, lines: file.split('\n') })) },
  {
    name: 'configure a session',
    prepare: twoVersions,
    act: does('configureSession', (id) => ({ session_id: 's', budget_tokens: 600, pin: [id] })),
  },
];

export const FORGETTING: readonly Scenario[] = [
  { name: 'forget', prepare: oneMemory, act: does('forget', (id) => ({ memory_id: id, idempotency_key: 'k' })) },
  {
    name: 'forget what a query found',
    variant: true,
    prepare: oneMemory,
    act: does('forget', (id) => ({ query: 'brick house', confirm_ids: [id], idempotency_key: 'k' })),
  },
  { name: 'fade', prepare: oneMemory, act: does('forget', (id) => ({ memory_id: id, mode: 'fade', idempotency_key: 'k' })) },
  {
    name: 'import a forgetting',
    variant: true,
    prepare: async (world) => {
      await oneMemory(world);
      return await exportOf(async (other) => void (await other.must('forget', { memory_id: await oneMemory(other) })));
    },
    act: does('importLines', (file) => ({ first_line: 1, lines: file.split('\n') })),
  },
  { name: 'end a session', prepare: oneMemory, act: does('endSession', () => ({ session_id: 's' })) },
  { name: 'erase', prepare: oneFact, act: does('erase', () => ({ confirm: 'team/agent' })) },
  {
    name: 'maintain',
    prepare: async (world) => {
      const { id } = await world.must('write', { content: 'short-lived', ttl_days: 1, session_id: 's' });
      await world.must('write', { content: 'long-lived' });
      world.pass(2 * DAY_MS);
      return id;
    },
    act: (world) => maintain(world.deps),
  },
];

/** Without a key a repeat of the caller's is another call; one that only the line made is not. */
export const UNKEYED: readonly Scenario[] = [
  { name: 'write', prepare: nothing, act: does('write', () => ({ content: 'tea', session_id: 's' })) },
  { name: 'write a repeat', prepare: oneMemory, act: does('write', () => ({ content: 'red brick house', session_id: 's' })) },
  { name: 'write a fact anew', prepare: oneFact, act: does('write', () => ({ content: 'Oslo', key: 'city' })) },
  { name: 'record a turn', prepare: nothing, act: does('recordTurn', () => ({ session_id: 's', role: 'user', content: 'hello' })) },
  { name: 'correct', prepare: oneMemory, act: does('correct', (id) => ({ id, content: 'blue brick house' })) },
  { name: 'restore', prepare: twoVersions, act: does('correct', (id) => ({ id, restore_version: 1 })) },
  { name: 'forget', prepare: oneMemory, act: does('forget', (id) => ({ memory_id: id })) },
  { name: 'fade', prepare: oneMemory, act: does('forget', (id) => ({ memory_id: id, mode: 'fade' })) },
  { name: 'summarize', prepare: oneMemory, act: does('summarize', (id) => ({ memory_ids: [id] })) },
];

const aLife = async (world: World): Promise<string> => {
  await oneFact(world);
  await world.must('write', { content: 'Oslo', key: 'city', session_id: 's' });
  await world.must('recordTurn', { session_id: 's', role: 'user', content: 'the house is red' });
  return twoVersions(world);
};

/** Calls that leave the record as it is, however they end. */
export const READING: readonly Scenario[] = [
  { name: 'search', prepare: aLife, act: does('search', () => ({ query: 'brick house' })) },
  { name: 'search a session', prepare: aLife, act: does('search', () => ({ query: 'brick house', session_id: 's' })) },
  { name: 'search for nothing', prepare: aLife, act: does('search', () => ({ query: 'quantum chromodynamics' })) },
  { name: 'get', prepare: aLife, act: does('get', (id) => ({ id })) },
  { name: 'list', prepare: aLife, act: does('list', () => ({ limit: 2 })) },
  { name: 'history', prepare: aLife, act: does('history', (id) => ({ id })) },
  { name: 'current facts', prepare: aLife, act: does('listFacts', () => ({})) },
  { name: 'one fact', prepare: aLife, act: does('readFact', () => ({ key: 'city' })) },
  { name: 'stats', prepare: aLife, act: does('stats', () => ({})) },
  { name: 'read a session', prepare: aLife, act: does('readSession', () => ({ session_id: 's' })) },
  { name: 'preview an eviction', prepare: aLife, act: does('previewEviction', () => ({ session_id: 's', budget_tokens: 50 })) },
  { name: 'context', prepare: aLife, act: does('context', () => ({ session_id: 's', query: 'brick house' })) },
  { name: 'export', prepare: aLife, act: does('exportPage', () => ({ cursor: null })) },
  { name: 'export the sessions', prepare: aLife, act: does('exportPage', () => ({ cursor: 's:0' })) },
  { name: 'preview a forgetting', prepare: aLife, act: does('forget', () => ({ query: 'brick house' })) },
  { name: 'ready', prepare: aLife, act: does('ready', () => ({})) },
];
