/** What the verbs need; made once per namespace by the composition root (src/compose/). */
import type { Tuning } from '../domain/tuning.ts';
import type { CandidateSource } from '../ports/candidate-source.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Observer } from '../ports/observer.ts';
import type { Summarizer } from '../ports/summarizer.ts';
import type { TokenCounter } from '../ports/token-counter.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { WorkingSetStore } from '../ports/working-set-store.ts';

export type SecretsPolicy = 'redact' | 'flag' | 'refuse';

export interface Dependencies {
  readonly store: MemoryStore;
  readonly candidates: CandidateSource;
  readonly vectors: VectorIndex;
  readonly working: WorkingSetStore;
  readonly embedder: Embedder;
  /** Null: extractive only. */
  readonly model_summarizer: Summarizer | null;
  readonly tokens: TokenCounter;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly observer: Observer;
  readonly tuning: Tuning;
  readonly secrets: SecretsPolicy;
  /** Summarise a run of inactive items before they leave working memory. */
  readonly compress: boolean;
  /**
   * For work that the caller need not wait for and that repairs itself when it is cut off. Where each of its steps is a wait on the network it
   * begins now and goes on after the reply; where everything is local it is done first, and its outcome is handed back.
   * `verb` is whose work it is, for the log line of its failure; the service fills it in.
   */
  readonly defer: <Outcome>(work: () => Promise<Outcome>, verb?: string) => Promise<Outcome | typeof LATER>;
}

/** The outcome of work that goes on after the reply. */
export const LATER = 'later';

export const doneFirst: Dependencies['defer'] = (work) => work();

/** A verb: its dependencies, who asks, and the command. */
export type { Caller } from './service.ts';
