/**
 * The VectorIndex of the embedded mode: int8 vectors in the object's SQLite, loaded once into WebAssembly memory, scanned in two passes.
 *
 * Memory: an isolate has 128 MB. A vector takes its dimensions + 20 bytes there (record 528 and score 4 at 512 dimensions), so VECTOR_BYTES_MAX
 * holds 110,376 vectors of 512 dimensions. Beside it the builtin embedder takes 30 MB, common words (hot-words.ts) 4 MB, and code, SQLite's cache and
 * a request's working set about 25 MB. A memory has one vector, a long text one for each 128 tokens. What finds no room is rejected and stays findable
 * by words. On disk it is the same record plus about 100 bytes for the slot.
 */
import type { MemoryId } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { VectorEntry, VectorHit, VectorIndex, VectorQuery } from '../../ports/vector-index.ts';
import { Database } from './database.ts';
import { markLog } from './texts.ts';
import { type Generation, type SlotEdit, VectorBlocks } from './vector-blocks.ts';
import { VectorMatrix } from './vector-matrix.ts';
import { isUsable, recordBytes, recordOf } from './vector-record.ts';
import { scoresOfEach, searchVectors } from './vector-search.ts';
import { scrubLog } from './write-ahead-log.ts';

const NAME = 'vectors';
const VECTOR_BYTES_MAX = 56 * 1_048_576;
/** A slot's score in memory. */
const SCORE_BYTES = 4;

export interface EmbeddedVectorOptions {
  /** Of the embedder in use: states how many vectors fit. */
  readonly dimensions: number;
  /** Bytes of vectors held in memory; smaller in tests. */
  readonly vector_bytes_max?: number;
}

export function createEmbeddedVectorIndex(storage: DurableObjectStorage, options: EmbeddedVectorOptions): VectorIndex {
  const database = new Database(storage);
  const blocks = new VectorBlocks(database);
  const held = new HeldGeneration(blocks);
  const vectorsMax = (dimensions: number): number =>
    Math.floor((options.vector_bytes_max ?? VECTOR_BYTES_MAX) / (recordBytes(dimensions) + SCORE_BYTES));

  /** Records the size of a transaction, so that the log is overwritten as far as it can reach. */
  const noteBytes = (bytes: number): void => {
    database.rows('UPDATE ledger SET largest_commit_bytes = max(largest_commit_bytes, ?)', bytes);
  };

  const search = (queries: readonly VectorQuery[]): readonly (readonly VectorHit[])[] => {
    const [first] = queries;
    if (first === undefined) return [];
    const generation = blocks.find(first.generation);
    // One generation is held; queries of another one are asked by themselves.
    if (queries.some((query) => query.generation !== first.generation)) return queries.flatMap((query) => search([query]));
    const usable = queries.filter((query) => query.vector.length === generation?.dimensions && isUsable(query.vector));
    if (generation === null || usable.length === 0) return queries.map(() => []);
    const found = new Map<VectorQuery, readonly VectorHit[]>();
    for (const [query, scores] of scoresOfEach(held.load(generation), usable))
      found.set(query, searchVectors(database, scores, generation.seq, query));
    return queries.map((query) => found.get(query) ?? []);
  };

  return {
    name: NAME,
    capabilities: { read_your_writes: true, vectors_max: vectorsMax(options.dimensions) },

    upsert: (generation, entries) =>
      guarded(() => {
        const dimensions = entries.flatMap(({ chunks }) => chunks).find(isUsable)?.length;
        if (dimensions === undefined) return { rejected: entries.map(({ id }) => id) };
        const { target, plan } = database.transaction(() => {
          const target = blocks.open(generation, dimensions);
          const plan = planUpsert(blocks, target, entries, vectorsMax(target.dimensions));
          blocks.assign(target, plan.owners);
          noteBytes(blocks.write(target, plan.edits));
          if (plan.replaced) markLog(database);
          return { target, plan };
        });
        held.apply(target, plan.edits);
        return { rejected: plan.rejected };
      }),

    remove: (ids) =>
      guarded(async () => {
        const cleared = database.transaction(() =>
          blocks.all().map((generation) => {
            const slots = blocks.slotsOf(generation, ids);
            const edits = [...slots.values()].flat().map((slot): SlotEdit => [slot, null]);
            blocks.assign(
              generation,
              edits.map(([slot]) => [slot, null]),
            );
            noteBytes(blocks.write(generation, edits));
            if (edits.length > 0) markLog(database);
            return { generation, edits, found: [...slots.keys()] };
          }),
        );
        for (const { generation, edits } of cleared) held.apply(generation, edits);
        await scrubLog(database);
        return { removed: new Set(cleared.flatMap(({ found }) => found)).size };
      }),

    query: (query) => guarded(() => search([query])[0] ?? []),

    queryMany: (queries) => guarded(() => search(queries)),

    present: (ids) =>
      guarded(() => {
        const present = blocks.present(ids);
        return ids.filter((id) => present.has(id));
      }),

    retire: (keep_generation) =>
      guarded(async () => {
        const outdated = blocks.all().filter(({ generation }) => generation !== keep_generation);
        let removed = 0;
        for (const generation of outdated) {
          const dropped = database.transaction(() => {
            const { memories, bytes } = blocks.drop(generation);
            noteBytes(bytes);
            markLog(database);
            return memories;
          });
          held.forget(generation);
          removed += dropped;
        }
        await scrubLog(database);
        return { removed };
      }),

    async ping() {
      return (await guarded(() => database.number('SELECT count(*) FROM vector_generations'))).ok;
    },
  };
}

