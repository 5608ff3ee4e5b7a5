/** A whole service in memory for the verbs' tests: reference stores, a clock that stands still until moved, ids that count up. */
import { createService } from '../../src/application/create-service.ts';
import { type Caller, type Dependencies, doneFirst } from '../../src/application/dependencies.ts';
import type { Command, Reply, Verb } from '../../src/application/service.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { Instant } from '../../src/domain/instant.ts';
import type { MemoryId } from '../../src/domain/memory.ts';
import type { Result } from '../../src/domain/result.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import { DEFAULT_TUNING } from '../../src/domain/tuning.ts';
import type { ObservedEvent } from '../../src/ports/observer.ts';
import { createReferenceStores } from '../reference/stores.ts';
import { createReferenceVectorIndex } from './vector-index.ts';
import { createWordEmbedder } from './word-embedder.ts';

export const NOON: Instant = Date.UTC(2026, 4, 3, 12, 0, 0);

const CALLER: Caller = { namespace: 'team/agent', via: 'test', client: 'vitest 1', request_id: 'request-1' };

export interface World {
  readonly deps: Dependencies;
  readonly events: ObservedEvent[];
  /** Moves the clock forward. */
  pass(milliseconds: number): void;
  now(): Instant;
  execute<V extends Verb>(verb: V, command: Command<V>): Promise<Result<Reply<V>, Failure>>;
  /** The reply; throws when the verb failed. */
  must<V extends Verb>(verb: V, command: Command<V>): Promise<Reply<V>>;
  /** The failure; throws when the verb succeeded. */
  fails<V extends Verb>(verb: V, command: Command<V>): Promise<Failure>;
}

/** `change` replaces dependencies, e.g. by ones that fail. */
export function createWorld(change: (deps: Dependencies) => Dependencies = (deps) => deps): World {
  let now = NOON;
  let ids = 0;
  const events: ObservedEvent[] = [];
  const { store, candidates, working } = createReferenceStores({ termsOf });
  const deps = change({
    store,
    candidates,
    working,
    vectors: createReferenceVectorIndex(store),
    embedder: createWordEmbedder(),
    model_summarizer: null,
    tokens: { id: 'characters', count: (text) => Math.ceil(text.length / 4) },
    clock: { now: () => now },
    ids: { memoryId: (at) => countingId(at, ++ids), secret: () => 'x'.repeat(43) },
    observer: { observe: (event) => void events.push(event) },
    tuning: DEFAULT_TUNING,
    secrets: 'redact',
    compress: false,
    defer: doneFirst,
  });
  const service = createService(deps);
  const execute: World['execute'] = (verb, command) => service.execute(verb, CALLER, command);
  return {
    deps,
    events,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
    execute,
    must: async (verb, command) => {
      const result = await execute(verb, command);
      if (!result.ok) throw new Error(`${verb} failed: ${JSON.stringify(result.failure)}`);
      return result.value;
    },
    fails: async (verb, command) => {
      const result = await execute(verb, command);
      if (result.ok) throw new Error(`${verb} succeeded: ${JSON.stringify(result.value)}`);
      return result.failure;
    },
  };
}

/** The shape of a UUIDv7: time first, then a counter. */
function countingId(at: Instant, count: number): MemoryId {
  const time = Math.max(0, at).toString(16).padStart(12, '0');
  const tail = count.toString(16).padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6).padStart(12, '0')}`;
}
