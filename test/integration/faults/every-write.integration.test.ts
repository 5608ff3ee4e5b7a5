/**
 * Every verb over real Postgres and Redis and a vector service, with every one of its requests failing in every way that a line can: what is
 * left is what was before or what comes after; a reply that is not the undisturbed one names the store; and the same call again ends where an
 * undisturbed one does, once the repairs have run. How many requests a verb makes is found out by a run without faults.
 * Verbs that forget and verbs that read: every-forgetting.integration.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { UNKEYED, WRITING } from '../../faults/scenarios.ts';
import { disturbWriting, faultsOf, NOTHING_OR_ALL, repeat } from './disturbance.ts';
import { IS_HERE, installed, TIMEOUT_MS, untouched } from './installed.ts';

describe.skipIf(!IS_HERE)('every request of a writing call', { timeout: TIMEOUT_MS }, () => {
  const remote = installed('qdrant');
  it.each(WRITING)('$name: all or nothing, and a retry converges', async (scenario) => {
    expect(await disturbWriting(remote(), scenario, faultsOf(scenario))).toBeGreaterThan(0);
  });
  it.each(UNKEYED)('$name without a key: a request that was carried out twice counts once', async (scenario) => {
    expect(await repeat(remote(), scenario)).toBeGreaterThan(0);
  });
});

describe.skipIf(!IS_HERE).each(['qdrant', 'upstash'] as const)(
  'an isolate that has asked nothing yet: %s',
  { timeout: TIMEOUT_MS },
  (service) => {
    const remote = installed(service);
    it.each(WRITING.filter(({ name }) => name === 'write'))('$name: all or nothing, and a retry converges', async (scenario) => {
      // Each run leaves a collection behind, and every repair looks at them all.
      expect(await disturbWriting(untouched(remote()), scenario, NOTHING_OR_ALL, ['vectors'])).toBeGreaterThan(0);
    });
  },
);

describe.skipIf(!IS_HERE)('every request of a writing call to Upstash Vector', { timeout: TIMEOUT_MS }, () => {
  const remote = installed('upstash');
  it.each(WRITING)('$name', async (scenario) => {
    await disturbWriting(remote(), scenario, faultsOf(scenario), ['vectors']);
  });
});
