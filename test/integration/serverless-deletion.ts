/** The deletion matrix over the serverless deployment, and a look into every store before and after. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashNamespace } from '../../src/adapters/remote/namespace-hash.ts';
import { clientOf, type NamespaceClient } from '../support/running-service.ts';
import { CONTROL_WORD, writeControl } from '../truth/matrix/control.ts';
import { type Case, casesOf, deletionMatrix, untilSettled } from '../truth/matrix/deletion-matrix.ts';
import { lexicalTermsOf, type Words } from '../truth/matrix/traces.ts';
import { WAYS_IN } from '../truth/matrix/ways-in.ts';
import { POSTGRES_URL, REDIS_URL } from './addresses.ts';
import { analyze, postgresDump } from './postgres-dump.ts';
import { redisEntries } from './redis-dump.ts';
import { type ServerlessDeployment, startServerless } from './serverless-deployment.ts';
import { dumpOf, indexesOf, placesOf, placesOfName, type StoreDump } from './serverless-stores.ts';

const START_MS = 120_000;
const ERASE_MS = 60_000;

/**
 * Where the id of a forgotten memory may stay: its grave, its place in the chain of a key, and a kept reply that names it (a retry must not write
 * it anew). `pg_stats` are Postgres's samples of its columns, which it renews by itself; of text there are none.
 */
const ID_MAY_STAY = ['tombstones', 'tombstone_hashes', 'links', 'replies', 'reply_memories', 'pg_stats'];
/** The hash of its key, for as_of: a forgotten value is a gap. The key itself is nowhere. */
const KEY_HASH_MAY_STAY = ['tombstones', 'links', 'pg_stats'];

