/** Every way in × every way out, over HTTP on a running service: what was forgotten is nowhere, and what stays is still found. */
import { describe, expect, test } from 'vitest';
import type { NamespaceClient } from '../../support/running-service.ts';
import { waysWithoutControl, writeControl } from './control.ts';
import { doorOf } from './doors.ts';
import { holding, markOf, type Words } from './traces.ts';
import { type Hidden, WAYS_IN, type WayIn } from './ways-in.ts';
import { waysOut } from './ways-out.ts';

const CASE_MS = 120_000;
const SETTLED_MS = 30_000;
const POLL_MS = 50;

export interface Case extends Hidden {
  readonly way: string;
  readonly way_in: WayIn;
  readonly namespace: string;
  readonly number: number;
}

export interface Matrix {
  readonly words: Words;
  /** Tells this run from others that fill the same stores. */
  readonly run: string;
  readonly in: (namespace: string) => NamespaceClient;
  /** A look below the ports while the memory is there, and after it was forgotten. */
  readonly present?: (one: Case, ids: readonly string[]) => Promise<void>;
  readonly absent?: (one: Case, ids: readonly string[]) => Promise<void>;
}

export const casesOf = ({ words, run }: Pick<Matrix, 'words' | 'run'>): readonly Case[] =>
  Object.entries(WAYS_IN).map(([way, way_in], number) => ({
    way,
    way_in,
    number,
    namespace: `matrix${run}/${number}`,
    mark: markOf(words, `${number}${run}`),
    key: `hiding.place.${number}${run}`,
    session_id: `hideout ${number}${run}`,
  }));

/** Vectors follow a reply: nothing waits for the index any more. */
export async function untilSettled(client: NamespaceClient): Promise<void> {
  for (const deadline = performance.now() + SETTLED_MS; ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    const { pending, unembedded } = (await client.must('GET', '/v1/stats')).body;
    if (pending === 0 && unembedded === 0) return;
    if (performance.now() > deadline) throw new Error(`${pending} pending, ${unembedded} unembedded after ${SETTLED_MS / 1_000} s`);
  }
}

export function deletionMatrix(matrix: Matrix): void {
  const { words } = matrix;
  const cases = casesOf(matrix);
  const traces = (texts: Readonly<Record<string, string>>, { mark }: Case) => holding(texts, mark, words);

  describe('what is forgotten is in no reply', () => {
    test.each(cases)(
      '$way',
      async (one) => {
        const { way_in, namespace, mark, key } = one;
        const client = matrix.in(namespace);
        const before_it = way_in.empties === true ? null : await writeControl(client);
        const ids = await way_in.enter(client, one);
        const control = before_it ?? (await writeControl(client));
        await untilSettled(client);
        const asked = { ids, queries: [`what did I say about ${mark}`, words.chinese], key };
        const before = traces(await waysOut(client, { ...asked, queries: asked.queries.slice(0, 1) }), one);
        expect(before).toContain('export');
        // An older wording is only in the history and the export.
        expect(before.length).toBeGreaterThanOrEqual(2);
        await matrix.present?.(one, ids);
        const file = await client.exported();

        for (const id of ids) {
          const reply = await doorOf(one.number)(client, id);
          expect(reply.receipt.purged.record).toBeGreaterThan(0);
          expect(Object.values(reply.receipt.remaining)).toEqual(Object.values(reply.receipt.remaining).map(() => 0));
          expect(reply.status).toBe('forgotten');
        }
        const after = await waysOut(client, asked);
        expect(traces(after, one)).toEqual([]);
        for (const id of ids) {
          expect((await client.call('GET', `/v1/memories/${id}`)).status).toBe(404);
          expect((await client.call('GET', `/v1/memories/${id}/history`)).status).toBe(404);
          expect(after.export).toContain(`{"type":"tombstone","id":"${id}"`);
        }
        expect(await waysWithoutControl(client, control)).toEqual([]);
        await untilSettled(client);
        await matrix.absent?.(one, ids);

        // Neither an older export nor the file of another place brings it back.
        expect((await client.imported(file)).body.withheld).toBeGreaterThan(0);
        expect(traces(await waysOut(client, { ...asked, queries: [] }), one)).toEqual([]);
      },
      CASE_MS,
    );
  });

  const caseOf = (way: string): Case => {
    const found = cases.find((one) => one.way === way);
    if (found === undefined) throw new Error(`no way ${way}`);
    return found;
  };

  test.each(['write', 'a batch', 'a turn'])(
    'a replay gives the first reply and no text: %s',
    async (way) => {
      const one = caseOf(way);
      const client = matrix.in(one.namespace);
      await one.way_in.enter(client, one);
      expect(traces(await waysOut(client, { ids: [], queries: [], key: one.key }), one)).toEqual([]);
    },
    CASE_MS,
  );

  test('a replay of a summary whose reply quoted it is refused', async () => {
    const memory_ids = ['01990000-0000-7000-8000-000000000000'];
    const client = matrix.in(caseOf('a source of summaries').namespace);
    expect((await client.call('POST', '/v1/memories/summarize', { memory_ids, idempotency_key: 'first' })).status).toBe(409);
  });

  test(
    'written again it is a new memory, and the reply says that it was forgotten before',
    async () => {
      const { namespace, mark } = caseOf('write');
      const client = matrix.in(namespace);
      const reply = await client.must('POST', '/v1/memories', { content: `I hide ${mark}`, session_id: 's' });
      expect(reply).toMatchObject({ status: 201, body: { status: 'created', previously_forgotten: true } });
      await untilSettled(client);
      await client.must('DELETE', `/v1/memories/${reply.body.id}`);
      await untilSettled(client);
    },
    CASE_MS,
  );
}
