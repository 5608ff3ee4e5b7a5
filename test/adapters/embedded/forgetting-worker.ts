/** A Worker for the test that reads the raw file: writes marked texts in every way that the store has, and takes them out again. */
import { DurableObject } from 'cloudflare:workers';
import { Database } from '../../../src/adapters/embedded/database.ts';
import { rebuildTexts } from '../../../src/adapters/embedded/rebuild.ts';
import { createEmbeddedStores, type EmbeddedStores, migrateEmbedded } from '../../../src/adapters/embedded/stores.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import type { SessionHeader, WorkingItem } from '../../../src/domain/working/session.ts';
import type { Change } from '../../../src/ports/memory-store.ts';
import { commit, day, idOf, insertOf, memoryOf, revisionOf, tombstoneOf } from '../../contracts/contract.ts';

const FILLERS = 400;

/** `mark` is in every text that belongs to the memory: wordings, tags, key, metadata, tool data, reason, and the idempotency key. */
const marked = (number: number, mark: string, fields: Partial<Memory> = {}): Memory =>
  memoryOf(number, `${mark} wording ${number}. ${`${mark} more. `.repeat((number * 37) % 60)}`, {
    tags: [`${mark} tag`],
    key: `${mark} key ${number}`,
    metadata: { note: `${mark} metadata` },
    source: { via: 'contract', tool: { result: `${mark} tool` } },
    ...fields,
  });

async function write(stores: EmbeddedStores, mark: string, from: number): Promise<void> {
  const { store, working } = stores;
  for (let number = from; number < from + FILLERS; number += 20) {
    const memories = Array.from({ length: 20 }, (_, index) =>
      index % 5 === 0
        ? marked(number + index, mark, index === 10 ? { content: `${mark} long. `.repeat(1_500) } : {})
        : memoryOf(number + index, `Control sentence ${number + index}. ${'Neutral words follow. '.repeat((index * 13) % 40)}`),
    );
    await commit(store, ...memories.map((memory) => insertOf(memory)));
  }
  for (let number = from; number < from + FILLERS; number += 5) {
    const memory = (await store.get([idOf(number)])).get(idOf(number));
    if (memory === undefined) throw new Error('a marked memory is missing');
    const { change, next } = revisionOf(memory, day(900), { content: `${mark} corrected ${number}` });
    const quote: Change = {
      type: 'remember_reply',
      idempotency_key: `${mark} reply ${number}`,
      fingerprint: 'f',
      reply: JSON.stringify({ memory: next }),
      expires_at: day(99_999),
    };
    await commit(store, change, quote);
  }
  const items = Array.from({ length: 40 }, (_, index) =>
    itemOf(from + index * 5, index % 2 === 0 ? `${mark} corrected ${from + index * 5}` : `${mark} item ${index}`),
  );
  await working.apply('s', { header: HEADER, put: items, remove: [], expires_at: day(99_999) }, 'absent');
}

async function forget({ store, working }: EmbeddedStores, from: number): Promise<void> {
  const ids = Array.from({ length: FILLERS / 5 }, (_, index) => idOf(from + index * 5));
  for (let start = 0; start < ids.length; start += 20) {
    const found = await store.get(ids.slice(start, start + 20));
    await commit(store, ...[...found.values()].map((memory): Change => ({ type: 'forget', tombstone: tombstoneOf(memory, day(950)) })));
  }
  await working.withdraw(ids);
}

const HEADER: SessionHeader = {
  id: 's',
  turn: 1,
  order: 1,
  budget_tokens: 2_000,
  strategy: 'weighted',
  created_at: day(1),
  last_active_at: day(1),
};

const itemOf = (number: number, content: string): WorkingItem => ({
  id: idOf(number),
  content,
  tokens: 1,
  importance: 1,
  pinned: false,
  added_turn: 1,
  added_order: number,
  used_order: number,
  retrieved: 0,
});

export class StoreObject extends DurableObject {
  readonly #storage: DurableObjectStorage;

  constructor(context: DurableObjectState, env: object) {
    super(context, env);
    this.#storage = context.storage;
    context.blockConcurrencyWhile(() => migrateEmbedded(context.storage));
  }

  override async fetch(request: Request): Promise<Response> {
    const { step, mark, from } = (await request.json()) as { step: string; mark: string; from: number };
    const stores = createEmbeddedStores(this.#storage, { retention_days: 30 });
    const started = performance.now();
    if (step === 'write') await write(stores, mark, from);
    else if (step === 'forget') await forget(stores, from);
    else if (step === 'rebuild') {
      if (!(await rebuildTexts(new Database(this.#storage), 1))) throw new Error('nothing was rebuilt');
    } else if (step === 'erase') {
      await stores.store.erase();
      await stores.working.erase();
    } else throw new Error(`unknown step ${step}`);
    const { counts } = await stores.store.counts(day(960), null);
    return Response.json({ counts, milliseconds: performance.now() - started, size_bytes: this.#storage.sql.databaseSize });
  }
}

interface Bindings {
  readonly STORES: DurableObjectNamespace;
}

export default {
  fetch: (request: Request, { STORES }: Bindings) => STORES.get(STORES.idFromName('one')).fetch(request),
};