export function serverlessDeletion(vector_service: 'qdrant' | 'upstash', words: Words): void {
  const run = `r${randomBytes(3).toString('hex')}`;
  describe.skipIf(POSTGRES_URL === null || REDIS_URL === null)(`forgetting, serverless over ${vector_service}`, () => {
    let deployment: ServerlessDeployment;
    beforeAll(async () => {
      deployment = await startServerless(vector_service);
    }, START_MS);
    afterAll(() => deployment?.stop());
    const inside = (namespace: string): NamespaceClient => clientOf(deployment.worker.url, namespace);
    const indexesWith = (dump: StoreDump, { namespace, mark }: Case) =>
      mark.split(' ').map((word) => indexesOf(dump, namespace, distinct(word)));
    /** What follows the words in a mark is a number that other texts hold too. */
    const distinct = (marked: string): string => (marked.startsWith(words.chinese) ? words.chinese : marked);

    deletionMatrix({
      words,
      run,
      in: inside,
      present: async (one, ids) => {
        // Samples of every column, as Postgres takes them by itself sooner or later.
        await analyze(deployment.postgres_url);
        const dump = await dumpOf(deployment);
        const { mark, key, session_id, way_in } = one;
        for (const word of mark.split(' ')) {
          expect(placesOf(dump, word)).toContain('versions');
          expect(placesOf(dump, word).includes('redis')).toBe(way_in.in_working === true);
        }
        expect(indexesWith(dump, one)).toEqual([
          ['lexicon', 'vocabulary'],
          ['lexicon', 'vocabulary'],
        ]);
        for (const id of ids) expect(placesOfName(dump, id)).toEqual(expect.arrayContaining(['memories', 'versions', 'vectors']));
        if (way_in.owns?.includes('key') === true) expect(placesOfName(dump, key)).toEqual(expect.arrayContaining(['memories', 'vectors']));
        if (way_in.owns?.includes('session_id') === true)
          expect(placesOfName(dump, session_id)).toEqual(expect.arrayContaining(['memories', 'redis', 'vectors']));
      },
      absent: async (one, ids) => {
        const dump = await dumpOf(deployment);
        const { mark, key, session_id, way_in, namespace } = one;
        expect(placesOf(dump, ...mark.split(' '))).toEqual([]);
        expect(indexesWith(dump, one)).toEqual([[], []]);
        for (const id of ids) expect(placesOfName(dump, id).filter((place) => !ID_MAY_STAY.includes(place))).toEqual([]);
        if (way_in.owns?.includes('key') === true)
          expect(placesOfName(dump, key).filter((place) => !KEY_HASH_MAY_STAY.includes(place))).toEqual([]);
        if (way_in.owns?.includes('key') === true) expect(placesOf(dump, key).filter((place) => place !== 'output')).toEqual([]);
        if (way_in.owns?.includes('session_id') === true) {
          // The session itself, without it: turns, budget and strategy are not the memory's. It ends by itself, or when told to.
          expect(placesOfName(dump, session_id)).toEqual(['redis']);
          await inside(namespace).must('DELETE', `/v1/sessions/${encodeURIComponent(session_id)}`);
          expect(placesOfName(await dumpOf(deployment), session_id)).toEqual([]);
        }
        expect(placesOf(dump, CONTROL_WORD)).toEqual(expect.arrayContaining(['versions', 'redis']));
      },
    });

    test('in the end no store holds a part of any of them, no pair of characters, and no file of the Worker does', async () => {
      await analyze(deployment.postgres_url);
      const dump = await dumpOf(deployment);
      const pairs = lexicalTermsOf(words).map((term) => term.replace(/^ǀ/, ''));
      expect(pairs.length).toBeGreaterThan(3);
      for (const part of [words.english, words.chinese, ...pairs]) expect([part, placesOf(dump, part)]).toEqual([part, []]);
      const files = readdirSync(deployment.worker.state_folder, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(deployment.worker.state_folder, name))
        .filter((file) => statSync(file).isFile());
      for (const word of Object.values(words)) for (const file of files) expect(readFileSync(file).includes(word)).toBe(false);
      expect(casesOf({ words, run })).toHaveLength(Object.keys(WAYS_IN).length);
    });

    const tenant = (namespace: string) => ({
      /** Tables with rows of the namespace. */
      tables: async () =>
        Object.entries(await postgresDump(deployment.postgres_url, namespace)).flatMap(([name, text]) => (text === '' ? [] : [name])),
      keys: async () => (await redisEntries(REDIS_URL ?? '', `*${hashNamespace(namespace)}*`)).map(({ key }) => key),
      vectors: () =>
        deployment
          .vectorContents()
          .flatMap(({ name, entries }) =>
            name === hashNamespace(namespace) ? entries : entries.filter(({ payload }) => payload.namespace === hashNamespace(namespace)),
          ).length,
    });

    test.each(['a fact', 'a turn that left working memory', 'a source of summaries', 'a batch'])(
      'an erased namespace leaves nothing, and the counts are exact: %s',
      async (way) => {
        const found = casesOf({ words, run: `${run}e` }).find((one) => one.way === way);
        if (found === undefined) throw new Error(`no way ${way}`);
        const client = inside(found.namespace);
        const ids = await found.way_in.enter(client, found);
        await writeControl(client);
        await client.must('POST', '/v1/sessions/another/turns', { role: 'user', content: 'Nothing to see here.' });
        await untilSettled(client);
        await client.must('DELETE', `/v1/memories/${ids[0]}`);
        await untilSettled(client);
        const stats = (await client.must('GET', '/v1/stats')).body;
        const counted = Object.values(stats.counts as Record<string, Record<string, number>>);
        const total = (state: string) => counted.reduce((sum, states) => sum + (states[state] ?? 0), 0);
        const left = tenant(found.namespace);
        expect(await left.tables()).toEqual(
          expect.arrayContaining(['memories', 'versions', 'tombstones', 'lexicon', 'vocabulary', 'tallies']),
        );
        expect((await left.keys()).length).toBeGreaterThan(4);
        expect(left.vectors()).toBeGreaterThan(2);
        const erased = await client.must('DELETE', '/v1/namespace', { confirm: found.namespace });
        expect(erased.body.counts).toEqual({
          memories: total('live') + total('expired') + total('superseded'),
          tombstones: total('forgotten'),
          sessions: stats.sessions.length,
        });
        // One row, with the name and a number that never goes back (src/adapters/neon/schema.ts).
        expect(await left.tables()).toEqual(['namespaces']);
        expect(await left.keys()).toEqual([]);
        expect(left.vectors()).toBe(0);
        expect(await client.exported()).toHaveLength(1);
      },
      ERASE_MS,
    );
  });
}
