/// <reference types="@cloudflare/vitest-plugin/types" />
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Directory } from '../../../src/adapters/directory/directory.ts';
import { createDirectoryKeyStore } from '../../../src/adapters/directory/directory-key-store.ts';
import { createDirectoryRateLimiter } from '../../../src/adapters/directory/directory-rate-limiter.ts';
import { day } from '../../contracts/contract.ts';
import { keyStoreContract } from '../../contracts/key-store.ts';

const DAY_ZERO = day(0);

const { DIRECTORY } = env as unknown as { readonly DIRECTORY: Directory };

keyStoreContract('directory', () => createDirectoryKeyStore(DIRECTORY));

describe('rate buckets of the directory', () => {
  const limiter = createDirectoryRateLimiter(DIRECTORY, { rate_per_second: 0.5, burst: 3 });
  const takeAll = async (subject: string, times: number, at: number) => {
    const outcomes: (number | true)[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const taken = await limiter.take(subject, at);
      outcomes.push(taken.allowed ? true : taken.retry_after_seconds);
    }
    return outcomes;
  };

  it('lets the burst through, says how long to wait, and refills by the rate', async () => {
    expect(await takeAll('busy', 4, DAY_ZERO)).toEqual([true, true, true, 2]);
    expect(await takeAll('busy', 2, DAY_ZERO + 1_000)).toEqual([1, 1]);
    expect(await takeAll('busy', 2, DAY_ZERO + 2_000)).toEqual([true, 2]);
  });

  it('one credential never empties the bucket of another, and concurrent takes are counted one by one', async () => {
    expect(await takeAll('greedy', 4, DAY_ZERO)).toContain(2);
    expect(await takeAll('calm', 1, DAY_ZERO)).toEqual([true]);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => limiter.take('crowd', DAY_ZERO)));
    expect(outcomes.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('lives in memory only: nothing is written for it, and an object that was restarted starts full', async () => {
    expect(await takeAll('restarted', 4, DAY_ZERO)).toEqual([true, true, true, 2]);
    const stub = DIRECTORY.get(DIRECTORY.idFromName('key:restarted'));
    expect(await runInDurableObject(stub, (_instance, state) => [...state.storage.kv.list()])).toEqual([]);
    await evictDurableObject(stub);
    expect(await takeAll('restarted', 4, DAY_ZERO)).toEqual([true, true, true, 2]);
  });
});
