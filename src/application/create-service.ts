/** The verbs behind one door. Every expected failure is a value; an outage of the record store becomes one here, and only here. */
import type { Failure } from '../domain/failure.ts';
import { err, type Result } from '../domain/result.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { buildContext } from './build-context.ts';
import { checkReady } from './check-ready.ts';
import { configureSession, previewEviction } from './configure-session.ts';
import { correctMemory } from './correct-memory.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { endSession } from './end-session.ts';
import { eraseNamespace } from './erase-namespace.ts';
import { exportPage } from './export-memories.ts';
import { forgetMemory } from './forget-memory.ts';
import { getMemory } from './get-memory.ts';
import { importLines } from './import-memories.ts';
import { listFacts } from './list-facts.ts';
import { listMemories } from './list-memories.ts';
import { readFact } from './read-fact.ts';
import { readHistory } from './read-history.ts';
import { readSession } from './read-session.ts';
import { readStats } from './read-stats.ts';
import { recordTurn } from './record-turn.ts';
import { searchMemories } from './search-memories.ts';
import type { Command, MemoryService, Reply, Verb } from './service.ts';
import { summarizeMemories } from './summarize-memories.ts';
import { writeMemories, writeMemory } from './write-memory.ts';

type VerbFunction<V extends Verb> = (deps: Dependencies, caller: Caller, command: Command<V>) => Promise<Result<Reply<V>, Failure>>;

const VERBS: { readonly [V in Verb]: VerbFunction<V> } = {
  write: writeMemory,
  writeMany: writeMemories,
  search: searchMemories,
  get: getMemory,
  list: listMemories,
  history: readHistory,
  correct: correctMemory,
  forget: forgetMemory,
  erase: eraseNamespace,
  stats: readStats,
  listFacts,
  readFact,
  exportPage,
  importLines,
  ready: checkReady,
  summarize: summarizeMemories,
  recordTurn,
  readSession,
  previewEviction,
  configureSession,
  endSession,
  context: buildContext,
};

/** Seconds after which a caller may try again when the record store was away. */
const RETRY_AFTER_SECONDS = 2;

/** One namespace's service. What is not expected is observed and thrown on, to the transport's one handler. */
export function createService(deps: Dependencies): MemoryService {
  return {
    async execute<V extends Verb>(verb: V, caller: Caller, command: Command<V>): Promise<Result<Reply<V>, Failure>> {
      try {
        return await VERBS[verb]({ ...deps, defer: (work) => deps.defer(work, verb) }, caller, command);
      } catch (cause) {
        if (!(cause instanceof StoreUnavailable)) {
          deps.observer.observe({ event: 'unexpected', request_id: caller.request_id, cause: causeOf(cause) });
          throw cause;
        }
        deps.observer.observe({ event: 'degraded', store: cause.store, verb, cause: cause.message });
        return err({
          kind: 'unavailable',
          store: cause.store,
          retry_after_seconds: RETRY_AFTER_SECONDS,
          message:
            'The memory store cannot be reached right now. Try again in a moment; with an idempotency_key that is safe for writes too.',
        });
      }
    },
  };
}

/** The kind of an error, never its message: messages of drivers hold arguments, which are stored text. */
function causeOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : typeof cause;
}
