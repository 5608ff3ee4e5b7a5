/** As every-write.integration.test.ts, for the verbs that forget, sweep or erase, and for those that read: these change nothing of the record. */
import { describe, expect, it } from 'vitest';
import { FORGETTING, READING } from '../../faults/scenarios.ts';
import { disturbReading, disturbWriting, faultsOf } from './disturbance.ts';
import { IS_HERE, installed, TIMEOUT_MS } from './installed.ts';
import { LINE_FAULTS } from './line.ts';

describe.skipIf(!IS_HERE)('every request of a forgetting call', { timeout: TIMEOUT_MS }, () => {
  const remote = installed('qdrant');
  it.each(FORGETTING)('$name: all or nothing, and a retry converges', async (scenario) => {
    expect(await disturbWriting(remote(), scenario, faultsOf(scenario))).toBeGreaterThan(0);
  });
  it.each(READING)('$name: says what it could not see', async (scenario) => {
    expect(await disturbReading(remote(), scenario, LINE_FAULTS)).toBeGreaterThan(0);
  });
});

describe.skipIf(!IS_HERE)('every request of a forgetting call to Upstash Vector', { timeout: TIMEOUT_MS }, () => {
  const remote = installed('upstash');
  it.each(FORGETTING)('$name', async (scenario) => {
    await disturbWriting(remote(), scenario, faultsOf(scenario), ['vectors']);
  });
  it.each(READING)('$name', async (scenario) => {
    await disturbReading(remote(), scenario, LINE_FAULTS, ['vectors']);
  });
});
