/** One ordinary call of every verb, and the variants that cost something else. */
import type { Command, Verb } from '../../../src/application/service.ts';
import { BATCH_ITEMS_MAX } from '../../../src/domain/limits.ts';
import type { World } from '../../support/world.ts';

export interface Scenario {
  /** As in docs/backends.md. */
  readonly call: string;
  readonly verb: Verb;
  /** The embedder is asked over the network. */
  readonly remote_embedder?: true;
  /** What is there before; its result goes into the command. */
  readonly prepare?: (world: World) => Promise<string>;
  readonly run: (world: World, prepared: string) => Promise<unknown>;
}

const scenario = <V extends Verb>(
  call: string,
  verb: V,
  command: (prepared: string) => Command<V>,
  rest: Partial<Pick<Scenario, 'prepare' | 'remote_embedder'>> = {},
): Scenario => ({ call, verb, run: (world, prepared) => world.must(verb, command(prepared)), ...rest });

const note = async (world: World): Promise<string> =>
  (await world.must('write', { content: 'The red bicycle leans against the garden wall.' })).id;
const turns = async (world: World): Promise<string> => {
  for (const content of ['I fly to Oslo on Friday.', 'The hotel is near the harbour.'])
    await world.must('recordTurn', { session_id: 's', role: 'user', content });
  return (await world.must('list', { session_id: 's' })).items[0]?.id ?? '';
};
const fact = async (world: World): Promise<string> => {
  const { id } = await world.must('write', { content: 'window', key: 'seat' });
  world.pass(1_000);
  return id;
};
const several = async (world: World): Promise<string> => {
  for (let at = 0; at < 12; at += 1) await world.must('write', { content: `Parcel number ${at} went out with courier ${at * 7}.` });
  return (await world.must('search', { query: 'parcel courier', top_k: 2 })).next_cursor ?? '';
};
/** Its own export, after everything was erased. */
const exported = async (world: World): Promise<string> => {
  await several(world);
  const { lines } = await world.must('exportPage', { cursor: null });
  await world.must('erase', { confirm: 'team/agent' });
  return JSON.stringify(lines);
};

/** All of them: a new verb does not compile without its name here, nor pass without its row. */
export const VERBS: Readonly<Record<Verb, true>> = {
  write: true,
  writeMany: true,
  search: true,
  get: true,
  list: true,
  history: true,
  correct: true,
  forget: true,
  erase: true,
  summarize: true,
  stats: true,
  listFacts: true,
  readFact: true,
  recordTurn: true,
  readSession: true,
  previewEviction: true,
  configureSession: true,
  endSession: true,
  context: true,
  exportPage: true,
  importLines: true,
  ready: true,
};

export const SCENARIOS: readonly Scenario[] = [
  scenario('write', 'write', () => ({ content: 'The second note is about a red bicycle.' }), { prepare: note }),
  scenario('write, with `session_id`', 'write', () => ({ content: 'The train leaves at nine.', session_id: 's' }), { prepare: turns }),
  scenario('write, with `idempotency_key`', 'write', () => ({ content: 'The train leaves at nine.', idempotency_key: 'k' }), {
    prepare: note,
  }),
  scenario('write, a new value of a `key`', 'write', () => ({ content: 'aisle', key: 'seat' }), { prepare: fact }),
  scenario('write, a fact without `key`', 'write', () => ({ content: 'The office has four floors.', layer: 'semantic' }), {
    prepare: note,
  }),
  scenario('write, the same again', 'write', () => ({ content: 'The red bicycle leans against the garden wall.' }), { prepare: note }),
  scenario('write, with a near neighbour', 'write', () => ({ content: 'The red bicycle leans against the garden wall!' }), {
    prepare: note,
  }),
  scenario('write, embedder over the network', 'write', () => ({ content: 'The second note is about a red bicycle.' }), {
    prepare: note,
    remote_embedder: true,
  }),
  scenario(
    `write ${BATCH_ITEMS_MAX} at once`,
    'writeMany',
    () => ({
      memories: Array.from({ length: BATCH_ITEMS_MAX }, (_, at) => ({
        command: { content: `Box ${at * 37} holds ${at} kinds of screws.` },
      })),
    }),
    { prepare: note },
  ),
  scenario('search', 'search', () => ({ query: 'red bicycle' }), { prepare: note }),
  scenario('search, hits in a session', 'search', () => ({ query: 'flight to Oslo on Friday' }), { prepare: turns }),
  scenario('search, a later page', 'search', (cursor) => ({ query: 'parcel courier', top_k: 2, cursor }), { prepare: several }),
  scenario('search, nothing fits', 'search', () => ({ query: 'quantum chromodynamics' }), { prepare: note }),
  scenario('search, embedder over the network', 'search', () => ({ query: 'red bicycle' }), { prepare: note, remote_embedder: true }),
  scenario('get one', 'get', (id) => ({ id }), { prepare: note }),
  scenario('list', 'list', () => ({}), { prepare: note }),
  scenario('history', 'history', (id) => ({ id }), { prepare: note }),
  scenario('facts', 'listFacts', () => ({}), { prepare: fact }),
  scenario('one fact', 'readFact', () => ({ key: 'seat' }), { prepare: fact }),
  scenario('correct', 'correct', (id) => ({ id, content: 'The blue bicycle leans against the wall.' }), { prepare: note }),
  scenario('forget', 'forget', (id) => ({ memory_id: id }), { prepare: note }),
  scenario('forget, a preview', 'forget', () => ({ query: 'red bicycle' }), { prepare: note }),
  scenario('forget, fade', 'forget', (id) => ({ memory_id: id, mode: 'fade' }), { prepare: note }),
  scenario('summarize', 'summarize', (id) => ({ memory_ids: [id] }), { prepare: note }),
  scenario('record a turn', 'recordTurn', () => ({ session_id: 's', role: 'user', content: 'Breakfast is at eight.' }), { prepare: turns }),
  scenario('read a session', 'readSession', () => ({ session_id: 's' }), { prepare: turns }),
  scenario('context, with a question', 'context', () => ({ session_id: 's', query: 'Where is the hotel?' }), { prepare: turns }),
  scenario('context, without', 'context', () => ({ session_id: 's' }), { prepare: turns }),
  scenario('context, a new session', 'context', () => ({ session_id: 'new', query: 'Where is the hotel?' }), { prepare: turns }),
  scenario('configure a session', 'configureSession', () => ({ session_id: 's', budget_tokens: 900 }), { prepare: turns }),
  scenario('preview an eviction', 'previewEviction', () => ({ session_id: 's', budget_tokens: 100 }), { prepare: turns }),
  scenario('end a session', 'endSession', () => ({ session_id: 's' }), { prepare: turns }),
  scenario('stats', 'stats', () => ({}), { prepare: turns }),
  scenario('readiness', 'ready', () => ({})),
  scenario('export, a page', 'exportPage', () => ({ cursor: null }), { prepare: turns }),
  scenario('import, a dozen memories', 'importLines', (lines) => ({ first_line: 1, lines: JSON.parse(lines) }), { prepare: exported }),
  scenario('erase', 'erase', () => ({ confirm: 'team/agent' }), { prepare: turns }),
];
