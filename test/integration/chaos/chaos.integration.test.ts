/**
 * Mixed operations of ten parallel clients over real Postgres and Redis and a vector service, with faults at random on the line to every store;
 * then the faults end, and after the repairs nothing acknowledged is lost, nothing forgotten is anywhere, and all stores say the same.
 * `npm run chaos -- --operations 5000 --seed 7` runs more, or a run again; a failure names its seed.
 */
import { describe, expect, it } from 'vitest';
import { hashNamespace } from '../../../src/adapters/remote/namespace-hash.ts';
import { REDIS_URL } from '../addresses.ts';
import { IS_HERE, installed } from '../faults/installed.ts';
import { redisDump } from '../redis-dump.ts';
import { marksIn } from './ledger.ts';
import { type ChaosRun, runChaos } from './run.ts';
import { verify } from './verify.ts';

const OPERATIONS = Number(process.env.CHAOS_OPERATIONS ?? 400);
/** A new one each time, so that many runs see much; it is told, to see the same again. */
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
/** A hundred times what a quiet machine takes for one. */
const TIMEOUT_MS = 60_000 + OPERATIONS * 1_000;

describe.skipIf(!IS_HERE)('chaos', () => {
  describe.each(['qdrant', 'upstash'] as const)('with %s', (service) => {
    const remote = installed(service);
    it(
      `${OPERATIONS} operations under faults, seed ${SEED}`,
      async () => {
        const { stores, lines, stored, refusals } = remote();
        const run = await runChaos({ stores, lines, seed: SEED, operations: OPERATIONS, first: service === 'qdrant' ? 0 : 100 });
        expect(run.tally.problems).toEqual([]);
        for (const place of run.places) expect(await verify(place, () => stored(hashNamespace(place.world.namespace)))).toEqual([]);
        const redis = new Set(marksIn(await redisDump(REDIS_URL ?? '')));
        for (const { ledger } of run.places) expect([...ledger.forgottenMarks()].filter((mark) => redis.has(mark))).toEqual([]);
        // A collection that is not there yet is asked for, and made.
        expect(refusals().filter((refusal) => !refusal.startsWith('404'))).toEqual([]);
        expectMuch(run);
        process.stdout.write(`${told(run)}\n`);
      },
      TIMEOUT_MS,
    );
  });
});

/** The controls: it did rain, clients were answered all the same, and something was forgotten and something is left. */
function expectMuch({ places, tally, faults }: ChaosRun): void {
  const written = places.flatMap(({ ledger }) => ledger.written);
  expect(new Set(Object.keys(faults).map((name) => name.split(' ')[0]))).toEqual(new Set(['postgres', 'redis', 'vectors']));
  expect(new Set(Object.keys(faults).map((name) => name.split(' ')[1])).size).toBe(6);
  expect(tally.answered).toBeGreaterThan(tally.unanswered);
  expect(written.filter(({ forgotten }) => forgotten === 'yes').length).toBeGreaterThan(0);
  expect(written.filter(({ acknowledged, forgotten }) => acknowledged && forgotten === 'no').length).toBeGreaterThan(OPERATIONS / 10);
}

function told({ places, tally, operations, faults }: ChaosRun): string {
  const written = places.flatMap(({ ledger }) => ledger.written);
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0);
  const acknowledged = written.filter((one) => one.acknowledged).length;
  const forgotten = written.filter((one) => one.forgotten === 'yes').length;
  return (
    `chaos, seed ${SEED}: ${sum(operations)} operations, ${sum(faults)} faults; ${tally.answered} calls answered, ${tally.unanswered} not; ` +
    `${acknowledged} texts acknowledged, ${written.length - acknowledged} unanswered, ${forgotten} forgotten; nothing lost, nothing came back`
  );
}
