/** What the stores of a serverless deployment hold, looked at past the product. */
import { hashName } from '../../src/adapters/remote/namespace-hash.ts';
import type { Content } from '../support/servers/json-server.ts';
import { encodingsOf, tokensOf } from '../truth/matrix/traces.ts';
import { REDIS_URL } from './addresses.ts';
import { postgresDump } from './postgres-dump.ts';
import { redisDump } from './redis-dump.ts';
import type { ServerlessDeployment } from './serverless-deployment.ts';

/** Tables of Postgres by their names, `pg_stats`, `redis`, `vectors`, and `output` of the Worker: each as text. */
export type StoreDump = Readonly<Record<string, string>>;

export const dumpOf = async (deployment: ServerlessDeployment): Promise<StoreDump> => ({
  ...(await postgresDump(deployment.postgres_url)),
  redis: await redisDump(REDIS_URL ?? ''),
  vectors: textOf(deployment.vectorContents()),
  output: deployment.worker.output(),
});

const textOf = (contents: readonly Content[]): string => JSON.stringify(contents);

/** Names of the stores in which a word stands, however it is written there. */
export const placesOf = (dump: StoreDump, ...words: readonly string[]): readonly string[] => {
  const forms = words.flatMap(encodingsOf);
  return Object.entries(dump).flatMap(([name, text]) => (forms.some((form) => text.includes(form)) ? [name] : []));
};

/** As `placesOf`, for what is hashed wherever it is not a record. Not in the output: wrangler prints the path of every request. */
export const placesOfName = ({ output: _output, ...stores }: StoreDump, name: string): readonly string[] => [
  ...new Set([...placesOf(stores, name), ...placesOf(stores, hashName(name))]),
];

/** Of these tables of the lexical index, those that hold an entry for any term of the text. */
export const indexesOf = (dump: StoreDump, namespace: string, text: string): readonly string[] =>
  ['lexicon', 'vocabulary'].filter((table) => tokensOf(namespace, text).some((token) => dump[table]?.includes(token) === true));
