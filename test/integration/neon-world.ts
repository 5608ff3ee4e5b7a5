import { createReferenceVectorIndex } from '../support/vector-index.ts';
import { createWorld, type World } from '../support/world.ts';
import { POSTGRES_URL } from './addresses.ts';
import { freshNamespace, neonStores } from './neon-stores.ts';
import { postgresDump } from './postgres-dump.ts';

export interface NeonWorld {
  readonly world: World;
  /** Every row of the namespace, in every table, as text. */
  rawDump(): Promise<string>;
}

/** A service over the record store of a fresh namespace; vectors and working memory are the references. */
export function createNeonWorld(database_url?: string): NeonWorld {
  const namespace = freshNamespace();
  const { store, candidates } = neonStores(namespace, database_url);
  const world = createWorld((deps) => ({ ...deps, store, candidates, vectors: createReferenceVectorIndex(store) }));
  return { world, rawDump: async () => Object.values(await postgresDump(POSTGRES_URL ?? '', namespace)).join('\n') };
}
