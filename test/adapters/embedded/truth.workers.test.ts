import { createEmbeddedVectorIndex } from '../../../src/adapters/embedded/vector-index.ts';
import { truthContract } from '../../contracts/truth.ts';
import { createWorld } from '../../support/world.ts';
import { withEmbeddedStores } from './with-stores.ts';

/** Of the embedder that the verbs' tests use. */
const DIMENSIONS = 64;

truthContract({
  name: 'embedded',
  withWorld: (work) =>
    withEmbeddedStores(async (stores, storage) => {
      const vectors = createEmbeddedVectorIndex(storage, { dimensions: DIMENSIONS });
      await work(
        createWorld((deps) => ({ ...deps, ...stores, vectors })),
        () => dump(storage.sql),
      );
    }),
});

/** Every value of every table, those of the full-text index included; blobs as the text that they may hold. */
function dump(sql: SqlStorage): string {
  const tables = [...sql.exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)].map(({ name }) => name);
  return tables
    .filter((name) => !name.startsWith('_cf_'))
    .map((name) => [name, ...[...sql.exec(`SELECT * FROM "${name}"`).raw()].map((row) => row.map(asText).join('|'))].join('\n'))
    .join('\n');
}

const asText = (value: unknown): string => (value instanceof ArrayBuffer ? new TextDecoder().decode(value) : String(value));
