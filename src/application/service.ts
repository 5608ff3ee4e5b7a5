/**
 * What the service does, as types: one command and one reply per verb. Transports speak this and nothing else; every verb has its own file.
 * Replies are plain data (they cross an RPC boundary in the embedded mode); times are instants, the wire format belongs to transports/shared/present.ts.
 */
import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import type { MemoryId } from '../domain/memory.ts';
import type { Result } from '../domain/result.ts';
import type { Caller } from './contract/caller.ts';
import type {
  CorrectCommand,
  CorrectReply,
  EraseCommand,
  EraseReply,
  ForgetCommand,
  ForgetReply,
  SummarizeCommand,
  SummarizeReply,
} from './contract/change.ts';
import type { FactReply, HistoryVersion, ListCommand, MemoryRecord, RecordPage, SearchCommand, SearchReply } from './contract/read.ts';
import type {
  ConfigureSessionCommand,
  ConfigureSessionReply,
  ContextCommand,
  ContextReply,
  EvictionPreview,
  SessionView,
  TurnCommand,
  TurnReply,
} from './contract/sessions.ts';
import type { ExportPage, ImportCommand, ImportReply, StatsReply } from './contract/transfer.ts';
import type { WriteCommand, WriteManyInput, WriteManyItem, WriteReply } from './contract/write.ts';

export type * from './contract/caller.ts';
export type * from './contract/change.ts';
export type * from './contract/read.ts';
export type * from './contract/sessions.ts';
export type * from './contract/transfer.ts';
export type * from './contract/write.ts';

/** verb → [command, reply] */
export interface Verbs {
  write: [WriteCommand, WriteReply];
  writeMany: [{ readonly memories: readonly WriteManyInput[] }, { readonly results: readonly WriteManyItem[] }];
  search: [SearchCommand, SearchReply];
  get: [{ readonly id: MemoryId }, MemoryRecord];
  list: [ListCommand, RecordPage<MemoryRecord>];
  history: [{ readonly id: MemoryId; readonly limit?: number; readonly cursor?: string }, RecordPage<HistoryVersion>];
  correct: [CorrectCommand, CorrectReply];
  forget: [ForgetCommand, ForgetReply];
  erase: [EraseCommand, EraseReply];
  summarize: [SummarizeCommand, SummarizeReply];
  stats: [{ readonly session_id?: string }, StatsReply];
  listFacts: [
    { readonly limit?: number; readonly cursor?: string; readonly as_of?: Instant; readonly known_at?: Instant },
    RecordPage<MemoryRecord>,
  ];
  readFact: [{ readonly key: string; readonly as_of?: Instant; readonly known_at?: Instant }, FactReply];
  recordTurn: [TurnCommand, TurnReply];
  readSession: [{ readonly session_id: string }, SessionView];
  previewEviction: [ConfigureSessionCommand, EvictionPreview];
  configureSession: [ConfigureSessionCommand, ConfigureSessionReply];
  endSession: [{ readonly session_id: string }, { readonly id: string; readonly status: 'ended' }];
  context: [ContextCommand, ContextReply];
  exportPage: [{ readonly cursor: string | null }, ExportPage];
  importLines: [ImportCommand, ImportReply];
  ready: [Record<string, never>, { readonly stores: readonly { readonly name: string; readonly ok: boolean }[] }];
}

export type Verb = keyof Verbs;
export type Command<V extends Verb> = Verbs[V][0];
export type Reply<V extends Verb> = Verbs[V][1];

/** One namespace's memory. Every expected failure is a value. */
export interface MemoryService {
  execute<V extends Verb>(verb: V, caller: Caller, command: Command<V>): Promise<Result<Reply<V>, Failure>>;
}
