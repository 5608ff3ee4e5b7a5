import pg from 'pg';
import { createReferenceVectorIndex } from '../support/vector-index.ts';
import { createWorld, type World } from '../support/world.ts';
import { POSTGRES_URL } from './addresses.ts';
import { freshNamespace, neonStores } from './neon-stores.ts';

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
  return { world, rawDump: () => dumpOf(namespace) };
}

async function dumpOf(namespace: string): Promise<string> {
  const client = new pg.Client({ connectionString: POSTGRES_URL ?? '' });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c WHERE c.relnamespace = 'hindsight'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM hindsight.${client.escapeIdentifier(name)} AS t WHERE t.namespace = $1`,
        [namespace],
      );
      texts.push(`${name}: ${rows.map(({ row }) => row).join('\n')}`);
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
