/** A MemoryService that records what reaches it and answers typed replies: enough to test parsing and presenting, nothing of memory. */
import type { Caller, Command, MemoryRecord, MemoryService, Reply, Verb, WriteReply } from '../../src/application/service.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { ok, type Result } from '../../src/domain/result.ts';

export const ID = '01932b5e-7c00-7000-8000-000000000001';
export const OTHER_ID = '01932b5e-7c00-7000-8000-000000000002';
/** 2026-03-01T09:30:00.000Z */
export const AT = 1_772_357_400_000;

const RECORD: MemoryRecord = {
  id: ID,
  layer: 'semantic',
  content: '靠窗座位 / a window seat',
  origin: 'user',
  importance: 1,
  volatility: 'stable',
  key: 'user.seat_preference',
  tags: ['travel'],
  metadata: { airline: 'any' },
  session_id: 's1',
  occurred_at: AT,
  created_at: AT + 1,
  recorded_at: AT + 1,
  expires_at: null,
  valid_from: AT,
  valid_to: null,
  superseded_at: null,
  superseded_by: null,
  source: { via: 'rest:POST /v1/memories', origin: 'user', time_range: { from: AT, to: AT + 1 } },
  version: 2,
  seen_count: 1,
  access_count: 3,
  last_accessed_at: AT + 2,
  state: 'live',
};

export const WRITTEN: WriteReply = {
  id: ID,
  status: 'created',
  layer: 'episodic',
  superseded_id: null,
  similar: [{ id: OTHER_ID, score: 0.97 }],
  index: 'ready',
  evicted_ids: [],
  usage: { memories: 1 },
};

const SESSION = {
  id: 's1',
  items: [{ id: ID, content: 'a', tokens: 1, score: 1, pinned: false }],
  tokens: 1,
  budget_tokens: 2_000,
  strategy: 'weighted',
  turn: 3,
} as const;
const STATES = { live: 1, expired: 0, superseded: 0, forgotten: 0 };

type Answers = { [V in Verb]: (command: Command<V>) => Result<Reply<V>, Failure> };

const ANSWERS: Answers = {
  write: () => ok(WRITTEN),
  writeMany: ({ memories }) =>
    ok({ results: memories.map((item) => ('failure' in item ? { ok: false, failure: item.failure } : { ok: true, value: WRITTEN })) }),
  search: () =>
    ok({
      results: [
        {
          ...RECORD,
          score: 0.5,
          score_parts: { relevance: 0.5, decay: 1, importance: 1, detail: { lexical: 0.5 } },
          grouped_ids: [OTHER_ID],
        },
      ],
      abstained: false,
      best_score: 0.5,
      degraded: [{ store: 'vectors', effect: 'words only' }],
      next_cursor: null,
      usage: { memories: 1 },
    }),
  get: () => ok(RECORD),
  list: () => ok({ items: [RECORD], next_cursor: 'next' }),
  history: () =>
    ok({
      items: [
        {
          memory_id: ID,
          version: 1,
          content: 'a',
          importance: 1,
          volatility: 'stable',
          tags: [],
          metadata: null,
          expires_at: null,
          recorded_at: AT,
          replaced_at: AT + 1,
          source: { via: 'import' },
          reason: null,
          current: false,
        },
      ],
      next_cursor: null,
    }),
  correct: () => ok({ memory: RECORD, status: 'updated', index: 'pending', usage: { memories: 1 } }),
  forget: () =>
    ok({
      status: 'forgotten',
      ids: [ID],
      candidates: [],
      receipt: { purged: { record: 1 }, summaries_withdrawn: [], summaries_rebuilt: [], remaining: { lexical: 0 } },
      usage: { memories: 0 },
    }),
  erase: () => ok({ status: 'erased', counts: { memories: 3, tombstones: 1, sessions: 0 } }),
  summarize: () =>
    ok({
      id: OTHER_ID,
      summary: 's',
      source_ids: [ID],
      time_range: { from: AT, to: AT + 1 },
      compression_ratio: 6.5,
      method: 'extractive',
      status: 'created',
      usage: { memories: 2 },
    }),
  stats: () =>
    ok({
      namespace: 'default',
      counts: { episodic: STATES, semantic: STATES },
      unembedded: 0,
      pending: 0,
      sessions: [{ id: 's1', tokens: 1, budget_tokens: 2_000 }],
      stores: [{ name: 'records', ok: true }],
      embedder: 'none',
      oldest: AT,
      newest: null,
    }),
  listFacts: () => ok({ items: [RECORD], next_cursor: null }),
  readFact: ({ key }) => ok({ key, current: RECORD, versions: [RECORD] }),
  recordTurn: () => ok({ ...WRITTEN, turn: 4 }),
  readSession: () => ok(SESSION),
  previewEviction: () => ok({ session_id: 's1', plan: [{ id: ID, score: 0.1, tokens: 5, reason: 'lowest score' }] }),
  configureSession: () => ok({ ...SESSION, evicted_ids: [OTHER_ID], compressed: { id: ID, source_ids: [OTHER_ID] } }),
  endSession: ({ session_id }) => ok({ id: session_id, status: 'ended' }),
  context: () => ok({ context: '…', ids: [ID], tokens: 12 }),
  exportPage: ({ cursor }) => ok(cursor === null ? { lines: ['{"a":1}'], next: 'p2' } : { lines: ['{"a":2}'], next: null }),
  importLines: ({ lines }) => ok({ imported: lines.length, unchanged: 0, withheld: 0, errors: [] }),
  ready: () => ok({ stores: [{ name: 'records', ok: true }] }),
};

interface Recorded {
  readonly verb: Verb;
  readonly caller: Caller;
  readonly command: unknown;
}

export interface RecordingService extends MemoryService {
  readonly recorded: Recorded[];
  /** What the next calls of one verb answer. */
  answer<V extends Verb>(verb: V, answer: (command: Command<V>) => Result<Reply<V>, Failure>): void;
}

export function recordingService(): RecordingService {
  const answers: Answers = { ...ANSWERS };
  const recorded: Recorded[] = [];
  return {
    recorded,
    answer: (verb, answer) => Object.assign(answers, { [verb]: answer }),
    execute: async (verb, caller, command) => {
      recorded.push({ verb, caller, command });
      return answers[verb](command);
    },
  };
}
