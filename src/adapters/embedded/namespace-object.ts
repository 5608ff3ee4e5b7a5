import { DurableObject } from 'cloudflare:workers';
import type { Instant } from '../../domain/instant.ts';
import { createEmbeddedStores, type EmbeddedOptions, type EmbeddedStores, migrateEmbedded } from './stores.ts';

/** An alarm that finds its work undone is not set again at once: a store that is down must not make it spin. */
const ALARM_SPACING_MS = 1_000;

/** What the composition root puts into a namespace's object. Commands, callers and replies are plain data; expected failures are in the reply. */
export interface NamespaceRuntime {
  execute(verb: string, caller: unknown, command: unknown): Promise<unknown>;
  /** Sweeps and repairs what is due. */
  maintain(now: Instant): Promise<void>;
}

export interface NamespaceHost<Env> {
  readonly env: Env;
  readonly stores: EmbeddedStores;
  /** SQLite of the object, for the vectors that live in it too. */
  readonly storage: DurableObjectStorage;
  /** Keeps the object awake until the work is done; its alarm is set again after it. */
  readonly defer: (work: Promise<unknown>) => void;
}

/** The one method that crosses RPC. */
export interface NamespaceRpc {
  execute(verb: string, caller: unknown, command: unknown): Promise<unknown>;
}

/** The class of the Durable Object that holds one namespace: data and application in one place. `start` runs once per wake. */
export function createNamespaceObject<Env>(
  optionsOf: (env: Env) => EmbeddedOptions,
  start: (host: NamespaceHost<Env>) => NamespaceRuntime | Promise<NamespaceRuntime>,
): new (
  context: DurableObjectState,
  env: Env,
) => DurableObject<Env> & NamespaceRpc {
  return class NamespaceObject extends DurableObject<Env> implements NamespaceRpc {
    // `#`: TypeScript's `private` is callable over RPC.
    readonly #context: DurableObjectState;
    readonly #stores: EmbeddedStores;
    #runtime: NamespaceRuntime | null = null;

    constructor(context: DurableObjectState, env: Env) {
      super(context, env);
      this.#context = context;
      this.#stores = createEmbeddedStores(context.storage, optionsOf(env));
      context.blockConcurrencyWhile(async () => {
        await migrateEmbedded(context.storage);
        this.#runtime = await start({ env, stores: this.#stores, storage: context.storage, defer: (work) => this.#defer(work) });
        await this.#arm();
      });
    }

    async execute(verb: string, caller: unknown, command: unknown): Promise<unknown> {
      const reply = await this.#running().execute(verb, caller, command);
      await this.#arm();
      return reply;
    }

    override async alarm(): Promise<void> {
      await this.#running().maintain(Date.now());
      await this.#arm();
    }

    #running(): NamespaceRuntime {
      if (this.#runtime === null) throw new Error('the object has not started');
      return this.#runtime;
    }

    /** Deferred work may leave something due, so the alarm is set once more. Its failures are its own to report. */
    #defer(work: Promise<unknown>): void {
      this.#context.waitUntil(work.finally(() => this.#arm()));
    }

    async #arm(): Promise<void> {
      const now = Date.now();
      const due = await this.#stores.store.nextDue(now);
      const armed = await this.#context.storage.getAlarm();
      if (due === null) return;
      const next = Math.max(due, now + ALARM_SPACING_MS);
      if (armed === null || armed > next || armed < now) await this.#context.storage.setAlarm(next);
    }
  };
}
