/** `npm run reindex [-- --namespace NAME]`: has the vectors of the Postgres at DATABASE_URL made anew, of one namespace or of all. */
import { parseArgs } from 'node:util';
import { allNamespaces, queueReindex } from '../src/adapters/neon/reindex.ts';

const { values } = parseArgs({ options: { namespace: { type: 'string' } } });
const url = process.env.DATABASE_URL;
if (url === undefined || url === '') {
  console.error('Set DATABASE_URL to the connection string of the deployment.');
  process.exit(2);
}
try {
  let total = 0;
  for (const namespace of values.namespace === undefined ? await allNamespaces(url) : [values.namespace])
    total += await queueReindex(url, namespace);
  console.log(
    `Queued ${total} ${total === 1 ? 'memory' : 'memories'}. The scheduled repair makes their vectors; /v1/stats counts down \`unembedded\`.`,
  );
} catch (error) {
  console.error(`What was queued so far stays queued. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
