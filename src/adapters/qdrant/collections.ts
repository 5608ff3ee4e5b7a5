import * as z from 'zod';
import { err, ok, type Result } from '../../domain/result.ts';
import type { StoreFault } from '../../ports/store-fault.ts';
import { type QdrantClient, STORE_NAME } from './client.ts';
import { COLLECTION_PREFIX, collectionOf, collectionSettings, PAYLOAD_INDEXES, VECTOR_NAME } from './points.ts';

const DONE = z.unknown();
const NAMES = z.object({ collections: z.array(z.object({ name: z.string() })) });
const SHAPE = z.object({
  config: z.object({ params: z.object({ vectors: z.object({ [VECTOR_NAME]: z.object({ size: z.number() }) }) }) }),
  payload_schema: z.record(z.string(), z.unknown()),
});

interface Shape {
  readonly dimensions: number;
  readonly missing: readonly (typeof PAYLOAD_INDEXES)[number][];
}

/** What a server answers when somebody else was faster with the same collection. */
const TAKEN = new Set(['http_409', 'http_400']);

/** The collections of all generations. One for a deployment: how many numbers a collection's vectors have is asked once. */
export class QdrantCollections {
  readonly #client: QdrantClient;
  readonly #dimensions = new Map<string, number>();

  constructor(client: QdrantClient) {
    this.#client = client;
  }

  /** Names of ours. */
  async all(): Promise<Result<readonly string[], StoreFault>> {
    const found = await this.#client.call('GET', '/collections', null, NAMES);
    if (!found.ok) return found;
    return ok((found.value?.collections ?? []).map(({ name }) => name).filter((name) => name.startsWith(COLLECTION_PREFIX)));
  }

  /**
   * As `all`, and each of them whole: a creation that broke off, perhaps for an embedder that nobody uses any more, would refuse everybody's
   * questions for want of an index.
   */
  async usable(): Promise<Result<readonly string[], StoreFault>> {
    const names = await this.all();
    if (!names.ok) return names;
    for (const name of names.value) {
      const shape = await this.#shapeOf(name);
      if (!shape.ok) return shape;
      const mended = await this.#index(name, shape.value?.missing ?? []);
      if (!mended.ok) return mended;
    }
    return names;
  }

  /** Null: there is none for this generation. */
  async dimensionsOf(generation: string): Promise<Result<number | null, StoreFault>> {
    const shape = await this.#shapeOf(collectionOf(generation));
    return shape.ok ? ok(shape.value?.dimensions ?? null) : shape;
  }

  /** Its dimensions; made with these ones where it was not there yet. Mends what a creation that broke off has left. */
  async open(generation: string, dimensions: number): Promise<Result<number, StoreFault>> {
    const name = collectionOf(generation);
    const there = await this.#shapeOf(name);
    if (!there.ok) return there;
    if (there.value !== null && there.value.missing.length === 0) return ok(there.value.dimensions);
    if (there.value === null) {
      const made = await this.#client.call('PUT', `/collections/${name}`, collectionSettings(dimensions), DONE);
      if (!made.ok && !TAKEN.has(made.failure.cause)) return made;
    }
    const indexed = await this.#index(name, there.value?.missing ?? PAYLOAD_INDEXES);
    if (!indexed.ok) return indexed;
    const made = await this.#shapeOf(name);
    if (!made.ok) return made;
    return made.value === null ? err(this.lost(name)) : ok(made.value.dimensions);
  }

  async #index(name: string, missing: Shape['missing']): Promise<Result<null, StoreFault>> {
    for (const index of missing) {
      const indexed = await this.#client.call('PUT', `/collections/${name}/index?wait=true`, index, DONE);
      if (!indexed.ok) return indexed;
    }
    return ok(null);
  }

  async #shapeOf(name: string): Promise<Result<Shape | null, StoreFault>> {
    const known = this.#dimensions.get(name);
    if (known !== undefined) return ok({ dimensions: known, missing: [] });
    const found = await this.#client.call('GET', `/collections/${name}`, null, SHAPE);
    if (!found.ok) return found;
    if (found.value === null) return ok(null);
    const { config, payload_schema } = found.value;
    const dimensions = config.params.vectors[VECTOR_NAME].size;
    const missing = PAYLOAD_INDEXES.filter(({ field_name }) => payload_schema[field_name] === undefined);
    if (missing.length === 0) this.#dimensions.set(name, dimensions);
    return ok({ dimensions, missing });
  }

  /** Somebody deleted it: the next call makes it anew. */
  lost(name: string): StoreFault {
    this.#dimensions.delete(name);
    return { store: STORE_NAME, cause: 'a collection is gone', retryable: true };
  }
}
