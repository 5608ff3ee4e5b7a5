/** The embedded mode: the application and its stores inside one Durable Object per namespace. */

import { createNamespaceObject } from '../adapters/embedded/namespace-object.ts';
import { createEmbeddedVectorIndex } from '../adapters/embedded/vector-index.ts';
import { logObserver } from '../adapters/system/log-observer.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { createUuidIdSource } from '../adapters/system/uuid-id-source.ts';
import { createEstimatedTokenCounter } from '../adapters/tokens/estimated-token-counter.ts';
import { createService } from '../application/create-service.ts';
import { type Dependencies, doneFirst } from '../application/dependencies.ts';
import { maintain } from '../application/maintain.ts';
import type { Caller, Command, Verb } from '../application/service.ts';
import { readConfig } from '../config.ts';
import { isReachable } from '../ports/embedder.ts';
import type { Environment } from './environment.ts';
import { boundedModels, createEmbedder, createModelSummarizer, expectedDimensions } from './models.ts';

export const NamespaceObject = createNamespaceObject<Environment>(
  (env) => ({ retention_days: readConfig(env).tuning.expiry.retention_days }),
  ({ env, stores, storage, defer }) => {
    const config = readConfig(env);
    const deps: Dependencies = {
      ...stores,
      vectors: createEmbeddedVectorIndex(storage, { dimensions: expectedDimensions(config.embedder) }),
      ...boundedModels(config.embedder, {
        embedder: createEmbedder(config.embedder, env, logObserver),
        model_summarizer: createModelSummarizer(config.summarizer, env),
      }),
      tokens: createEstimatedTokenCounter(),
      clock: systemClock,
      ids: createUuidIdSource(),
      observer: logObserver,
      tuning: config.tuning,
      secrets: config.secrets,
      compress: config.compress,
      defer: doneFirst,
    };
    const service = createService(deps);
    defer(catchUp(deps));
    return {
      // The Worker in front is the only caller, and it speaks the same verb table: the types are its promise.
      execute: (verb, caller, command) => service.execute(verb as Verb, caller as Caller, command as Command<Verb>),
      maintain: async () => {
        await maintain(deps);
      },
    };
  },
);

/**
 * A changed embedder leaves nothing in the outbox, so no alarm would ever tell. Once per wake, what has no vector of today's generation is
 * queued and worked off; a namespace that is up to date pays one count.
 */
async function catchUp(deps: Dependencies): Promise<void> {
  const embedder = await deps.embedder.describe();
  if (!isReachable(embedder)) return;
  const { unembedded } = await deps.store.counts(deps.clock.now(), embedder.id);
  if (unembedded > 0) await maintain(deps);
}
