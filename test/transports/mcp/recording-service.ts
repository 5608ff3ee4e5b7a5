/** A service that answers with plausible data and records who called what: the transport is under test, not the memory. */
import type { Caller, Command, MemoryService, Reply, SearchHit, Verb } from '../../../src/application/service.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import { err, ok } from '../../../src/domain/result.ts';

export const MEMORY_ID = '01990000-0000-7000-8000-000000000001';
export const OTHER_ID = '01990000-0000-7000-8000-000000000002';
export const AT = Date.UTC(2026, 2, 1, 9, 30);

export interface Recorded {
  readonly verb: Verb;
  readonly caller: Caller;
  readonly command: unknown;
}

export const hit = (changes: Partial<SearchHit> = {}): SearchHit => ({
  id: MEMORY_ID,
  layer: 'semantic',
  content: 'The user prefers a window seat. 用户喜欢靠窗座位。',
  origin: 'user',
  importance: 1,
  volatility: 'stable',
  key: 'user.seat_preference',
  tags: ['travel'],
  metadata: null,
  session_id: null,
  occurred_at: AT,
  created_at: AT,
  expires_at: null,
  source: { via: 'mcp:memory_write', client: 'test/1', origin: 'user' },
  version: 1,
  seen_count: 1,
  access_count: 0,
  last_accessed_at: null,
  state: 'live',
  valid_from: AT,
  valid_to: null,
  recorded_at: AT,
  superseded_at: null,
  superseded_by: null,
  score: 0.8,
  score_parts: { relevance: 0.8, decay: 1, importance: 1, detail: { lexical: 0.8 } },
  ...changes,
});

const usage = { memories: 2 };

const REPLIES: { readonly [V in Verb]?: (command: Command<V>, caller: Caller) => Reply<V> } = {
  write: ({ layer, key }) => ({
    id: MEMORY_ID,
    status: 'created',
    layer: layer ?? (key === undefined ? 'episodic' : 'semantic'),
    superseded_id: null,
    similar: [{ id: OTHER_ID, score: 0.96 }],
    index: 'ready',
    evicted_ids: [],
    usage,
  }),
  search: ({ query }, caller) => ({
    results: query === 'nothing' ? [] : [hit({ content: `${query} in ${caller.namespace}` })],
    abstained: query === 'nothing',
    best_score: query === 'nothing' ? 0.1 : 0.8,
    degraded: [],
    next_cursor: null,
    usage,
  }),
  get: ({ id }) => ({ ...hit({ id }) }),
  forget: ({ memory_id, query }) => ({
    status: memory_id === undefined ? 'preview' : 'forgotten',
    ids: memory_id === undefined ? [] : [memory_id],
    candidates: query === undefined ? [] : [{ id: MEMORY_ID, content: 'window seat', score: 0.8, layer: 'semantic', state: 'live' }],
    receipt:
      memory_id === undefined ? null : { purged: { record: 1 }, summaries_withdrawn: [], summaries_rebuilt: [], remaining: { lexical: 0 } },
    usage,
  }),
  summarize: ({ memory_ids }) => ({
    id: OTHER_ID,
    summary: 'Window seat.',
    source_ids: memory_ids,
    time_range: { from: AT, to: AT },
    compression_ratio: 5.5,
    method: 'extractive',
    status: 'created',
    usage,
  }),
  stats: (_command, { namespace }) => ({
    namespace,
    counts: {
      episodic: { live: 1, expired: 0, superseded: 0, forgotten: 0 },
      semantic: { live: 1, expired: 0, superseded: 0, forgotten: 0 },
    },
    unembedded: 0,
    pending: 0,
    sessions: [{ id: 's1', tokens: 12, budget_tokens: 2_000 }],
    stores: [{ name: 'record', ok: true }],
    embedder: 'none',
    oldest: AT,
    newest: null,
  }),
  readSession: ({ session_id }) => ({
    id: session_id,
    items: [{ id: MEMORY_ID, content: 'window seat', tokens: 3, score: 1, pinned: false }],
    tokens: 3,
    budget_tokens: 2_000,
    strategy: 'weighted',
    turn: 1,
  }),
  context: ({ session_id, query }) => ({ context: `context of ${session_id} for ${query ?? 'now'}`, ids: [MEMORY_ID], tokens: 9 }),
};

export interface RecordingService extends MemoryService {
  readonly calls: Recorded[];
  /** The next call of this verb fails so, or runs this before it answers. */
  failNext(failure: Failure): void;
  throwNext(error: unknown): void;
  delay_ms: number;
}

export function recordingService(overrides: typeof REPLIES = {}): RecordingService {
  const calls: Recorded[] = [];
  let failure: Failure | null = null;
  let thrown: { readonly error: unknown } | null = null;
  return {
    calls,
    delay_ms: 0,
    failNext(next) {
      failure = next;
    },
    throwNext(error) {
      thrown = { error };
    },
    async execute(verb, caller, command) {
      calls.push({ verb, caller, command });
      if (this.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, this.delay_ms));
      if (thrown !== null) {
        const { error } = thrown;
        thrown = null;
        throw error;
      }
      if (failure !== null) {
        const told = failure;
        failure = null;
        return err(told);
      }
      const reply = overrides[verb] ?? REPLIES[verb];
      if (reply === undefined) throw new Error(`the fake does not answer ${verb}`);
      return ok(reply(command, caller));
    },
  };
}