async function guarded<Value>(work: () => Value | Promise<Value>): Promise<Result<Value, StoreFault>> {
  try {
    return ok(await work());
  } catch (cause) {
    if (cause instanceof StoreUnavailable) return err({ store: NAME, cause: cause.message, retryable: true });
    throw cause;
  }
}

/** The one generation that is in memory: the one that was asked for last. */
class HeldGeneration {
  readonly #blocks: VectorBlocks;
  #seq: number | null = null;
  #matrix: VectorMatrix | null = null;

  constructor(blocks: VectorBlocks) {
    this.#blocks = blocks;
  }

  load(generation: Generation): VectorMatrix {
    if (this.#matrix !== null && this.#seq === generation.seq) return this.#matrix;
    const matrix = new VectorMatrix(generation.dimensions, this.#matrix);
    this.#seq = null;
    this.#matrix = matrix;
    for (const [slot, records] of this.#blocks.read(generation)) matrix.put(slot, records);
    this.#seq = generation.seq;
    return matrix;
  }

  /** After the storage has the edits. */
  apply(generation: Generation, edits: readonly SlotEdit[]): void {
    if (this.#matrix === null || this.#seq !== generation.seq) return;
    const empty = new Uint8Array(recordBytes(generation.dimensions));
    for (const [slot, record] of edits) this.#matrix.put(slot, record ?? empty);
  }

  forget(generation: Generation): void {
    if (this.#matrix === null || this.#seq !== generation.seq) return;
    this.#matrix = new VectorMatrix(generation.dimensions, this.#matrix);
    this.#seq = null;
  }
}

interface UpsertPlan {
  readonly owners: readonly (readonly [slot: number, owner: MemoryId | null])[];
  readonly edits: readonly SlotEdit[];
  readonly rejected: readonly MemoryId[];
  /** Something was there before. */
  readonly replaced: boolean;
}

/** All or nothing per id: an id that finds no room loses its old vectors too, because they no longer say what it says. */
function planUpsert(blocks: VectorBlocks, target: Generation, entries: readonly VectorEntry[], vectors_max: number): UpsertPlan {
  const latest = new Map(entries.map(({ id, chunks }) => [id, chunks]));
  const old = blocks.slotsOf(target, [...latest.keys()]);
  const freed = [...old.values()].flat();
  let room = vectors_max - blocks.used(target) + freed.length;
  const accepted: (readonly [MemoryId, Float32Array])[] = [];
  const rejected: MemoryId[] = [];
  for (const [id, chunks] of latest) {
    const usable = chunks.length > 0 && chunks.every((chunk) => chunk.length === target.dimensions && isUsable(chunk));
    if (!usable || chunks.length > room) {
      rejected.push(id);
      continue;
    }
    room -= chunks.length;
    for (const chunk of chunks) accepted.push([id, chunk]);
  }
  const slots = [...freed, ...blocks.allocate(target, Math.max(0, accepted.length - freed.length))];
  const owners: (readonly [number, MemoryId | null])[] = [];
  const edits: SlotEdit[] = [];
  for (const [index, slot] of slots.entries()) {
    const next = accepted[index];
    owners.push([slot, next?.[0] ?? null]);
    edits.push([slot, next === undefined ? null : recordOf(next[1])]);
  }
  return { owners, edits, rejected, replaced: freed.length > 0 };
}
